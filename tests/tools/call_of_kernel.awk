# Prints a call of the file's first kernel, in which every ref is a whole array of its shape.
/^PL_KERNEL\(/ && !kernel { inside = 1 }
inside { text = text $0 }
inside && /^\{|\)$/ && /\)$/ { inside = 0; kernel = 1 }
END {
    gsub(/ +/, " ", text)
    name = text; sub(/^PL_KERNEL\(/, "", name); sub(/[,)].*/, "", name)
    sub(/^PL_KERNEL\([^,]*,? */, "", text); sub(/\)$/, "", text)
    parts = ""
    while (match(text, /PL_[A-Z_]*\([^()]*(\([^()]*\)[^()]*)*\)/)) {
        part = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH)
        inner = part; sub(/^[^(]*\(/, "", inner); sub(/\)$/, "", inner)
        if (part ~ /^PL_SCALAR/) { parts = parts ", " part; continue }
        n = split(inner, f, /, */)
        dims = ""
        for (i = 3; i <= n; i++) dims = dims (i > 3 ? ", " : "") f[i]
        kind = "PL_OUT"; type = f[1]
        if (type ~ /^const /) { kind = "PL_IN"; sub(/^const /, "", type) }
        parts = parts ", " kind "(" type ", " f[2] ", (" dims "), PL_WHOLE)"
    }
    print "PL_CALL(call_of_it, " name ", PL_GRID()" parts ")"
}
