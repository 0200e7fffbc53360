%%helper PL_CHAINS PL_EACH_CHAIN
// A reduction has this many independent partial sums per work-item, so that an addition does not wait for the
// previous one.
#define PL_CHAINS 4
#define PL_EACH_CHAIN(k) _Pragma("unroll") for (int k = 0; k < PL_CHAINS; k++)


%%helper PL_STRIP
// A strip is this many vectors: the partial sums of a strip stay in the L1 cache.
#define PL_STRIP 16
