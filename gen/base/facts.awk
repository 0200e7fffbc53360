# facts.awk -- docs/facts.md from facts.h: a row of a table from each FACT with its FIELDs, and the text after `//: `.

function end_fact() {
    if (fact != "")
        print "| `pl_" fact "(" fields ")` | " meaning explained " |"
    fact = fields = explained = ""
}

# item: FACT(dim, "meaning") or FIELD(number, "meaning")
function take(item,    name, said) {
    name = said = item
    sub(/^[A-Z]*\(/, "", name)
    sub(/,.*/, "", name)
    sub(/^[^"]*"/, "", said)
    sub(/"\)$/, "", said)
    if (item ~ /^FACT/) {
        end_fact()
        fact = name
        meaning = said
        return
    }
    fields = fields (fields == "" ? "" : ", ") name
    if (said != "")
        explained = explained "; `" name "`: " said
}

# A row goes on to the line that ends with a |.
/^\/\/:/ {
    end_fact()
    line = row substr($0, 5)
    row = ""
    if (line ~ /^\|/) {
        gsub(/  +/, " ", line)
        if (line !~ /\|$/) {
            row = line
            next
        }
    }
    print line
    next
}

/^ *(FACT|FIELD)\(/ {
    for (rest = $0; match(rest, /(FACT|FIELD)\([a-z_]*, "[^"]*"\)/); rest = substr(rest, RSTART + RLENGTH))
        take(substr(rest, RSTART, RLENGTH))
}

END { end_fact() }
