// count.h -- count_objects(), called first in main: what is not given back at exit makes the exit status 9.

extern int contexts_made;
void count_objects(void);
