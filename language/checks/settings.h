/* ---- Settings -------------------------------------------------------------------------------------------

   The environment variable PALLAS, which each call reads: order=, check=, poison=... and the chips of lint=. */
#if PL_CHECKS
static inline void pl_members_(struct pl_call *c, struct pl_operand *o, const void *members, size_t size)
{
    o->members = malloc(size);
    if (o->members)
        memcpy(o->members, members, size);
    else
        pl_no_memory_(c, size);
}

static inline int pl_is_word_(const char *word, const char *value, size_t n) { return strlen(word) == n && !memcmp(word, value, n); }
static inline int pl_word_(const char *value, size_t n, const char *words)      /* index of value in "a|b|c", or -1 */
{
    for (int i = 0; *words; i++) {
        size_t m = strcspn(words, "|");
        if (m == n && !memcmp(words, value, n))
            return i;
        words += m + (words[m] == '|');
    }
    return -1;
}

static inline void pl_bad_setting_(struct pl_call *c, const char *key, size_t k, const char *value, size_t v, const char *wanted)
{
    pl_report_(c->file, c->line, NULL, NULL, PL_MESSAGE_SETTING_VALUE_, (int)k, key, (int)v, value, wanted);
}

/* Sets the chip for lint=. TPU: VMEM and SMEM of a TensorCore. CUDA: maximum shared memory of one thread block, from the CUDA
   C++ programming guide's table of compute capabilities. */
#define PL_LINT_CHIP_(name, vmem, smem) { "tpu-" name, 1, 1024. * (vmem), 1024. * (smem) },
#define PL_LINT_NAME_(name, vmem, smem) "tpu-" name ", "
static inline void pl_lint_chip_(struct pl_call *c, const char *name, size_t n)
{
    static const struct pl_chip chips[] = {
        PL_TPU_CHIPS_(PL_LINT_CHIP_)
        { "cuda-sm80", 0, 163. * 1024, 0 },    { "cuda-sm90", 0, 227. * 1024, 0 },
    };
    for (size_t i = 0; i < sizeof chips / sizeof chips[0]; i++)
        if (pl_is_word_(chips[i].name, name, n))
            c->set.chip = &chips[i];
    if (!c->set.chip)
        pl_bad_setting_(c, "lint", 4, name, n, PL_TPU_CHIPS_(PL_LINT_NAME_) "cuda-sm80, cuda-sm90");
}

/* Whether the setting is one of several words; then sets it. */
static inline int pl_is_choice_(struct pl_call *c, const char *key, size_t k, const char *value, size_t v)
{
    static const struct { const char *key, *words; } known[] = {
        { "order", "seq|reverse|random" }, { "schedule", "sequential|pipelined" }, { "copies", "early|late|random" },
        { "check", "on|twin|off" }, { "poison", "nan|zero|off" }, { "on_error", "return|trap" }, { "devices", "forward|reverse|random" },
    };
    int *to[] = { &c->set.order, &c->set.pipelined, &c->set.copies, &c->set.check, &c->set.poison, &c->set.trap, &c->set.devices };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (pl_is_word_(known[i].key, key, k)) {
            int word = pl_word_(value, v, known[i].words);
            *to[i] = word < 0 ? 0 : word;
            if (word < 0)
                pl_bad_setting_(c, key, k, value, v, known[i].words);
            return 1;
        }
    return 0;
}

static inline void pl_setting_(struct pl_call *c, const char *key, size_t k, const char *value, size_t v)
{
    if (pl_is_word_("seed", key, k)) {
        char *end;
        c->set.seed = strtoull(value, &end, 10);
        if (v == 0 || end != value + v)
            pl_bad_setting_(c, key, k, value, v, "a number");
    } else if (pl_is_word_("lint", key, k)) {
        pl_lint_chip_(c, value, v);
    } else if (pl_is_word_("timeout", key, k) || pl_is_word_("scoped", key, k)) {       /* read by pallas_mpi.h */
        if (!v || strspn(value, "0123456789.") < v)
            pl_bad_setting_(c, key, k, value, v, "a number");
    } else if (pl_is_word_("digest", key, k)) {
        snprintf(c->digest, sizeof c->digest, "%.*s", (int)v, value);
        if (v == 0 || v >= sizeof c->digest)
            pl_bad_setting_(c, key, k, value, v, "the name of a file");
    } else if (pl_is_word_("trace", key, k)) {
        pl_trace_open_(c, value, v);
    } else if (!pl_is_choice_(c, key, k, value, v) &&                  /* others may be settings of a target */
               pl_word_(key, k, "groups|grid|parts|local|maps|width|memory|arch|uninitialized|chip|dry|summary|report|timeline|call|events") < 0) {
        pl_report_(c->file, c->line, NULL, NULL, PL_MESSAGE_SETTING_UNKNOWN_, (int)k, key,
                   "order, schedule, copies, devices, check, poison, on_error, seed, lint, trace, digest");
    }
}

static inline void pl_settings_(struct pl_call *c)
{
    const char *s = getenv("PALLAS");
    while (s && *s) {
        size_t n = strcspn(s, ",; "), k = strcspn(s, "=,; ");
        if (n)
            pl_setting_(c, s, k, k < n ? s + k + 1 : s + n, k < n ? n - k - 1 : 0);
        s += n;
        s += strspn(s, ",; ");
    }
}

/* splitmix64: short, and it accepts any seed. */
static inline unsigned long long pl_random_(unsigned long long *state)
{
    unsigned long long z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Element k of a seeded permutation of 0 <= k < n: an affine map whose factor is coprime to n. */
static inline long pl_shuffled_(long k, long n, unsigned long long seed)
{
    unsigned long long state = seed * 2 + 1, m = (unsigned long long)n, factor, shift;
    if (n < 2 || n > 0x7fffffff)
        return k;
    shift = pl_random_(&state) % m;
    for (;;) {
        unsigned long long a = factor = pl_random_(&state) % m, b = m;
        while (a) {
            unsigned long long r = b % a;
            b = a, a = r;
        }
        if (b == 1)
            break;
    }
    return (long)((factor * (unsigned long long)k + shift) % m);
}
#endif
