/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/sequence.h"

void mz_sequence_init(struct mz_sequence *w, struct mz_arena *arena,
                      uint32_t capacity)
{
    size_t places = (size_t)capacity + 1;

    w->event = mz_arena_take(arena, places * sizeof *w->event);
    w->next = mz_arena_take(arena, places * sizeof *w->next);
    w->gone = mz_arena_take(arena, places);
    w->marked = mz_arena_take(arena, places);
}

/* ---- reach --------------------------------------------------------------- */

void mz_reach_add(struct mz_reach *reach, enum mz_relation relation,
                  const struct mz_event *e, const struct mz_access *more)
{
    for (unsigned i = 0; i <= mz_event_more(e); i++) {
        struct mz_access a = i ? more[i - 1] : mz_event_access(e);
        uint64_t bit = (uint64_t)1 << (a.object & 63);

        if (a.object == MZ_NO_OBJECT)
            continue;
        if (relation != MZ_RELATION_OBJECT &&
            (a.kind == MZ_READ || a.kind == MZ_AWAIT))
            reach->reads |= bit;
        else
            reach->writes |= bit;
    }
}

void mz_reach_join(struct mz_reach *reach, const struct mz_reach *other)
{
    if (other->position > reach->position)
        reach->position = other->position;
    reach->reads |= other->reads;
    reach->writes |= other->writes;
}

bool mz_reach_holds(const struct mz_reach *reach, uint32_t common,
                    const struct mz_reach *after)
{
    return reach->position < common &&
           !((reach->reads | reach->writes) & after->writes) &&
           !(reach->writes & after->reads);
}

/* ---- its events ---------------------------------------------------------- */

static bool join_clock_of(void *context, uint32_t event)
{
    struct mz_sequence *w = context;
    const struct mz_happens_before *hb = w->reversal->hb;
    const uint32_t *clock = mz_happens_before_clock(hb, event);

    for (uint32_t t = 0; t < hb->width; t++)
        if (clock[t] > w->own_clock[t])
            w->own_clock[t] = clock[t];
    return true;
}

/* The clock of e' in w. An ordinary race has nothing between e and e', so that
 * what e' comes after in w is what it came after in E, e apart. */
static void place_last(struct mz_sequence *w)
{
    const struct mz_reversal *r = w->reversal;

    w->last = *r->later.event;
    w->last.kind = r->kind;
    if (r->kind == r->later.event->kind && !mz_op_blocks(r->kind)) {
        w->last_clock = mz_happens_before_clock(r->hb, r->later.position);
        return;
    }
    for (uint32_t t = 0; t < r->hb->width; t++)
        w->own_clock[t] = 0;
    if (r->previous != MZ_NO_EVENT)
        join_clock_of(w, r->previous);
    mz_reversal_meets(r, join_clock_of, w);
    w->last_clock = w->own_clock;
}

static void add_place(struct mz_sequence *w, uint32_t event, mz_tid t,
                      uint32_t last_of[MZ_MAX_THREADS])
{
    uint32_t place = w->count++;

    w->event[place] = event;
    w->next[place] = MZ_NO_PLACE;
    w->gone[place] = w->marked[place] = false;
    if (mz_tset_has(w->threads, t))
        w->next[last_of[t]] = place;
    else
        w->first[t] = place;
    w->threads |= mz_tset_of(t);
    last_of[t] = place;
}

void mz_sequence_of(struct mz_sequence *w, const struct mz_reversal *r)
{
    const struct mz_event *events = r->execution->events;
    uint32_t last_of[MZ_MAX_THREADS];

    w->reversal = r;
    w->reach = (struct mz_reach){.position = r->e};
    w->count = w->from = 0;
    w->threads = 0;
    w->choices = false;
    for (uint32_t k = r->e + 1; k < r->end; k++)
        if (events[k].kind != MZ_JOIN && mz_reversal_has(r, k)) {
            add_place(w, k, events[k].thread, last_of);
            w->choices |= events[k].kind == MZ_CHOOSE;
        }
    add_place(w, MZ_NO_EVENT, r->later.event->thread, last_of);
    place_last(w);
}

/* ---- relations ----------------------------------------------------------- */

static const uint32_t *clock_of(const struct mz_sequence *w, uint32_t place)
{
    return place == w->count - 1
               ? w->last_clock
               : mz_happens_before_clock(w->reversal->hb, w->event[place]);
}

/* Does an event that is left, but e' itself, happen before this one? */
static bool happens_before(const struct mz_sequence *w, uint32_t place,
                           const uint32_t *clock)
{
    return place != w->count - 1 &&
           clock[mz_sequence_event(w, place)->thread] > w->event[place];
}

static bool is_preceded(const struct mz_sequence *w, mz_tid t)
{
    const uint32_t *clock = clock_of(w, w->first[t]);

    for (mz_tset rest = w->threads & ~mz_tset_of(t); rest; rest &= rest - 1)
        if (happens_before(w, w->first[mz_tset_first(rest)], clock))
            return true;
    return false;
}

/* The first event left, before `end`, that p depends on; or `end`. */
static uint32_t first_dependent(const struct mz_sequence *w,
                                const struct mz_event *p,
                                const struct mz_access *more, uint32_t end)
{
    enum mz_relation relation = w->reversal->hb->relation;
    uint32_t place = w->from;

    for (; place < end; place++) {
        const struct mz_event *e = mz_sequence_event(w, place);

        if (!w->gone[place] && e->thread != p->thread &&
            mz_events_depend(relation, p, more, e, mz_sequence_more(w, e)))
            break;
    }
    return place;
}

/* An event left that p depends on, or w->count: e' rather than others, for that
 * is in every leaf. */
static uint32_t any_dependent(const struct mz_sequence *w,
                              const struct mz_event *p,
                              const struct mz_access *more)
{
    uint32_t last = w->count - 1;

    if (!w->gone[last] &&
        mz_events_depend(w->reversal->hb->relation, p, more, &w->last,
                         mz_sequence_more(w, &w->last)))
        return last;
    return first_dependent(w, p, more, w->count);
}

/* Another value of the same choice. */
static bool chooses_otherwise(const struct mz_event *p,
                              const struct mz_event *first)
{
    return p->kind == MZ_CHOOSE &&
           (first->kind != MZ_CHOOSE || first->value != p->value);
}

static enum mz_meeting meet(const struct mz_sequence *w,
                            const struct mz_event *p,
                            const struct mz_access *more, uint32_t *witness)
{
    uint32_t first;

    if (!mz_tset_has(w->threads, p->thread)) {
        *witness = any_dependent(w, p, more);
        return *witness == w->count ? MZ_IS_INDEPENDENT : MZ_IS_IN_CONFLICT;
    }
    first = w->first[p->thread];
    *witness = first;
    if (chooses_otherwise(p, mz_sequence_event(w, first)))
        return MZ_IS_IN_CONFLICT;
    if (!is_preceded(w, p->thread))
        return MZ_IS_INITIAL;
    *witness = first_dependent(w, p, more, first);
    return MZ_IS_IN_CONFLICT;
}

enum mz_meeting mz_sequence_meet(struct mz_sequence *w,
                                 const struct mz_event *p,
                                 const struct mz_access *more,
                                 uint32_t *witness)
{
    enum mz_meeting how = meet(w, p, more, witness);
    uint32_t position;

    if (how == MZ_IS_INDEPENDENT) {
        mz_reach_add(&w->reach, w->reversal->hb->relation, p, more);
        if (p->kind == MZ_CHOOSE) /* its thread may choose otherwise */
            mz_sequence_reach_all(w);
        return how;
    }
    position = *witness == w->count - 1 ? w->reversal->later.position
                                        : w->event[*witness];
    if (position > w->reach.position)
        w->reach.position = position;
    return how;
}

/* ---- from the front ------------------------------------------------------ */

void mz_sequence_drop(struct mz_sequence *w, mz_tid t)
{
    uint32_t place = w->first[t];

    w->gone[place] = true;
    w->first[t] = w->next[place];
    if (w->next[place] == MZ_NO_PLACE)
        w->threads &= ~mz_tset_of(t);
    while (w->from < w->count && w->gone[w->from])
        w->from++;
}

void mz_sequence_mark(struct mz_sequence *w, uint32_t place)
{
    const uint32_t *clock = clock_of(w, place);

    if (w->marked[place])
        return; /* and so is what happens before it */
    w->marked[place] = true;
    for (uint32_t k = w->from; k < place; k++)
        if (!w->gone[k] && happens_before(w, k, clock))
            w->marked[k] = true;
}

/* A choice is made as soon as what happens before it has been executed. */
static uint32_t first_choice(const struct mz_sequence *w)
{
    for (mz_tset rest = w->threads; rest; rest &= rest - 1) {
        mz_tid t = mz_tset_first(rest);

        if (mz_sequence_event(w, w->first[t])->kind == MZ_CHOOSE &&
            !is_preceded(w, t))
            return w->first[t];
    }
    return MZ_NO_PLACE;
}

/* Passes by what is not marked: it is not taken. */
static uint32_t first_marked(struct mz_sequence *w)
{
    while (w->from < w->count && (w->gone[w->from] || !w->marked[w->from]))
        w->from++;
    return w->from < w->count ? w->from : MZ_NO_PLACE;
}

const struct mz_event *mz_sequence_take(struct mz_sequence *w)
{
    uint32_t place = w->choices ? first_choice(w) : MZ_NO_PLACE;

    if (place == MZ_NO_PLACE)
        place = first_marked(w);
    else if (w->event[place] > w->reach.position)
        w->reach.position = w->event[place]; /* its value is in the leaf */
    if (place == MZ_NO_PLACE)
        return NULL;
    mz_sequence_drop(w, mz_sequence_event(w, place)->thread);
    return mz_sequence_event(w, place);
}
