// hand.h -- what hand.c has: kernels written by hand in OpenCL C, the peers of what pallasc writes.
#ifndef HAND_H
#define HAND_H

// o = exp(x) / sum of exp(x), row by row; rows is a multiple of 16 and so is columns. The same arrays each time.
void hand_softmax(long rows, long columns, const float *x, float *o);

#endif
