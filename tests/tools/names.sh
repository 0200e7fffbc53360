#!/bin/sh
# names.sh [-u] FILE -- prints the names in pallas.h that a program may define as macros, because they do not begin with pl_ or
# PL_: names of members, variables and C functions, one per line. -u writes them to the section of FILE that puts such macros
# aside.
set -u
names_in() {
    awk '
        # Returns the line without comments, strings and characters.
        function code(line,    kept, end, found) {
            kept = ""
            for (;;) {
                if (in_comment) {
                    end = index(line, "*/")
                    if (!end) return kept
                    line = substr(line, end + 2)
                    in_comment = 0
                } else if (match(line, /"([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047|\/\*|\/\/.*/)) {
                    found = substr(line, RSTART, 2)
                    kept = kept substr(line, 1, RSTART - 1) " "
                    line = substr(line, RSTART + (found == "/*" ? 2 : RLENGTH))
                    in_comment = found == "/*"
                } else {
                    return kept line
                }
            }
        }
        {
            text = code($0)
            if (text ~ /^ *# *define/) {
                delete parameter
                sub(/^ *# *define */, "", text)
                match(text, /^[A-Za-z0-9_]+/)
                own[substr(text, 1, RLENGTH)] = 1
                text = substr(text, RLENGTH + 1)
                if (text ~ /^\(/) {
                    count = split(substr(text, 2, index(text, ")") - 2), each_one, /[ ,]+/)
                    for (i = 1; i <= count; i++) parameter[each_one[i]] = 1
                    text = substr(text, index(text, ")") + 1)
                }
            } else if (text ~ /^ *#/) {
                next
            } else if (!continued) {
                delete parameter
            }
            continued = $0 ~ /\\$/
            gsub(/##[A-Za-z0-9_]*|[A-Za-z0-9_]*##/, " ", text)
            while (match(text, /[A-Za-z0-9_]+/)) {
                name = substr(text, RSTART, RLENGTH)
                if (name ~ /^[A-Za-z]/ && !(name in parameter)) names[name] = 1
                text = substr(text, RSTART + RLENGTH)
            }
        }
        END { for (name in names) if (!(name in own)) print name }
    ' "$1" | grep -v -e '^pl_' -e '^PL_' -e '^_' -e '^[A-Z0-9_]*$' -e '_t$' -e '^va_' | grep -v -w -x -e "$language" | LC_ALL=C sort -u
}
# Keywords, and macros of <stdio.h> and other headers.
language='auto\|break\|case\|char\|const\|continue\|default\|do\|double\|else\|enum\|extern\|float\|for\|goto\|if\|inline\|int\|long'
language="$language"'\|register\|restrict\|return\|short\|signed\|sizeof\|static\|struct\|switch\|typedef\|union\|unsigned\|void'
language="$language"'\|volatile\|while\|bool\|stderr\|stdout\|offsetof\|setjmp\|defined\|true\|false\|signbit\|is[a-z]*'

# Writes the list, several names per line, and an #undef of each name.
section() {
    printf '%s\n' '#define PL_ASIDE_(each) \'
    sed 's/.*/each(&)/' | tee "$work/each" | paste -s -d ' ' | fold -s -w 112 | sed 's/ *$//; s/^/    /; $!s/$/ \\/'
    echo 'PL_ASIDE_(PL_PUSH_)'
    sed 's/each(\(.*\))/#undef \1/' "$work/each"
}

if [ "$1" = -u ]; then
    work=$(mktemp -d)
    names_in "$2" | section >"$work/section"
    awk -v section="$work/section" '
        /^#define PL_ASIDE_\(each\)/ { inside = 1; while ((getline line < section) > 0) print line }
        inside && !/^#define PL_ASIDE_|^    each\(|^PL_ASIDE_|^#undef / { inside = 0 }
        !inside
    ' "$2" >"$work/new" && cat "$work/new" >"$2"
    rm -rf "$work"
else
    names_in "$1"
fi
