// jax_threads.c -- jax.c, built with -fopenmp: parallel axes on all cores, as JAX's interpreters used them.

#include "jax.c"
