%%helper PL_CHAINS PL_EACH_CHAIN
// A fold has so many sums a lane, which take turns: an addition need not wait for the one before.
#define PL_CHAINS 4
#define PL_EACH_CHAIN(k) _Pragma("unroll") for (int k = 0; k < PL_CHAINS; k++)


%%helper PL_STRIP
// A strip has so many vectors: one for each, of all that loops over it add up, stays in the first cache.
#define PL_STRIP 16
