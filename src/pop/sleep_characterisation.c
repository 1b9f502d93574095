/* SPDX-License-Identifier: Apache-2.0 */
#include "pop/sleep_characterisation.h"

enum {
    NONE = 0xffffffff,
    SCRATCH = 1 << 20, /* bytes, for the levels of nested schedules: each has
                          arrays for all followers */
    SCRATCH_PER_EVENT = 256,
};

/* ---- its parts ----------------------------------------------------------- */

static bool is_key(struct mz_key a, struct mz_key b)
{
    return a.thread == b.thread && a.number == b.number;
}

static bool any_depends(enum mz_relation relation, const struct mz_access *a,
                        unsigned count, struct mz_access b)
{
    for (unsigned i = 0; i < count; i++)
        if (mz_access_depends(relation, a[i], b))
            return true;
    return false;
}

/* Can an operation that succeeded with this kind fail as well? */
static bool may_fail(enum mz_op kind)
{
    return kind != mz_op_failed(kind);
}

static bool has_failed(enum mz_op kind)
{
    return kind != mz_op_succeeded(kind);
}

/* ---- MkSchedChar --------------------------------------------------------- */

static bool covers(enum mz_relation relation, struct mz_access a,
                   struct mz_access b)
{
    return a.object == b.object && mz_op_covers(relation, a.kind) &&
           !(b.mask & ~a.mask);
}

/* Has the head an access that depends on whatever depends on access b? */
static bool head_covers(const struct mz_pop_schedule *s, struct mz_access b)
{
    const struct mz_event *head = s->later.event;
    struct mz_access a = mz_event_access(head);

    a.kind = s->kind;
    if (covers(s->hb->relation, a, b))
        return true;
    for (unsigned i = 0; i < mz_event_more(head); i++)
        if (covers(s->hb->relation, s->execution->accesses[head->more + i], b))
            return true;
    return false;
}

/* Does whatever else races with e depend on the head? Not if the head commutes
 * with its like, or if e accesses what the head does not. */
static bool is_exclusive(const struct mz_pop_schedule *s)
{
    const struct mz_event *e = &s->execution->events[s->e];

    if (!head_covers(s, mz_event_access(e)))
        return false;
    for (unsigned i = 0; i < mz_event_more(e); i++) {
        struct mz_access b = s->execution->accesses[e->more + i];

        /* Whatever writes the universe depends on the head in any case. */
        if (b.object != s->execution->universe && !head_covers(s, b))
            return false;
    }
    return true;
}

/* If a head can fail, another one may depend on it in one order only. */
bool mz_characterisation_is_due(const struct mz_pop_schedule *s)
{
    enum mz_op kind = s->later.event->kind;

    return !is_exclusive(s) ||
           (s->hb->relation == MZ_RELATION_RW && mz_op_may_fail(kind));
}

struct builder {
    struct mz_characterisation *c;
    size_t room;
    const struct mz_execution *execution;
    const struct mz_marks *marks;
    bool delayed; /* the event that `leave` is told is a delayed await */
};

static struct mz_key key_of(const struct builder *b, uint32_t position)
{
    return (struct mz_key){b->marks->numbers[position],
                           b->execution->events[position].thread};
}

/*
 * An await that is disabled just after e, but not before it. Its schedule is
 * found wherever its thread comes to it after e, whatever else enables it
 * later; so in w it counts as executed as soon as its thread arrives.
 */
struct delayed {
    const struct mz_event *event;
    struct mz_key key;
    uint32_t arrival;  /* position of what precedes it in its thread, or of e
                          if that is later */
    uint32_t position; /* of the await; the execution's length: pending */
};

struct walk {
    const struct mz_pop_schedule *schedule;
    uint32_t end; /* w is of events before this one */
    unsigned delayed_count;
    struct delayed delayed[MZ_MAX_THREADS]; /* in w, by arrival and thread */
    void (*enter)(struct builder *, uint32_t index, struct mz_key head);
    void (*leave)(struct builder *, const struct mz_event *, struct mz_key,
                  uint32_t segment);
};

/* Contents of an object, as an access to those bytes finds them. */
static uint64_t packed(uint64_t contents, uint8_t mask)
{
    return (contents & mz_mask_bits(mask)) >> mz_mask_shift(mask);
}

/* What e has left of an object, or NULL: it does not access it. */
static const struct mz_left *find_left(const struct mz_characterisation *c,
                                       uint32_t object)
{
    for (uint32_t i = 0; i < c->left; i++)
        if (mz_left_of(c)[i].object == object)
            return &mz_left_of(c)[i];
    return NULL;
}

static bool is_enabled_in(const struct mz_event *e, uint64_t state)
{
    struct mz_op_operand operand = mz_event_operand(e);

    return mz_op_enabled(e->kind, state, &operand);
}

static bool is_delayed(const struct mz_characterisation *c,
                       const struct mz_event *e)
{
    const struct mz_left *left =
        e->kind == MZ_AWAIT ? find_left(c, e->object) : NULL;

    return left && !(e->mask & ~left->known) &&
           !is_enabled_in(e, packed(left->contents, e->mask));
}

static bool arrives_before(const struct delayed *a, const struct delayed *b)
{
    return a->arrival != b->arrival ? a->arrival < b->arrival
                                    : a->key.thread < b->key.thread;
}

static struct delayed delayed_at(const struct builder *b,
                                 const struct mz_pop_schedule *s,
                                 const struct mz_later *later)
{
    uint32_t previous = mz_later_previous(s->hb, b->execution, later);
    bool before = previous == MZ_NO_EVENT || previous < s->e;

    return (struct delayed){
        .event = later->event,
        .key = mz_key_after(b->marks, b->execution, previous,
                            later->event->thread),
        .arrival = before ? s->e : previous,
        .position = later->position,
    };
}

static void add_delayed(const struct builder *b, struct walk *w,
                        const struct mz_later *later, const struct delayed *own)
{
    const struct mz_pop_schedule *s = w->schedule;
    struct delayed d = delayed_at(b, s, later);
    mz_tid t = b->execution->events[s->e].thread;
    struct mz_reversal r;
    unsigned i;

    mz_reversal_begin(&r, s->hb, b->execution, later,
                      mz_later_end(s->hb, later));
    r.e = s->e;
    if (!is_delayed(b->c, later->event) || d.arrival >= w->end ||
        mz_happens_before(s->hb, s->e, t, r.previous) ||
        (own && !arrives_before(&d, own)) || !mz_outcome_enabled(&r, false))
        return;
    MZ_ASSERT(w->delayed_count < MZ_MAX_THREADS);
    for (i = w->delayed_count++; i && arrives_before(&d, &w->delayed[i - 1]);
         i--)
        w->delayed[i] = w->delayed[i - 1];
    w->delayed[i] = d;
}

static void find_delayed(const struct builder *b, struct walk *w,
                         const struct delayed *own, uint32_t object)
{
    const struct mz_pop_schedule *s = w->schedule;
    const struct mz_execution *x = b->execution;
    uint32_t a = mz_access_latest(s->hb, object);

    for (; a != MZ_NO_EVENT && mz_access_event(s->hb, a) > s->e;
         a = mz_access_behind(s->hb, a))
        if (mz_access_named(x, a).kind == MZ_AWAIT) {
            struct mz_later later =
                mz_later_event(x, mz_access_event(s->hb, a));

            add_delayed(b, w, &later, own);
        }
    for (mz_tset rest = x->waiting; rest; rest &= rest - 1) {
        struct mz_later later = mz_later_pending(x, mz_tset_first(rest));

        if (later.event->kind == MZ_AWAIT && later.event->object == object)
            add_delayed(b, w, &later, own);
    }
}

/* Finds the end of w: e' or, if that is a delayed await, where its thread comes
 * to it. And the delayed awaits in w. */
static void begin_walk(const struct builder *b, struct walk *w,
                       const struct mz_pop_schedule *s)
{
    struct delayed own, *own_delay = NULL;

    w->schedule = s;
    w->delayed_count = 0;
    w->end = mz_later_end(s->hb, &s->later);
    if (is_delayed(b->c, s->later.event)) {
        own = delayed_at(b, s, &s->later);
        own_delay = &own;
        w->end = own.arrival + 1;
    }
    for (uint32_t i = 0; i < b->c->left; i++)
        if (mz_left_of(b->c)[i].awaited)
            find_delayed(b, w, own_delay, mz_left_of(b->c)[i].object);
}

static bool counts_as_delayed(const struct walk *w, uint32_t position)
{
    for (unsigned i = 0; i < w->delayed_count; i++)
        if (w->delayed[i].position == position)
            return true;
    return false;
}

/* Goes through w: calls `enter` for each sigma_i, `leave` for each event of a
 * w_i \ sigma. */
static void walk(struct builder *b, const struct walk *w)
{
    const struct mz_pop_schedule *s = w->schedule;
    const struct mz_event *events = b->execution->events;
    uint32_t next = 0, segment = 0, last = 0;
    unsigned d = 0;

    for (uint32_t k = s->e;; k++) {
        uint32_t mark = k < s->hb->length ? b->marks->of[k] : 0;
        bool in_sigma = next < s->count && s->events[next] == k;

        if (mark > last && k <= s->later.position) { /* numbered in order */
            uint32_t head = b->marks->schedules[mark - 1].end - 1;

            last = mark;
            segment++;
            w->enter(b, mark - 1,
                     head < s->later.position
                         ? key_of(b, head)
                         : mz_key_after(b->marks, b->execution, s->previous,
                                        s->later.event->thread));
        }
        if (k >= w->end)
            break;
        next += in_sigma;
        if (k > s->e && !in_sigma && !mark && events[k].kind != MZ_JOIN &&
            !counts_as_delayed(w, k))
            w->leave(b, &events[k], key_of(b, k), segment);
        b->delayed = true;
        for (; d < w->delayed_count && w->delayed[d].arrival == k; d++)
            w->leave(b, w->delayed[d].event, w->delayed[d].key, segment);
        b->delayed = false;
    }
    /* What conflicts with the head as it was after e precedes sigma: so that
     * head is the last element. */
    if (s->hb->relation == MZ_RELATION_RW && may_fail(s->later.event->kind))
        w->leave(b, s->later.event,
                 mz_key_after(b->marks, b->execution, s->previous,
                              s->later.event->thread),
                 segment);
}

static unsigned access_count(const struct mz_event *e)
{
    return e->object == MZ_NO_OBJECT ? 0 : 1 + mz_event_more(e);
}

static void count_schedule(struct builder *b, uint32_t index,
                           struct mz_key head)
{
    (void)index, (void)head;
    b->c->schedules++;
}

static void count_left(struct builder *b, const struct mz_event *e,
                       struct mz_key key, uint32_t segment)
{
    (void)key, (void)segment;
    b->c->elements++;
    b->c->accesses += access_count(e);
}

static void write_accesses(struct builder *b, const struct mz_event *e)
{
    struct mz_access *to = mz_accesses_of(b->c) + b->c->accesses;

    if (e->object == MZ_NO_OBJECT)
        return;
    *to++ = mz_event_access(e);
    for (unsigned i = 0; i < mz_event_more(e); i++)
        *to++ = b->execution->accesses[e->more + i];
    b->c->accesses += access_count(e);
}

/* In the second walk the arrays have their places already; these count how far
 * they are filled. */
struct filler {
    struct builder builder; /* first */
    uint32_t schedules, elements;
};

static void write_schedule(struct builder *b, uint32_t index,
                           struct mz_key head)
{
    struct filler *f = (struct filler *)b;

    mz_contained_of(b->c)[f->schedules++] = (struct mz_contained){
        .head = head,
        .characterisation = b->marks->schedules[index].characterisation,
        .tail = b->marks->schedules[index].end, /* for now: see add_tail */
    };
}

static void write_left(struct builder *b, const struct mz_event *e,
                       struct mz_key key, uint32_t segment)
{
    struct filler *f = (struct filler *)b;

    mz_elements_of(b->c)[f->elements++] = (struct mz_element){
        .key = key,
        .segment = segment,
        .kind = e->kind,
        .delayed = b->delayed,
        .value = e->kind == MZ_CHOOSE ? e->value : 0,
        .accesses = b->c->accesses,
        .access_count = access_count(e),
    };
    write_accesses(b, e);
}

static void note_left(struct mz_characterisation *c,
                      const struct mz_pop_schedule *s, struct mz_access access)
{
    if (mz_op_is_memory(access.kind) && access.object != MZ_NO_OBJECT &&
        !find_left(c, access.object))
        mz_left_of(c)[c->left++] =
            mz_outcome_left_by(s->hb, s->execution, s->e, access.object);
}

/* Writes the fixed part, and what e left. */
static void describe(struct mz_characterisation *c, struct builder *b,
                     const struct mz_pop_schedule *s)
{
    const struct mz_event *head = s->later.event;
    const struct mz_event *e = &s->execution->events[s->e];

    *c = (struct mz_characterisation){
        .e = key_of(b, s->e),
        .head = mz_key_after(b->marks, b->execution, s->previous, head->thread),
        .sleeps = !is_exclusive(s),
        .kind = s->kind,
        .kind_after = head->kind,
        .e_kind = e->kind,
        .found = mz_event_before(s->execution, e),
        .e_accesses = access_count(e),
    };
    note_left(c, s, mz_event_access(e));
    for (unsigned i = 0; i < mz_event_more(e); i++)
        note_left(c, s, s->execution->accesses[e->more + i]);
}

/* ---- tails --------------------------------------------------------------- */

static bool add_to_range(struct mz_characterisation *c, size_t room,
                         struct mz_contained *s, struct mz_key key)
{
    struct mz_range *r = mz_ranges_of(c) + s->tail;

    for (uint32_t i = 0; i < s->tail_count; i++)
        if (r[i].thread == key.thread) {
            r[i].last = key.number;
            return true;
        }
    if ((char *)(r + s->tail_count + 1) - (char *)c > (ptrdiff_t)room)
        return false;
    r[s->tail_count++] = (struct mz_range){
        .first = key.number,
        .last = key.number,
        .thread = key.thread,
    };
    c->ranges++;
    return true;
}

/* Adds the ranges of what sigma has after that schedule. False: no room. */
static bool add_tail(const struct builder *b, const struct mz_pop_schedule *s,
                     struct mz_contained *contained)
{
    struct mz_characterisation *c = b->c;
    uint32_t end = contained->tail;
    bool room = true;

    contained->tail = c->ranges;
    contained->tail_count = 0;
    if (!contained->characterisation)
        return true;
    for (uint32_t i = 0; i < s->count && room; i++)
        if (s->events[i] >= end)
            room = add_to_range(c, b->room, contained, key_of(b, s->events[i]));
    if (room && s->later.position >= end)
        room = add_to_range(c, b->room, contained, c->head);
    c->tails |=
        contained->tail_count ||
        ((const struct mz_characterisation *)(b->marks->memory +
                                              contained->characterisation))
            ->tails;
    return room;
}

static bool add_tails(const struct builder *b, const struct mz_pop_schedule *s)
{
    bool room = true;

    for (uint32_t i = 0; i < b->c->schedules && room; i++)
        room = add_tail(b, s, &mz_contained_of(b->c)[i]);
    return room;
}

size_t mz_characterise(void *memory, size_t room,
                       const struct mz_pop_schedule *s,
                       const struct mz_marks *marks)
{
    struct mz_characterisation *c = memory;
    struct filler f = {.builder = {c, room, s->execution, marks}};
    const struct mz_event *e = &s->execution->events[s->e];
    struct walk w;
    size_t size;

    if (room < sizeof *c + (1 + mz_event_more(e)) * sizeof(struct mz_left))
        return 0;
    describe(c, &f.builder, s);
    c->accesses = c->e_accesses;
    begin_walk(&f.builder, &w, s);
    w.enter = count_schedule;
    w.leave = count_left;
    walk(&f.builder, &w);
    size = (char *)(mz_accesses_of(c) + c->accesses) - (char *)c;
    if (size > room || size > UINT32_MAX)
        return 0;
    c->accesses = 0;
    write_accesses(&f.builder, e);
    w.enter = write_schedule;
    w.leave = write_left;
    walk(&f.builder, &w);
    if (!add_tails(&f.builder, s))
        return 0;
    c->size = (char *)(mz_ranges_of(c) + c->ranges) - (char *)c;
    return c->size;
}

/* ---- what follows -------------------------------------------------------- */

void mz_sleep_check_init(struct mz_sleep_check *v, struct mz_arena *arena,
                         const struct mz_happens_before *hb,
                         const struct mz_marks *marks, uint32_t capacity)
{
    size_t n = (size_t)capacity + 1;

    *v = (struct mz_sleep_check){
        .hb = hb,
        .numbers = marks->numbers,
        .memory = marks->memory,
        .capacity = n,
        .scratch_size = SCRATCH + n * SCRATCH_PER_EVENT,
    };
    v->followers = mz_arena_take(arena, n * sizeof *v->followers);
    v->slots = mz_arena_take(arena, n * sizeof *v->slots);
    v->predecessors =
        mz_arena_take(arena, n * MZ_MAX_THREADS * sizeof *v->predecessors);
    v->predecessor_end = mz_arena_take(arena, n * sizeof *v->predecessor_end);
    v->scratch = mz_arena_take(arena, v->scratch_size);
}

void mz_sleep_check_begin(struct mz_sleep_check *v)
{
    v->count = 0;
}

/* The follower that is the latest event of thread t to happen before f. NONE:
 * that event is no follower. */
static uint32_t predecessor(const struct mz_sleep_check *v,
                            const struct mz_follower *f, mz_tid t)
{
    uint32_t p = f->clock[t], slot;

    if (t == f->key.thread)
        p = f->previous + 1;
    if (!p)
        return NONE;
    slot = v->slots[p - 1];
    return slot < v->count && v->followers[slot].position == p - 1 ? slot
                                                                   : NONE;
}

void mz_sleep_check_add(struct mz_sleep_check *v, const struct mz_follower *f)
{
    uint32_t slot = v->count;
    uint32_t end = slot ? v->predecessor_end[slot - 1] : 0;

    MZ_ASSERT(slot < v->capacity);
    for (uint32_t t = 0; slot && t < v->hb->width; t++) {
        uint32_t p = predecessor(v, f, t);

        if (p != NONE)
            v->predecessors[end++] = p;
    }
    v->predecessor_end[slot] = end;
    v->followers[slot] = *f;
    if (f->position < v->capacity)
        v->slots[f->position] = slot;
    v->count++;
}

static inline bool depends_on(const struct mz_sleep_check *v,
                              const struct mz_access *accesses, unsigned count,
                              const struct mz_follower *f)
{
    struct mz_access first = mz_event_access(f->event);

    first.kind = f->kind;
    if (MZ_LIKELY(count == 1 && !mz_event_more(f->event)))
        return accesses->object == first.object &&
               mz_access_depends(v->hb->relation, *accesses, first);
    if (any_depends(v->hb->relation, accesses, count, first))
        return true;
    for (unsigned i = 0; i < mz_event_more(f->event); i++)
        if (any_depends(v->hb->relation, accesses, count, f->more[i]))
            return true;
    return false;
}

bool mz_sleep_check_concerns(const struct mz_sleep_check *v,
                             const struct mz_characterisation *c,
                             const struct mz_follower *f)
{
    return (c->elements || c->schedules) && !is_key(f->key, c->e) &&
           depends_on(v, mz_accesses_of(c), c->e_accesses, f);
}

/* Does the event of that key happen before the follower? */
static bool comes_after(const struct mz_sleep_check *v,
                        const struct mz_follower *f, struct mz_key key)
{
    uint32_t p = f->clock[key.thread];

    return p && v->numbers[p - 1] >= key.number;
}

/* ---- UpdSE, UpdP --------------------------------------------------------- */

enum {
    BLOCKS_CONTAINED = 1,
    BLOCKS_CONFLICTING,
    BLOCKS_READING,
    BLOCKS_INHERITED, /* + 2 * (depth - 1) + (its head is that of sigma'_i) */
};

/* The state of one expression. Arrays are by follower, unless told. */
struct level {
    const struct level *outer; /* the one that inherits this one, or NULL */
    const struct mz_characterisation *c;
    bool flips;            /* the head succeeded after e, and fails here */
    const uint8_t *member; /* this expression gets to see the follower */
    uint8_t *gone;         /* [element]: a follower was that element */
    uint32_t *conflict;    /* the paper's C: the first element that the
                              follower, or one that happens before it, conflicts
                              with */
    uint32_t *segment;     /* of the element that the follower is, or conflicts
                              with */
    uint8_t *is;           /* how the follower stands to that element */
    uint8_t *met;    /* the paper's R: the follower races with e, or one that
                        does happens before it */
    uint8_t *ours;   /* it may be the head of a schedule that sleeps */
    uint8_t *blocks; /* it is one, for a reason (BLOCKS_...) */
};

enum { IS_INDEPENDENT, IS_EQUAL, IS_IN_CONFLICT };

static void *take(struct mz_sleep_check *v, size_t size)
{
    void *memory = v->scratch + v->scratch_used;

    v->scratch_used += (size + 7) / 8 * 8;
    if (v->scratch_used > v->scratch_size) {
        v->unsupported = "schedules nested too deep";
        return NULL;
    }
    mz_fill(memory, 0, size);
    return memory;
}

static bool open_level(struct mz_sleep_check *v, struct level *l,
                       const struct level *outer,
                       const struct mz_characterisation *c,
                       const uint8_t *member)
{
    size_t n = v->count;

    l->outer = outer;
    l->c = c;
    l->flips = v->hb->relation == MZ_RELATION_RW && has_failed(c->kind) &&
               !has_failed(c->kind_after);
    l->member = member;
    return (l->gone = take(v, c->elements)) &&
           (l->conflict = take(v, n * sizeof *l->conflict)) &&
           (l->segment = take(v, n * sizeof *l->segment)) &&
           (l->is = take(v, n)) && (l->met = take(v, n)) &&
           (l->ours = take(v, n)) && (l->blocks = take(v, n));
}

static bool is_same(const struct mz_element *element,
                    const struct mz_follower *f,
                    const struct mz_access *accesses)
{
    return element->kind == (uint32_t)f->kind &&
           (f->kind != MZ_CHOOSE || element->value == f->event->value) &&
           (!element->access_count ||
            (accesses[element->accesses].object == f->event->object &&
             accesses[element->accesses].mask == f->event->mask));
}

/* What a compare-exchange would find, with what the e of this level has left
 * laid over what it does find; and so at each outer level. */
static uint64_t overlaid(struct mz_sleep_check *v, const struct level *l,
                         const struct mz_follower *f)
{
    uint64_t contents = l->outer ? overlaid(v, l->outer, f) : f->value;
    const struct mz_left *left = find_left(l->c, f->event->object);
    uint8_t mask = f->event->mask;

    if (!left)
        return contents;
    if (mask & left->touched & ~left->known)
        v->unsupported = "a compare-exchange beside accesses to parts of its "
                         "variable";
    mask &= left->known;
    return (contents & ~packed(mz_mask_bits(mask), f->event->mask)) |
           packed(left->contents & mz_mask_bits(mask), f->event->mask);
}

/* What e has left of its object, no memory, for an operation of this kind. */
static uint64_t left_for(const struct mz_characterisation *c, enum mz_op kind)
{
    struct mz_op_operand by_e = {.thread = c->e.thread};
    uint64_t state = c->found;

    mz_op_automaton(kind)->after(c->e_kind, &state, &by_e);
    return state;
}

static struct mz_follower as(const struct mz_follower *f, enum mz_op kind)
{
    struct mz_follower other = *f;

    other.kind = kind;
    return other;
}

static bool races_as(const struct mz_sleep_check *v, const struct level *l,
                     const struct mz_follower *f, enum mz_op kind)
{
    struct mz_follower other = as(f, kind);

    return depends_on(v, mz_accesses_of(l->c), l->c->e_accesses, &other);
}

static enum mz_op kind_after(struct mz_sleep_check *, const struct level *,
                             const struct mz_follower *);

/*
 * The kind that a follower has where e has not been executed. An expression
 * that is inherited comes from executions in which the outer one's e has been
 * executed.
 */
static enum mz_op kind_before(struct mz_sleep_check *v, const struct level *l,
                              const struct mz_follower *f)
{
    return l->outer ? kind_after(v, l->outer, f) : f->kind;
}

/* The kind that it has just after e, if it is the first that races with e. */
static enum mz_op kind_after(struct mz_sleep_check *v, const struct level *l,
                             const struct mz_follower *f)
{
    struct mz_op_operand operand = mz_event_operand(f->event);

    if (v->hb->relation != MZ_RELATION_RW || mz_event_more(f->event) ||
        !mz_op_may_fail(f->kind) ||
        !races_as(v, l, f, mz_op_succeeded(f->kind)))
        return kind_before(v, l, f);
    return mz_op_outcome(f->kind,
                         mz_op_is_memory(f->kind) ? overlaid(v, l, f)
                                                  : left_for(l->c, f->kind),
                         &operand);
}

/* Would the follower succeed just after e, though it fails before e? */
static bool flips(struct mz_sleep_check *v, const struct level *l,
                  const struct mz_follower *f)
{
    return has_failed(kind_before(v, l, f)) && !has_failed(kind_after(v, l, f));
}

/* Does it race with e, as what it is before e or as what it would be after e?
 */
static bool may_race(struct mz_sleep_check *v, const struct level *l,
                     const struct mz_follower *f)
{
    return races_as(v, l, f, kind_before(v, l, f)) || flips(v, l, f);
}

/* Is the follower an await that e disables (struct delayed)? Then it conflicts
 * with no element. */
static bool is_delayed_here(struct mz_sleep_check *v, const struct level *l,
                            const struct mz_follower *f)
{
    return f->kind == MZ_AWAIT && find_left(l->c, f->event->object) &&
           depends_on(v, mz_accesses_of(l->c), l->c->e_accesses, f) &&
           !is_enabled_in(f->event, overlaid(v, l, f));
}

/* UpdP, lines 30-36, for a follower that has this kind. */
static void place(struct mz_sleep_check *v, struct level *l, uint32_t slot,
                  enum mz_op kind)
{
    struct mz_follower other = as(&v->followers[slot], kind), *f = &other;
    const struct mz_element *elements = mz_elements_of(l->c);
    const struct mz_access *accesses = mz_accesses_of(l->c);
    uint32_t end = l->c->elements;
    bool delayed;

    l->segment[slot] = NONE;
    if (kind == MZ_JOIN)
        return;
    delayed = is_delayed_here(v, l, f);
    for (uint32_t i = 0; i < end; i++) {
        const struct mz_element *element = &elements[i];

        if (i == l->conflict[slot]) {
            l->is[slot] = IS_IN_CONFLICT;
        } else if (l->gone[i]) {
            continue;
        } else if (element->key.thread == f->key.thread) {
            if (element->key.number != f->key.number)
                continue;
            l->is[slot] =
                is_same(element, f, accesses) ? IS_EQUAL : IS_IN_CONFLICT;
        } else if (!delayed && !element->delayed &&
                   depends_on(v, accesses + element->accesses,
                              element->access_count, f)) {
            l->is[slot] = IS_IN_CONFLICT;
        } else {
            continue;
        }
        l->segment[slot] = element->segment;
        if (l->is[slot] == IS_EQUAL)
            l->gone[i] = true;
        else
            l->conflict[slot] = i;
        return;
    }
}

/* How many of the heads, from the first, happen before a follower. */
static uint32_t heads_before(const struct mz_sleep_check *v,
                             const struct level *l, uint32_t slot)
{
    uint32_t i = 0;

    while (i < l->c->schedules &&
           comes_after(v, &v->followers[slot], mz_contained_of(l->c)[i].head))
        i++;
    return i;
}

/* Is the follower an await that could not be executed before e? If nothing
 * inherits the expression it is executed before e here. */
static bool is_disabled(struct mz_sleep_check *v, const struct level *l,
                        const struct mz_follower *f)
{
    return f->kind == MZ_AWAIT && l->outer &&
           !is_enabled_in(f->event, overlaid(v, l->outer, f));
}

/* Lines 37-39: is it the head of a contained or conflicting schedule? */
static void block_own(struct mz_sleep_check *v, struct level *l, uint32_t slot)
{
    const struct mz_follower *f = &v->followers[slot];
    bool flipping = flips(v, l, f);

    if (is_disabled(v, l, f))
        return;
    /* Schedules that flip come after all others. */
    if (l->flips && !flipping) {
        l->blocks[slot] = BLOCKS_READING;
        return;
    }
    if (flipping != l->flips)
        return;
    l->ours[slot] = true;
    if (l->is[slot] != IS_INDEPENDENT &&
        heads_before(v, l, slot) >= l->segment[slot])
        l->blocks[slot] =
            l->is[slot] == IS_EQUAL ? BLOCKS_CONTAINED : BLOCKS_CONFLICTING;
}

/* Is the follower one that races with e, with none before it that does? */
static bool is_first(struct mz_sleep_check *v, const struct level *l,
                     uint32_t slot)
{
    const struct mz_follower *f = &v->followers[slot];

    return !l->met[slot] && !is_key(f->key, l->c->e) &&
           !comes_after(v, f, l->c->head) && may_race(v, l, f);
}

/* Takes in a follower. May it be the head of a schedule that sleeps? */
static bool update(struct mz_sleep_check *v, struct level *l, uint32_t slot)
{
    const struct mz_follower *f = &v->followers[slot];
    uint32_t p = slot ? v->predecessor_end[slot - 1] : 0;
    bool first;

    l->conflict[slot] = NONE;
    for (; p < v->predecessor_end[slot]; p++) {
        uint32_t before = v->predecessors[p];

        if (l->conflict[before] < l->conflict[slot])
            l->conflict[slot] = l->conflict[before];
        l->met[slot] |= l->met[before];
    }
    l->segment[slot] = NONE;
    if (!l->member[slot])
        return false;
    first = is_first(v, l, slot);
    place(v, l, slot, first ? kind_after(v, l, f) : kind_before(v, l, f));
    if (first)
        block_own(v, l, slot);
    if (first || is_key(f->key, l->c->e) || may_race(v, l, f))
        l->met[slot] = true;
    return first && l->ours[slot];
}

static const uint8_t *blocks_of(struct mz_sleep_check *v,
                                const struct level *outer,
                                const struct mz_characterisation *c,
                                const uint8_t *member);

static uint8_t inherited(uint8_t inner, bool same)
{
    unsigned depth =
        inner < BLOCKS_INHERITED ? 0 : (inner - BLOCKS_INHERITED) / 2 + 1;

    return BLOCKS_INHERITED + 2 * (depth < 100 ? depth : 100) + same;
}

static bool is_in_tail(const struct mz_characterisation *c,
                       const struct mz_contained *s,
                       const struct mz_follower *f)
{
    const struct mz_range *r = mz_ranges_of(c) + s->tail;

    for (uint32_t i = 0; f->own && i < s->tail_count; i++)
        if (r[i].thread == f->key.thread && r[i].first <= f->key.number &&
            f->key.number <= r[i].last)
            return true;
    return false;
}

/* UpdSE, lines 14-28: P[psi'] |> x, where psi' is of the i-th schedule. `done`
 * is the paper's D: a head of psi' is the follower, or happens before it. */
static void block_inherited(struct mz_sleep_check *v, struct level *l,
                            uint32_t i)
{
    uint8_t *member = take(v, v->count), *done = take(v, v->count);
    const uint8_t *inner;
    const struct mz_contained *s = &mz_contained_of(l->c)[i];
    const struct mz_characterisation *c =
        (const void *)(v->memory + s->characterisation);

    if (!member || !done)
        return;
    for (uint32_t slot = 0; slot < v->count; slot++)
        member[slot] = (l->member[slot] && l->segment[slot] > i) ||
                       is_in_tail(l->c, s, &v->followers[slot]);
    inner = blocks_of(v, l, c, member);
    for (uint32_t slot = 0; inner && slot < v->count; slot++) {
        uint32_t p = slot ? v->predecessor_end[slot - 1] : 0;

        for (; p < v->predecessor_end[slot]; p++)
            if (done[v->predecessors[p]] > done[slot])
                done[slot] = done[v->predecessors[p]];
        if (!member[slot])
            continue;
        if (l->ours[slot] && !l->blocks[slot] && (inner[slot] || done[slot]) &&
            heads_before(v, l, slot) >= i)
            l->blocks[slot] =
                inherited(inner[slot] ? inner[slot] : done[slot], inner[slot]);
        if (inner[slot] > done[slot])
            done[slot] = inner[slot];
    }
}

/* For each follower, whether it is the head of a schedule that precedes the one
 * characterised, and why (BLOCKS_...). NULL: there is no room to tell. */
static const uint8_t *blocks_of(struct mz_sleep_check *v,
                                const struct level *outer,
                                const struct mz_characterisation *c,
                                const uint8_t *member)
{
    struct level l;
    size_t kept;
    bool any = false;

    if (!open_level(v, &l, outer, c, member))
        return NULL;
    for (uint32_t slot = 0; slot < v->count; slot++)
        any |= update(v, &l, slot);
    kept = v->scratch_used;
    for (uint32_t i = 0; any && i < c->schedules; i++)
        if (mz_contained_of(c)[i].characterisation) {
            block_inherited(v, &l, i);
            v->scratch_used = kept;
        }
    return l.blocks;
}

static void count_case(struct mz_cases *cases, unsigned why)
{
    unsigned depth;

    switch (why) {
    case BLOCKS_CONTAINED:
        cases->contained++;
        return;
    case BLOCKS_CONFLICTING:
        cases->conflicting++;
        return;
    case BLOCKS_READING:
        cases->reading++;
        return;
    default:
        depth = (why - BLOCKS_INHERITED) / 2;
        cases->inherited[depth < 3 ? depth : 3]++;
        cases->inherited_same += (why - BLOCKS_INHERITED) % 2;
    }
}

bool mz_sleep_check_blocks(struct mz_sleep_check *v,
                           const struct mz_characterisation *c, uint32_t from)
{
    uint8_t *member;
    const uint8_t *blocks;

    v->scratch_used = 0;
    member = take(v, v->count);
    if (!member)
        return false;
    for (uint32_t slot = 0; slot < v->count; slot++)
        member[slot] = !v->followers[slot].own;
    blocks = blocks_of(v, NULL, c, member);
    for (uint32_t slot = from; blocks && slot < v->count; slot++)
        if (blocks[slot]) {
            count_case(&v->cases, blocks[slot]);
            return true;
        }
    return false;
}
