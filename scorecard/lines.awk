# lines.awk -- prints `NAME LINES` for each call of a file: the lines of the call and of its kernel, without blanks and comments.
# A call that a macro of the file makes has the lines of the macro, and its own. A function that makes several calls has theirs, with
# those of a macro once.

# Reads the lines up to the one that ends a definition, and returns how many they are.
function lines_to(ending,  n) {
    for (n = 1; $0 !~ ending && (getline) > 0; )
        n += /[^ ]/ && !/^ *\/\//
    return n
}

# The first name after the parenthesis; the second, if which is 2.
function name_in(line, which,  part) {
    sub(/^[^(]*\(/, "", line)
    split(line, part, /[ ,)]+/)
    return part[which]
}

/^#define [A-Z_]+\(/ {
    macro = $2
    sub(/\(.*/, "", macro)
    of_macro[macro] = lines_to("[^\\\\]$")
    next
}
/^PL_KERNEL\(/ {
    name = name_in($0, 1)
    of_kernel[name] = lines_to("^}")
    next
}
/^PL_CALL\(/ {
    name = name_in($0, 1)
    kernel = name_in($0, 2)
    of_call[name] = lines_to("\\)\\)$") + of_kernel[kernel]
    next
}
/^[A-Z_]+\([a-z]/ {
    macro = $0
    sub(/\(.*/, "", macro)
    if (macro in of_macro && !(name_in($0, 1) in of_call)) {
        of_call[name_in($0, 1)] = of_macro[macro] + 1
        made_by[name_in($0, 1)] = macro
    }
    next
}
/^static int [a-z_0-9]+\(/ {
    name = $3
    sub(/\(.*/, "", name)
    text = ""
    do text = text " " $0
    while ($0 !~ /^}/ && (getline) > 0)
    all = 0
    split("", seen)
    for (call in of_call)
        if (text ~ "[^a-z_0-9]" call "\\(")
            all += of_call[call] - (call in made_by && seen[made_by[call]]++ ? of_macro[made_by[call]] : 0)
    if (all)
        of_call[name] = all
}
END {
    for (name in of_call)
        print name, of_call[name]
}
