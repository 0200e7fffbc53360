#!/bin/sh
# chips.sh -- prints the TPUs of the table targets/tpu/chips.h, of each the name, VMEM and SMEM in KiB.
echo '/* The TPUs: chip(name, KiB of VMEM, KiB of SMEM). Made by language/chips.sh. */'
exec awk -F ', *' '
    BEGIN { printf "#define PL_TPU_CHIPS_(chip)" }
    sub(/^PL_TPU_CHIP\(/, "") { printf " \\\n    chip(\"%s\", %s, %s)", $1, $5, $6 }
    END { print "" }' ../targets/tpu/chips.h
