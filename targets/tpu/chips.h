/* chips.h -- the chips that CHIP= knows: every number of theirs that the model uses, and where it is from.

   Two tables and nothing else. Whoever includes it says first what a row of each becomes; it is read by C and, for
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

   Nothing is rejected for arithmetic and HBM: they are for the clock.
*/
PL_TPU_CHIP(v4,  4, 2, 2,  16 * 1024, 1024,  137500, 1230000)
PL_TPU_CHIP(v5e, 5, 1, 1, 128 * 1024, 1024,  197000,  820000)
PL_TPU_CHIP(v5p, 5, 2, 2,  64 * 1024, 1024,  229500, 2765000)
PL_TPU_CHIP(v6e, 6, 1, 1, 128 * 1024, 1024,  918000, 1640000)
PL_TPU_CHIP(v7x, 7, 2, 1,  64 * 1024, 1024, 1153500, 7400000)

/* The clock's numbers, for a core. clock.h says what each does.

       mhz              [L] for v4; [S] for v5e; v5p follows from its arithmetic, 4 matrix units of 128 x 128; v6e and v7x are
                        inferred in the same way, with two rows a cycle: Google publishes none
       side             [J]: rows and columns of a matrix unit
       efficiency       the part of the arithmetic that long streams of rows reach
       swap             rows of x in the time in which a matrix unit exchanges its tile of y: what is left of 8 pushes and a
                        load behind the rows of the previous tile; swap_transposed: of a transposed y
       adds, transcendentals, crossings, loads, stores
                        registers of 8 x 128 words a cycle; [L] for v4's transcendentals, one in 2 cycles, crossings, one of
                        both XLUs in 4, and stores. It also has 2 adds and 1 load, which does not fit its matmul
       serial           the part of the shorter one of matrix and vector work that the compiler does not overlap
       accumulates      [J]: only a v7x has accumulators for more than a tile, 128 in each matrix unit
       hbm              the part of the bandwidth that copies reach while others hide their latencies: [L] for v4. Kernels that
                        only copy, with latencies, reach 721 of 820, 2450 of 2765, 1360 of 1640 and 3210 of 3700 GB/s
       latency_in, latency_out
                        ns from the last byte of a copy to its arrival; [L] for v4: 484 and 418 cycles with its start
       start, step      ns of the scalar unit for a copy and for a step of the grid
       launch           ns to start a kernel: copies of 2 MiB on a v7x; 0 for v4, whose timings are of cycles within a kernel
       link             GB/s of one direction of a link: [L] for v4, 24.77 cycles a KiB; [P] for v5p and v6e; [S] for v5e and v7x
       hop, signal, push
                        ns for each device on the way, and to receive a signal, or the last byte of a push. [L]: a push and a
                        signal back take 1941 cycles, and 967 more if the way has one device more; a barrier of 2 x 2 devices
                        takes 1299, which is a signal over two links. [S] has 1 us a hop for all chips, so the others have
                        the same

   [L] tpu-v4-latency-numbers and pallas-tpu-tutorial, cycles at 1.05 GHz. [S] How to Scale Your Model. [P]
   marin-community/marin #6736, pushes of 1 to 64 MiB. All others are fitted, with one set of numbers for all kernels, to
   timings in bench/tpu/measurements.csv: all of a v4, v5e and v6e, and less than half of those of a v5p and v7x. `make bench TARGET=tpu`
   prints all errors. A number that these do not determine has the value of the closest chip: crossings. */
PL_TPU_CLOCK(v4,  .mhz = 1050, .side = 128, .efficiency = 1, .swap = 14, .swap_transposed = 14, .adds = 4, .transcendentals = 0.5,
             .crossings = 0.25, .loads = 1.5, .stores = 1, .serial = 0, .hbm = 0.762, .latency_in = 490, .latency_out = 340,
             .start = 18, .step = 30, .launch = 0,
             .link = 43.4, .hop = 460, .signal = 317, .push = 612)
PL_TPU_CLOCK(v5e, .mhz = 1500, .side = 128, .efficiency = 1, .swap = 0, .swap_transposed = 0, .adds = 4, .transcendentals = 1,
             .crossings = 1, .loads = 2, .stores = 1.02, .serial = 0.04, .hbm = 0.95, .latency_in = 330, .latency_out = 330,
             .start = 10, .step = 265, .launch = 1600,
             .link = 45, .hop = 460, .signal = 317, .push = 612)
PL_TPU_CLOCK(v5p, .mhz = 1750, .side = 128, .efficiency = 1, .swap = 0, .swap_transposed = 0, .adds = 4.7, .transcendentals = 0.423,
             .crossings = 1, .loads = 3.24, .stores = 1.34, .serial = 0.076, .hbm = 0.915, .latency_in = 342, .latency_out = 342,
             .start = 10, .step = 257, .launch = 1600,
             .link = 86.3, .hop = 460, .signal = 317, .push = 612)
PL_TPU_CLOCK(v6e, .mhz = 1750, .side = 256, .efficiency = 0.895, .swap = 38, .swap_transposed = 70, .adds = 4.26,
             .transcendentals = 0.77, .crossings = 1, .loads = 6.15, .stores = 5, .serial = 0.137, .hbm = 0.9, .latency_in = 410,
             .latency_out = 410, .start = 10, .step = 248, .launch = 1600,
             .link = 86.8, .hop = 460, .signal = 317, .push = 612)
PL_TPU_CLOCK(v7x, .mhz = 2200, .side = 256, .efficiency = 0.886, .swap = 2.7, .swap_transposed = 26, .accumulates = true, .adds = 4,
             .transcendentals = 0.67, .crossings = 1, .loads = 6.5, .stores = 3.8, .serial = 0.238, .hbm = 0.872, .latency_in = 28,
             .latency_out = 28, .start = 10, .step = 529, .launch = 1600,
             .link = 90, .hop = 460, .signal = 317, .push = 612)
