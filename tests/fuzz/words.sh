#!/bin/sh
# tests/fuzz/words.sh -- prints the dictionary of mutate.c, one word per line: words of the language, of C and of the targets, and
# macros of the templates and of m4.
cd "$(dirname "$0")/../.." || exit 2
export LC_ALL=C
{
    grep -o -h -w 'PL_[A-Z0-9_]*' docs/language.md docs/interpret.md | grep -v '_$'
    sed -n -e 's/.*m4_define(«\([A-Za-z_][A-Za-z0-9_]*\)».*/\1/p' -e 's/.*pl_macro(«\([A-Za-z_][A-Za-z0-9_]*\)(.*/\1/p' \
        -e 's/.*pl_define(«[a-z_]*», «\([A-Za-z_][A-Za-z0-9_]*\)».*/\1/p' targets/*.m4 targets/*/*.m4
    cat targets/*/reserved | tr ' ' '\n' | grep -v '[*]'
    printf '%s\n' m4_define m4_ifelse m4_shift m4_eval m4_len m4_index m4_substr m4_format m4_divnum m4_include m4_patsubst \
        define ifelse shift eval len index substr format divnum include patsubst unix __file__ __line__ pl_call pl_end
    printf '%s\n' int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t float double bool char long short size_t \
        struct union enum const static inline return if else for while do switch case default break continue goto sizeof \
        pl_f16 pl_bf16 abs fabsf sqrtf expf fmaxf memcpy malloc
} | sort -u
