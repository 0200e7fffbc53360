// hand.h -- the peers in hand.c.
#ifndef HAND_H
#define HAND_H

// In OpenCL C: o = exp(x) / sum of exp(x), row by row. rows and columns are multiples of 16. Every call has the same arrays.
void hand_softmax(long rows, long columns, const float *x, float *o);

// GELU by tanhf as a plain loop, with the C library's tanhf. pallas.h would declare a vector form, so hand.c does not include it.
void plain_gelu(long n, const float *restrict x, float *restrict z);

#endif
