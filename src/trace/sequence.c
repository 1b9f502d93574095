/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/sequence.h"

void mz_sequence_init(struct mz_sequence *w, struct mz_arena *arena,
                      uint32_t capacity)
{
    size_t places = (size_t)capacity + 1;

    w->places = mz_arena_take(arena, places * sizeof *w->places);
    w->positions = mz_arena_take(arena, places * sizeof *w->positions);
    w->of_e = MZ_NONE;
    w->threads = MZ_TSET_EMPTY;
    for (unsigned t = 0; t < MZ_MAX_THREADS; t++)
        w->first[t] = MZ_NONE;
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

/* Finds the clock of e' in w; returns `others` of its place. An ordinary race
 * has nothing between e and e', so that what e' comes after in w is what it
 * came after in E, e apart. */
static uint32_t place_last(struct mz_sequence *w)
{
    const struct mz_reversal *r = w->reversal;

    w->last = *r->later.event;
    w->last.kind = r->kind;
    if (r->kind == r->later.event->kind && !mz_op_blocks(r->kind)) {
        w->last_clock = mz_happens_before_clock(r->hb, r->later.position);
        return r->hb->others[r->later.position];
    }
    for (uint32_t t = 0; t < r->hb->width; t++)
        w->own_clock[t] = 0;
    if (r->previous != MZ_NONE)
        join_clock_of(w, r->previous);
    mz_reversal_meets(r, join_clock_of, w);
    w->last_clock = w->own_clock;
    return MZ_NONE;
}

/* The positions of notdep(e, E), joins included. This is the innermost loop of
 * the algorithm; it does not branch on what it finds, as that follows no
 * pattern. */
static uint32_t find_positions(const struct mz_reversal *r, uint32_t *positions)
{
    uint32_t width = r->hb->width, e = r->e, count = 0;
    const uint32_t *clock =
        mz_happens_before_clock(r->hb, e + 1) + r->execution->events[e].thread;

    for (uint32_t k = e + 1, end = r->end; k < end; k++, clock += width) {
        positions[count] = k;
        count += *clock <= e;
    }
    return count;
}

/* Drops the positions that the reversal omits; returns how many stay. */
static uint32_t omit(const struct mz_reversal *r, uint32_t *positions,
                     uint32_t count)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++)
        if (mz_reversal_has(r, positions[i]))
            positions[kept++] = positions[i];
    return kept;
}

/* Finds notdep(e, E), unless the reversal before had the same. */
static void find_events(struct mz_sequence *w)
{
    const struct mz_reversal *r = w->reversal;

    if (w->of_e == r->e && w->of_end == r->end && !r->omitted_count &&
        w->of_execution == r->hb->changes)
        return;
    w->found = find_positions(r, w->positions);
    if (r->omitted_count)
        w->found = omit(r, w->positions, w->found);
    w->of_execution = r->hb->changes;
    w->of_e = r->omitted_count ? MZ_NONE : r->e;
    w->of_end = r->end;
}

/* Fills the places from the last back: when a thread's event is put into a
 * place, first[] has the thread's next place, or MZ_NONE. Joins have a place,
 * but are gone. */
static void fill_places(struct mz_sequence *w)
{
    const struct mz_event *events = w->reversal->execution->events;
    const uint32_t *others = w->reversal->hb->others;
    mz_tset threads = w->threads;
    bool choices = false;

    for (uint32_t i = w->found; i-- > 0;) {
        struct mz_sequence_place *place = &w->places[i];
        uint32_t k = w->positions[i];
        mz_tid t = events[k].thread;

        place->event = k;
        place->others = others[k];
        place->thread = t;
        place->marked = place->before = false;
        place->gone = mz_op_is_unplanned(events[k].kind);
        if (place->gone)
            continue;
        place->next = w->first[t];
        w->first[t] = i;
        mz_tset_add(&threads, t);
        choices |= events[k].kind == MZ_CHOOSE;
    }
    w->threads = threads;
    w->choices = choices;
}

void mz_sequence_of(struct mz_sequence *w, const struct mz_reversal *r)
{
    mz_tid last = r->later.event->thread;

    w->reversal = r;
    w->reach = (struct mz_reach){.position = r->e};
    find_events(w);
    MZ_EACH(rest, w->threads)
        w->first[mz_tset_first(rest)] = MZ_NONE;
    w->places[w->found] = (struct mz_sequence_place){
        .event = r->later.position,
        .next = MZ_NONE,
        .others = place_last(w),
        .thread = last,
    };
    w->first[last] = w->found;
    w->threads = mz_tset_of(last);
    w->count = w->found + 1;
    fill_places(w);
    w->from = w->untaken = 0;
    w->drops = 1;
    while (w->places[w->from].gone)
        w->from++;
}

/* ---- relations ----------------------------------------------------------- */

static const uint32_t *clock_of(const struct mz_sequence *w, uint32_t place)
{
    return place == w->count - 1 ? w->last_clock
                                 : mz_happens_before_clock(
                                       w->reversal->hb, w->places[place].event);
}

/* Does the event of this place happen before one with this clock? e' happens
 * before none. */
static bool happens_before(const struct mz_sequence *w, uint32_t place,
                           const uint32_t *clock)
{
    const struct mz_sequence_place *p = &w->places[place];

    return clock[p->thread] > p->event;
}

static bool is_preceded(const struct mz_sequence *w, mz_tid t)
{
    uint32_t others = w->places[w->first[t]].others;
    const uint32_t *clock;

    if (others <= w->places[w->from].event)
        return false;
    if (mz_sequence_is_left_before(w, others))
        return true;
    clock = clock_of(w, w->first[t]);
    MZ_EACH(rest, mz_tset_without(w->threads, t))
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

        if (!w->places[place].gone && e->thread != p->thread &&
            mz_events_depend(relation, p, more, e, mz_sequence_more(w, e)))
            break;
    }
    return place;
}

/* An event left that p depends on: e' rather than others, since e' is in every
 * leaf. w->count: there is none. */
static uint32_t any_dependent(const struct mz_sequence *w,
                              const struct mz_event *p,
                              const struct mz_access *more)
{
    uint32_t last = w->count - 1;

    if (!w->places[last].gone &&
        mz_events_depend(w->reversal->hb->relation, p, more, &w->last,
                         mz_sequence_more(w, &w->last)))
        return last;
    return first_dependent(w, p, more, w->count);
}

/* Is p another value of the same choice? */
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
        return *witness == w->count ? MZ_IS_INDEPENDENT : MZ_IS_NO_WEAK_INITIAL;
    }
    first = w->first[p->thread];
    *witness = first;
    if (chooses_otherwise(p, mz_sequence_event(w, first)))
        return MZ_IS_NO_WEAK_INITIAL;
    if (!is_preceded(w, p->thread))
        return MZ_IS_INITIAL;
    *witness = first_dependent(w, p, more, first);
    return MZ_IS_NO_WEAK_INITIAL;
}

enum mz_meeting mz_sequence_meet(struct mz_sequence *w,
                                 const struct mz_event *p,
                                 const struct mz_access *more,
                                 uint32_t *witness)
{
    enum mz_meeting how = meet(w, p, more, witness);

    if (how != MZ_IS_INDEPENDENT) {
        mz_reach_position(&w->reach, w->places[*witness].event);
        return how;
    }
    mz_reach_add(&w->reach, w->reversal->hb->relation, p, more);
    if (p->kind == MZ_CHOOSE) /* its thread may choose otherwise */
        mz_sequence_reach_all(w);
    return how;
}

/* ---- from the front ------------------------------------------------------ */

void mz_sequence_mark_reason(struct mz_sequence *w, const struct mz_event *p,
                             const struct mz_access *more, uint32_t from,
                             uint32_t drops)
{
    enum mz_relation relation = w->reversal->hb->relation;

    for (uint32_t place = from; place < w->count; place++) {
        const struct mz_event *e = mz_sequence_event(w, place);
        uint32_t gone = w->places[place].gone;

        if (gone && gone <= drops)
            continue;
        if (e->thread == p->thread ||
            mz_events_depend(relation, p, more, e, mz_sequence_more(w, e))) {
            mz_sequence_mark(w, place);
            return;
        }
    }
}

void mz_sequence_mark_before(struct mz_sequence *w)
{
    for (uint32_t k = w->count; k-- > w->from;) {
        const uint32_t *clock;

        if (w->places[k].gone || !w->places[k].marked || w->places[k].before)
            continue; /* if `before`, so is what happens before it */
        clock = clock_of(w, k);
        for (uint32_t i = w->from; i < k; i++)
            if (happens_before(w, i, clock))
                w->places[i].before = true;
    }
}

/* A choice is made as soon as what happens before it has been executed. */
static uint32_t first_choice(const struct mz_sequence *w)
{
    MZ_EACH(rest, w->threads) {
        mz_tid t = mz_tset_first(rest);

        if (mz_sequence_event(w, w->first[t])->kind == MZ_CHOOSE &&
            !is_preceded(w, t))
            return w->first[t];
    }
    return MZ_NONE;
}

/* Passes by what is not marked: it is not taken, but is left. */
static uint32_t first_marked(struct mz_sequence *w)
{
    for (; w->untaken < w->count; w->untaken++) {
        const struct mz_sequence_place *place = &w->places[w->untaken];

        if (!place->gone && (place->marked || place->before))
            return w->untaken;
    }
    return MZ_NONE;
}

const struct mz_event *mz_sequence_take(struct mz_sequence *w)
{
    uint32_t place = w->choices ? first_choice(w) : MZ_NONE;

    if (place == MZ_NONE)
        place = first_marked(w);
    else /* its value is in the leaf */
        mz_reach_position(&w->reach, w->places[place].event);
    if (place == MZ_NONE)
        return NULL;
    mz_sequence_drop(w, w->places[place].thread);
    return mz_sequence_event(w, place);
}
