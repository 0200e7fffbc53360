/* ---- The mesh -------------------------------------------------------------------------------------------

   PL_DEVICE_ID, PL_NEIGHBOR and PL_DEVICE_AT; and the address, on another device, of what a copy or a signal names on
   this one. */
static inline long pl_mesh_size_(const struct pl_call *root)
{
    long n = 1;
    for (int a = 0; a < root->mesh; a++)
        n *= root->mesh_axis[a].extent;
    return n;
}

/* Index of the mesh axis with this name, or -1 after a report. stride: distance between neighbors on it, in device ids. */
static inline int pl_mesh_axis_(const char *name, long *stride, struct pl_spot spot)
{
    struct pl_call *root = pl_root_(pl_now_);
    *stride = 1;
    for (int a = root->mesh; a-- > 0; *stride *= root->mesh_axis[a].extent)
        if (!strcmp(root->mesh_axis[a].name, name))
            return a;
    PL_CHECKED_(PL_FAIL_(spot, NULL, PL_HINT_AXIS_OF_MESH_, PL_MESSAGE_AXIS_OF_MESH_, root->name, name);)
    (void)spot;
    return -1;
}

static inline long pl_device_of_mesh_(const char *axis, struct pl_spot spot)
{
    long id = pl_device_(pl_now_)->id, stride;
    int a = axis ? pl_mesh_axis_(axis, &stride, spot) : -1;
    return !axis ? id : a < 0 ? 0 : id / stride % pl_root_(pl_now_)->mesh_axis[a].extent;
}

static inline long pl_devices_of_mesh_(const char *axis, struct pl_spot spot)
{
    struct pl_call *root = pl_root_(pl_now_);
    long stride;
    int a = axis ? pl_mesh_axis_(axis, &stride, spot) : -1;
    return !axis ? pl_mesh_size_(root) : a < 0 ? 1 : root->mesh_axis[a].extent;
}

static inline long pl_device_at_(int n, const long *at, struct pl_spot spot)
{
    struct pl_call *root = pl_root_(pl_now_);
    long id = 0;
    PL_CHECKED_(if (n != root->mesh)
        PL_FAIL_(spot, NULL, PL_HINT_DEVICE_AT_COUNT_, PL_MESSAGE_DEVICE_AT_COUNT_, n, root->mesh);)
    for (int a = 0; a < n && a < root->mesh; a++) {
#if PL_CHECKS
        if (at[a] < 0 || at[a] >= root->mesh_axis[a].extent)
            PL_FAIL_(spot, NULL, PL_HINT_NO_DEVICE_, PL_MESSAGE_DEVICE_AT_, at[a],
                     root->mesh_axis[a].name, root->mesh_axis[a].extent);
#endif
        id = id * root->mesh_axis[a].extent + at[a];
    }
    (void)spot;
    return id;
}

static inline long pl_neighbor_(const char *axis, long by, struct pl_spot spot)
{
    struct pl_call *root = pl_root_(pl_now_);
    long id = pl_device_(pl_now_)->id, stride, n, at;
    int a = pl_mesh_axis_(axis, &stride, spot);
    if (a < 0)
        return id;
    n = root->mesh_axis[a].extent, at = id / stride % n;
    return id + (((at + by) % n + n) % n - at) * stride;
}

/* Checks that a device exists and that the kernel may refer to devices. */
static inline long pl_device_named_(long device, struct pl_spot spot)
{
#if PL_CHECKS
    struct pl_call *root = pl_root_(pl_now_);
    struct pl_device *me = pl_device_(pl_now_);
    if (!root->mesh)
        PL_FAIL_(spot, NULL, PL_HINT_NO_MESH_, PL_MESSAGE_NO_MESH_, device, root->name);
    else if (root->parallel > 1)
        PL_FAIL_(spot, NULL, PL_HINT_DEVICE_UNNAMED_, PL_MESSAGE_DEVICE_UNNAMED_, device);
    else if (device < 0 || device >= me->group->n)
        PL_FAIL_(spot, NULL, PL_HINT_NO_DEVICE_, PL_MESSAGE_NO_DEVICE_, device, (long)me->group->n);
#else
    (void)spot;
#endif
    return device;
}

/* ---- Addresses on another device ----------------------------------------------------------------------- */
static inline const struct pl_scoped *pl_scope_there_(const struct pl_scoped *mine, const struct pl_device *there)
{
    for (const struct pl_scoped *s = there->scopes; s; s = s->outer)
        if (s->depth == mine->depth && s->spot.line == mine->spot.line && !strcmp(s->name, mine->name) && s->n == mine->n &&
            s->tile.bytes == mine->tile.bytes)
            return s;
    return NULL;
}

static inline struct pl_semaphore *pl_semaphore_there_(const struct pl_semaphore *s, struct pl_device *there, struct pl_spot spot)
{
    long i = s->index < 0 ? 0 : s->index;
    if (there == s->device)
        return (struct pl_semaphore *)(uintptr_t)s;
    if (s->operand)
        return there->call->operand[s->operand - s->device->call->operand].sems + i;
    if (s->scope) {
        const struct pl_scoped *scope = pl_scope_there_(s->scope, there);
        PL_CHECKED_(if (!scope)
            PL_FAIL_(spot, NULL, PL_HINT_NOT_IN_SCOPE_, PL_MESSAGE_NOT_IN_SCOPE_, (long)there->id, s->name);)
        (void)spot;
        return scope ? scope->sems + i : (struct pl_semaphore *)(uintptr_t)s;
    }
    return &there->barrier[i];
}

/* The address on another device that corresponds to v; NULL: v is private to this device. */
static inline char *pl_place_there_(const struct pl_view *v, const struct pl_device *me, const struct pl_device *there, struct pl_spot spot)
{
    const struct pl_scoped *mine, *other;
    const struct pl_operand *o = v->operand, *first = me->call->operand;
    if (me == there)
        return v->at;
    if (o && o >= first && o < first + me->call->operands && (o->any || o->kind == PL_KIND_SCRATCH_))
        return (char *)there->call->operand[o - first].window.at + (v->at - (char *)o->window.at);
    mine = pl_scope_of_(me, v->at);
    if (!mine)
        return NULL;
    other = pl_scope_there_(mine, there);
    PL_CHECKED_(if (!other)
        PL_FAIL_(spot, NULL, PL_HINT_NOT_IN_SCOPE_, PL_MESSAGE_NOT_IN_SCOPE_, (long)there->id, v->name);)
    (void)spot;
    return other ? (char *)other->tile.at + (v->at - (char *)mine->tile.at) : v->at;
}
