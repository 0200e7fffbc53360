#ifndef PALLAS_H
#define PALLAS_H
#define PL_VERSION "0.1"

/* The headers of C. <math.h> follows when macros of the program are aside. */
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifndef __PALLASC__
#include <pthread.h>                                                   /* devices: see pl_on_devices */
#endif
#if defined PL_MPI && !defined __PALLASC__                             /* devices that are processes: see pallas_mpi.h */
#include <mpi.h>
#include <threads.h>
#endif
#ifdef _OPENMP                                                         /* threads, with checks off: see PL_TEAM_ */
#include <omp.h>                                                        /* No such file? clang: apt-get install libomp-dev */
#endif
