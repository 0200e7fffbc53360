#!/bin/sh
# counting.sh -- prints the part with macros that count and iterate: for every length of a list they have a row.
exec awk '
    # Macros of at most 108 columns a line: put() adds a word to the line that begin() began.
    function begin(text) { line = text }
    function put(word) {
        if (length(line " " word) > 106) { print line " \\"; line = "   " }
        line = line " " word
    }
    function end() { print line }

    # The parameters a0, a1..., from..to, each with a comma but the last.
    function parameters(from, to, last,    i) { for (i = from; i <= to; i++) put("a" i (i < to ? "," : last)) }

    # name(item...) is a number that depends on how many items there are: the one in place of them in a list of numbers. values
    # is those numbers, from the one for most items to the one for none.
    function count(name, place, values,    n, i, value) {
        n = split(values, value, " ")
        begin("#define " name "(...) " place "(__VA_ARGS__,")
        for (i = 1; i <= n; i++) put(value[i] ",")
        put("~)")
        end()
    }
    function times(n, text,    s) { s = ""; while (n-- > 0) s = s " " text; return s }
    function down(from, to,    s) { s = ""; while (from >= to) s = s " " from--; return s }

    # Rows up to ten items are written out. A longer one is ten items and a shorter row, whose numbers begin with another digit.
    function rows(name, none, most,    n, i) {
        for (n = none == "" ? 1 : 0; n <= 10; n++) {
            begin("#define " name n "(t, f, c" none (n ? "," : ")"))
            parameters(0, n - 1, ")")
            for (i = 0; i < n; i++) put("f(t##" i ", c, a" i ")")
            end()
        }
        for (; n <= most; n++)
            print "#define " name n "(t, ...) " name "TENS_" int((n - 1) / 10) "(" (n - 1) % 10 + 1 ", __VA_ARGS__)"
        for (i = 1; i <= int((most - 1) / 10); i++) tens(name, none, i, i)
        print "#define " name most + 1 "(...) " name "CUT_(__VA_ARGS__)"
        begin("#define " name "CUT_(t, f, c" none ",")
        parameters(0, most - 1, ",")
        put("...)")
        put(name most "(t, f, c" none ",")
        parameters(0, most - 1, ")")
        end()
    }
    # The items from ten times all - left on, of which left tens are written out, and then n more.
    function tens(name, none, all, left,    at) {
        at = all - left
        begin("#define " name "TENS_" all (at ? "_" at : "") "(n, f, c" none ",")
        parameters(0, 9, ",")
        put("...)")
        put(name "10(" (at ? at : "") ", f, c" none ",")
        parameters(0, 9, ")")
        if (left == 1) put(name "##n(" all ", f, c" none ", __VA_ARGS__)")
        else put(name "TENS_" all "_" at + 1 "(n, f, c" none ", __VA_ARGS__)")
        end()
        if (left > 1) tens(name, none, all, left - 1)
    }

    # Whether a number of arguments is in a range: its macro has a row for each number; PL_QUICK_ assumes that it is right.
    function range(name, from, to) {
        print "#define PL_IF_RANGE_" name " PL_IF_" (name !~ /FEW/)
        for (; from <= to; from++) print "#define PL_RANGE_" name "_" from " ~, 1"
    }

    # What dims of each rank stand for.
    function ranks(    n, i, strides, pitches, block, pad) {
        for (n = 1; n <= 6; n++) {
            print "#define PL_ONES_" n times(n, "[1]")
            strides = strides (n > 1 ? ", " : " ") "sizeof (v)" times(n, "[0]")
            print "#define PL_STRIDES_" n "(v)" strides
            pitches = pitches (n > 1 ? " [p[" n - 1 "]]" : "")
            print "#define PL_PITCHES_" n "(p)" pitches
            block = block "a" n ", "
            pad = pad (n > 1 ? ", " : "") "p" n
            begin("#define PL_UNBLOCKED_" n "0" n "(" block pad ")")
            for (i = 1; i <= n; i++) put((i > 1 ? "" : "(") "PL_PADDED_(a" i ", PL_BARE_ p" i ")" (i < n ? "," : ")"))
            end()
        }
    }

    BEGIN {
        print "/* Made by language/counting.sh: the rows of the macros above. */"
        begin("#define PL_33RD_(")
        parameters(1, 32, ",")
        put("n, ...) n")
        end()
        begin("#define PL_66TH_(")
        parameters(0, 64, ",")
        put("n, ...) n")
        end()
        count("PL_N_", "PL_33RD_", times(16, 17) down(16, 1))
        count("PL_COUNT_", "PL_66TH_", times(32, 33) down(32, 0))
        count("PL_MANY_", "PL_66TH_", times(64, 2) " 1")
        count("PL_FEW_", "PL_66TH_", times(49, 0) times(16, 1))
        rows("PL_OVER_", ", o", 32)
        rows("PL_LIST_", "", 16)
        ranks()
        range("1", 1, 1)
        range("2", 2, 2)
        range("2TO3", 2, 3)
        range("3", 3, 3)
        range("5", 5, 5)
        range("3TO8", 3, 8)
        range("4TO9", 4, 9)
        range("FEW2", 1, 1)
        range("FEW3", 1, 2)
        range("FEW4", 1, 3)
    }'
