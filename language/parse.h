/* ==== The parse mode =====================================================================================

   pallasc reads what is above, then the constructs from its own gen/read/marked.h, and leaves out the rest of this file.
   ========================================================================================================= */
#if PL_MODE_ == PL_PARSE_
#include PL_PARSE_MODE_
#else /* interpret and declarations */
