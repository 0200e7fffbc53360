#if PL_MODE_ == PL_PARSE_
#include PL_PARSE_MODE_
/* pallasc leaves out the other modes (gen/read/diagnostics.c). */
#else /* interpret and declarations */
