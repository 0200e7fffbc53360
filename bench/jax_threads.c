// jax_threads.c -- jax.c again, built with -fopenmp: parallel axes on all cores, as JAX's interpreters had them.

#include "jax.c"
