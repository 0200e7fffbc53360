/* ==== Copies, semaphores, pipelines, devices: the engine =================================================

   Devices are threads, of which one runs at a time. The others wait for their turn, which passes to another device at
   waits. A copy completes at the wait that takes its bytes. Until then its destination is unspecified, and its source
   must not change. With checks on, a pass logs the events of each device. When all devices have reached its end, the
   order that holds in every schedule is computed from the log, and two accesses without an order are a race.
   ========================================================================================================= */
enum pl_state { PL_RUNS_, PL_WAITS_, PL_AT_RENDEZVOUS_, PL_RETURNED_ };
enum { PL_BARRIERS_ = 16 };

/* Identity of a semaphore, on this and on other devices: its position in an operand, a scope, or the barriers. */
struct pl_semaphore {
    const char *name;
    long index;                         /* in an array of semaphores; -1: not in one */
    int dma;
    struct pl_device *device;
    const struct pl_operand *operand;
    const struct pl_scoped *scope;
    long long count, coming;            /* coming: bytes of copies in flight that will be added to count */
    PL_MPI_(long long *arrived, taken;) /* total that other processes added; part of it that count includes */
    struct pl_spot last;                /* last signal, or last start of a copy, that adds to count */
    PL_CHECKED_(struct pl_spot waited;)
    PL_CHECKED_(int number;)            /* number in the log; 0: not logged yet */
};

struct pl_device {
    int id;
    enum pl_state state;
    struct pl_group *group;
    struct pl_call *call;               /* outermost call that it runs; NULL: none */
    const struct pl_semaphore *waits;   /* state PL_WAITS_ */
    long long needs;
    struct pl_spot spot;
    struct pl_semaphore barrier[PL_BARRIERS_];
    struct pl_scoped *scopes;
    const char *rendezvous;             /* state PL_AT_RENDEZVOUS_: "waits at the beginning of its call" */
    int closing;
    int (*body)(void *);
    void *arg;
    int code;
    pthread_t thread;
    pthread_cond_t turn;
    PL_MPI_(int looks;)                 /* number of PL_SEM_READs without a change */
    PL_CHECKED_(long events;)           /* number of its events in the log */
    PL_CHECKED_(long reads;)            /* number of semaphore reads since the last change */
};

struct pl_group {                       /* devices that run calls together */
    int n, now;                         /* now: the device whose turn it is */
    PL_MPI_(int processes;)             /* devices are processes; only the one of this process is complete */
    int order;                          /* devices=forward|reverse|random */
    unsigned long long random;
    int stuck;                          /* no device can continue */
    int failed, by;                     /* a device of the common call has failed, and which */
    int any;                            /* result of pl_any_ */
    char text[2048];
    pthread_mutex_t lock;
    struct pl_device *device;
#if PL_CHECKS
    struct pl_transfer *transfers;      /* copies in flight, in the order of their starts */
    int started;                        /* number of copies started */
    struct pl_transfer *last;
    struct { char what[64]; struct pl_spot spot; int device; } garbage[PL_FLIGHT_IDS_];    /* copies by poison id */
    struct pl_log *log;
#endif
};
PL_SHARED_ struct pl_group *pl_group_;                  /* the last group, for the debugger */
PL_SHARED_ _Thread_local struct pl_device *pl_me_;      /* device of this thread, in pl_on_devices */
