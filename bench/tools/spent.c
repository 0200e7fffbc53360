// spent.c -- runs a command and prints the processor time that it and its children took, in microseconds.
//
// The shell's `times` counts only hundredths of a second.

#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct rusage spent;
    int status;
    pid_t child = argc > 1 ? fork() : -1;
    if (child == 0) {
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || getrusage(RUSAGE_CHILDREN, &spent) || status) {
        fprintf(stderr, "spent: the command failed\n");
        return 1;
    }
    printf("%ld\n", 1000000L * (spent.ru_utime.tv_sec + spent.ru_stime.tv_sec)
                        + spent.ru_utime.tv_usec + spent.ru_stime.tv_usec);
    return 0;
}
