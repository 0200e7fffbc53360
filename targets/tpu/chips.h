/* chips.h -- the chips that CHIP= knows: every number of theirs that the model uses, and where it is from.

   A table and nothing else. Whoever includes it says first what a row becomes; it is read by C and, for
   `pallasc --explain --target=tpu`, by m4:

       PL_TPU_CHIP(name, generation, tensor cores of a chip, cores that share a call, VMEM of a core in KiB,
                   SMEM of a core in KiB, bf16 matrix arithmetic of a core in GFLOP/s, HBM of a chip in MB/s)

   [J] is jax/_src/tpu_info.py in jax-ml/jax at commit cec06d11, whose figures are for one tensor core: what it calls a
   chip's is divided by its cores. [C] is the page of the chip in the documentation of Google Cloud TPU.

   generation    [J]. It decides the tiles of 16-bit arrays: 8 rows up to 6, 16 rows from 7 on.
   tensor cores  [J]
   cores that share a call
                 [J]: where two cores are one device ("megacore"), v4 and v5p, PL_PARALLEL axes are split over both. A
                 v7x has two as well, and each is a device of its own.
   VMEM, SMEM    [J]. What a program is granted may be less: XLA reserves some, and has a limit that users can move.
   arithmetic    [J]: v4 137.5, v5e 197 and v5p 229.5 TFLOP/s; [C]: v6e 918; v7x 2307 for its two cores. [J] rounds the
                 last two to 920 and 2310.
   HBM           [J]: v4 1230, v5e 820, v6e 1640, v7x 7400 GB/s; [C]: v5p 2765, where [J] has 2460.

   What follows from arithmetic and HBM is one sentence of the report; nothing is rejected for it, and no clock runs yet.
*/
PL_TPU_CHIP(v4,  4, 2, 2,  16 * 1024, 1024,  137500, 1230000)
PL_TPU_CHIP(v5e, 5, 1, 1, 128 * 1024, 1024,  197000,  820000)
PL_TPU_CHIP(v5p, 5, 2, 2,  64 * 1024, 1024,  229500, 2765000)
PL_TPU_CHIP(v6e, 6, 1, 1, 128 * 1024, 1024,  918000, 1640000)
PL_TPU_CHIP(v7x, 7, 2, 1,  64 * 1024, 1024, 1153500, 7400000)
