# spills.awk -- what ptxas -v says about spills against tests/cuda/spills: awk -v source=FILE -f spills.awk tests/cuda/spills SAID
#
# Prints a line for each kernel that stores more than the list grants it, and for each of the list's that stores nothing.

# "wide_kernel" of "_ZN6pallas11wide_kernelEllllPKfS1_Pf": names in a mangled one have their lengths before them.
function kernel_of(mangled, length_of_name) {
    sub(/^_ZN[0-9]+pallas/, "", mangled)
    length_of_name = mangled + 0
    sub(/^[0-9]+/, "", mangled)
    return substr(mangled, 1, length_of_name)
}

FILENAME != ARGV[2] && $1 == source { granted[$2] = $3; next }
FILENAME != ARGV[2] { next }

/Function properties for/ { kernel = kernel_of($NF) }
/bytes spill stores/ {
    compiled[kernel] = 1
    for (i = 1; i <= NF; i++)
        if ($i == "bytes" && $(i + 1) == "spill" && $(i + 2) ~ /^stores/ && $(i - 1) + 0 > most[kernel] + 0)
            most[kernel] = $(i - 1) + 0
}

END {
    for (kernel in most)
        if (most[kernel] > (kernel in granted ? granted[kernel] + 0 : 0))
            print kernel ": " most[kernel] " bytes spill stores"
    for (kernel in granted)
        if (!compiled[kernel])
            print kernel ": listed, but " source " has no such kernel"
        else if (!most[kernel])
            print kernel ": listed, but nothing spills any more"
}
