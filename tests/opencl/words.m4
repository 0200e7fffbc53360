m4_dnl  words.m4 -- a kernel for each word of gen/prove/words.c that OpenCL has, for words.sh. Argument number n is in the array sn, from the
m4_dnl  fifth element on. word_case(WORD, ELEMENTS, TEXT): WORD without say_; ELEMENTS: as many as it accesses.
m4_define(«word_case», ««
__kernel void word_$1(__global float *s0, __global float *s1, __global float *s2, __global float *result)
{
»$3«}
»»)m4_dnl
word_case(«load», 4, «say_load(«float», «loaded», «s2[4]», «», «4», «»)«for (int e = 0; e < 4; e++)
result[e] = loaded[e];
»»)
word_case(«reload», 4, ««float loaded[4];
»say_reload(«float», «loaded», «s2[4]», «4»)«for (int e = 0; e < 4; e++)
result[e] = loaded[e];
»»)
word_case(«store», 4, «say_store(«float», «(s1 + 4)», «s2[4]», «4», «»)»)
word_case(«store_piece», 4, «say_store_piece(«s0[4]», «s1[4]», «4»)»)
word_case(«fetch_element», 1, «say_fetch_element(«float», «s1[4]», «s2[4]»)»)
word_case(«fetch_masked», 1, «say_fetch_masked(«float», «s1[4]», «s2[4]», «get_global_id(0) == 0»)»)
word_case(«fetch_piece», 4, «say_fetch_piece(«s0[4]», «s1[4]», «4», «16»)»)
