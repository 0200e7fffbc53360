// hand.h -- what hand.c has: peers of what pallasc writes.
#ifndef HAND_H
#define HAND_H

// In OpenCL C: o = exp(x) / sum of exp(x), row by row; rows is a multiple of 16 and so is columns. The same arrays each time.
void hand_softmax(long rows, long columns, const float *x, float *o);

// GELU by tanhf as a plain loop, with the C library's tanhf: pallas.h is not included, which would declare a vector form.
void plain_gelu(long n, const float *restrict x, float *restrict z);

#endif
