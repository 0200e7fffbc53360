#!/bin/sh
# names.sh [-l] -- reads the other parts of pallas.h, and prints the part that puts macros of the program aside: those with a
# name that pallas.h uses without its own prefix, for members, variables and C functions. -l lists these names, one a line.
set -eu
names() {
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
        # Splits a definition: sets the parameters, which no macro changes, and returns what the macro stands for.
        function body(text,    count, i, names) {
            match(text, /^[A-Za-z0-9_]+/)
            own[substr(text, 1, RLENGTH)]
            text = substr(text, RLENGTH + 1)
            if (text !~ /^\(/) return text
            count = split(substr(text, 2, index(text, ")") - 2), names, /[ ,]+/)
            for (i = 1; i <= count; i++) parameter[names[i]]
            return substr(text, index(text, ")") + 1)
        }
        {
            text = text code($0)
            if (sub(/\\$/, " ", text)) next
            split("", parameter)
            if (sub(/^ *# *define */, "", text)) text = body(text)
            if (text ~ /^ *#/) text = ""
            gsub(/##[A-Za-z0-9_]*|[A-Za-z0-9_]*##/, " ", text)
            while (match(text, /[A-Za-z0-9_]+/)) {
                name = substr(text, RSTART, RLENGTH)
                if (name ~ /^[A-Za-z]/ && !(name in parameter)) used[name]
                text = substr(text, RSTART + RLENGTH)
            }
            text = ""
        }
        END { for (name in used) if (!(name in own)) print name }
    ' | grep -v -e '^pl_' -e '^PL_' -e '^[A-Z0-9_]*$' -e '_t$' -e '^va_' | grep -v -w -x -e "$language"
}
# Keywords, and macros of <stdio.h> and other headers.
language='auto\|break\|case\|char\|const\|continue\|default\|do\|double\|else\|enum\|extern\|float\|for\|goto\|if\|inline\|int\|long'
language="$language"'\|register\|restrict\|return\|short\|signed\|sizeof\|static\|struct\|switch\|typedef\|union\|unsigned\|void'
language="$language"'\|volatile\|while\|bool\|stderr\|stdout\|offsetof\|setjmp\|defined\|true\|false\|signbit\|is[a-z]*'

# Functions of <math.h>, which is included when such macros are aside.
math='acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cosh erf erfc exp2 expm1 fabs fdim floor fma fmaf fmax fmin fmod
    frexp frexpf hypot ilogb ilogbf ldexp lgamma llrint llrintf llround llroundf log10 log1p log2 logb lrint lrintf lround
    lroundf modf modff nan nanf nearbyint nextafter remainder remquo remquof rint round scalbln scalblnf scalbn scalbnf sinh
    sqrt tan tanh tgamma trunc'

# Reads lines, and writes as few of at most 112 columns, each but the last with a backslash. It breaks none: ~ is a blank.
fill() { paste -s -d ' ' - | fold -s -w 106 | sed 's/ *$//; s/^/    /; $!s/$/ \\/' | tr '~' ' '; }

all=$({ names && printf '%s\n' $math; } | LC_ALL=C sort -u)
[ "${1-}" != -l ] || { echo "$all"; exit; }
echo '/* Made by language/names.sh: such a macro, if the program has one, is put aside; it is back at the end of this file. */'
echo '#if !defined __PALLASC__ && ( \'
echo "$all" | sed 's/^/defined~/; $!s/$/~||/; $s/$/)/' | fill
echo '#define PL_ASIDE_(each) \'
echo "$all" | sed 's/.*/each(&)/' | fill
echo 'PL_ASIDE_(PL_PUSH_)'
echo "$all" | sed 's/^/#undef /'
echo '#endif'
