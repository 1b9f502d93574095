/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What seq_cst adds: [LVKHD17], the relation psc between seq_cst events has no
 * cycle.
 *
 *   scb  = sb, or sb (to another place); hb; sb (from another place), or hb on
 *          one place, or mo, or fr. Where a thread is created, ends or is
 *          joined is another place than any: without that, programs whose
 *          accesses are all seq_cst would not be sequentially consistent
 *   psc  = ([Esc] or [Fsc]; hb?); scb; ([Esc] or hb?; [Fsc])
 *          or [Fsc]; (hb or hb; eco; hb); [Fsc]
 *
 * An update is one event here: whatever enters at its read or its write may
 * leave at the other.
 *
 * What an event leads to is found from sets of events that are kept as where
 * they begin in each thread, and, of places, as the least key.
 */
#include "graph/axioms.h"

/* The events that one seq_cst event leads to, as far as it has come. */
struct image {
    uint32_t from[MZ_MAX_THREADS];  /* the event itself; of a fence, all behind
                                      it by hb, too: from this index on */
    uint32_t to[MZ_MAX_THREADS];    /* by scb: from this index on */
    uint32_t first[MZ_MAX_THREADS]; /* by scb, of all ways: the first */
    uint32_t eco[MZ_MAX_THREADS];   /* of a fence, by hb; eco: the first */
};

static uint32_t length_of(const struct mz_axioms *m, unsigned t)
{
    return m->first[t + 1] - m->first[t];
}

static uint32_t node_at(const struct mz_axioms *m, unsigned t, uint32_t index)
{
    return m->at[m->first[t] + index];
}

static void find_places(struct mz_axioms *m, const struct mz_graph *g)
{
    for (unsigned t = 0; t <= g->width; t++)
        m->first[t] = 0;
    for (uint32_t i = 0; i < g->count; i++)
        m->first[g->nodes[i].thread + 1]++;
    for (unsigned t = 0; t < g->width; t++)
        m->first[t + 1] += m->first[t];
    for (uint32_t i = 0; i < g->count; i++)
        m->at[m->first[g->nodes[i].thread] + g->nodes[i].index] = i;
}

static bool is_fence(const struct mz_graph *g, uint32_t i)
{
    return g->nodes[i].kind == MZ_FENCE;
}

/* An access, or a fence: not a join, which [LVKHD17] knows nothing of. */
static bool is_event(const struct mz_graph *g, uint32_t i)
{
    return g->nodes[i].place != MZ_NONE || is_fence(g, i);
}

static bool is_elsewhere(const struct mz_graph *g, uint32_t a, uint32_t b)
{
    return is_event(g, a) && is_event(g, b) &&
           (is_fence(g, a) || g->nodes[a].place != g->nodes[b].place);
}

/* The first event of a thread that comes behind a by hb, or is it. */
static uint32_t first_behind(const struct mz_axioms *m,
                             const struct mz_graph *g, uint32_t a, unsigned t)
{
    uint32_t low = 0, high = length_of(m, t);

    while (low < high) {
        uint32_t middle = (low + high) / 2;

        if (mz_axioms_before(m, g, a, node_at(m, t, middle)))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Of a thread, from an index on: the first event that has one before it, from
 * there on, that is elsewhere. Those behind it have one, too. */
static uint32_t first_elsewhere(const struct mz_axioms *m,
                                const struct mz_graph *g, unsigned t,
                                uint32_t from)
{
    uint32_t length = length_of(m, t), first = from, i;

    while (first < length && !is_event(g, node_at(m, t, first)))
        first++;
    for (i = first + 1; i < length; i++)
        if (is_elsewhere(g, node_at(m, t, first), node_at(m, t, i)))
            return i;
    return length;
}

static void take_least(uint32_t *least, uint32_t index)
{
    if (*least > index)
        *least = index;
}

/* ---- one step of psc ----------------------------------------------------- */

static void note_key(struct mz_axioms *m, const struct mz_graph *g, uint32_t i)
{
    struct mz_axioms_place *p = &m->places[g->nodes[i].place];

    if (p->least_stamp != m->stamp) {
        p->least_stamp = m->stamp;
        p->least = m->keys[i];
    }
    take_least(&p->least, m->keys[i]);
}

/* Does an event of the image's `from` come before it by rf, mo or fr? */
static bool is_eco_behind(const struct mz_axioms *m, const struct mz_graph *g,
                          uint32_t i)
{
    const struct mz_axioms_place *p = &m->places[g->nodes[i].place];

    return p->least_stamp == m->stamp && m->keys[i] > p->least;
}

static void find_from(struct mz_axioms *m, const struct mz_graph *g, uint32_t s,
                      struct image *image)
{
    const struct mz_node *n = &g->nodes[s];

    m->stamp++;
    for (unsigned t = 0; t < g->width; t++)
        image->from[t] =
            is_fence(g, s) ? first_behind(m, g, s, t) : length_of(m, t);
    if (!is_fence(g, s)) {
        image->from[n->thread] = n->index;
        note_key(m, g, s);
        return;
    }
    for (unsigned t = 0; t < g->width; t++)
        for (uint32_t i = image->from[t]; i < length_of(m, t); i++)
            if (g->nodes[node_at(m, t, i)].place != MZ_NONE)
                note_key(m, g, node_at(m, t, i));
}

/* What comes behind these events since a thread was created after them, or
 * joined: where it begins in each thread. */
static void find_by_threads(const struct mz_graph *g, const uint32_t *from,
                            uint32_t *to)
{
    for (uint32_t i = 0; i < g->count; i++) {
        const struct mz_node *n = &g->nodes[i];
        const struct mz_node *birth, *end;

        if (!n->index && n->previous != MZ_NONE) {
            birth = &g->nodes[n->previous];
            if (from[birth->thread] <= birth->index)
                take_least(&to[n->thread], 0);
        }
        if (n->place == MZ_NONE && n->source != MZ_NONE) {
            end = &g->nodes[n->source];
            if (from[end->thread] <= end->index)
                take_least(&to[n->thread], n->index + 1);
        }
    }
}

/* sb, and sb; hb; sb by way of other places, or of a thread's creation or end,
 * which is elsewhere. */
static void find_to(const struct mz_axioms *m, const struct mz_graph *g,
                    struct image *image)
{
    uint32_t start[MZ_MAX_THREADS], way[MZ_MAX_THREADS] = {0};

    for (unsigned t = 0; t < g->width; t++) {
        start[t] = image->to[t] = length_of(m, t);
        if (image->from[t] < start[t])
            image->to[t] = image->from[t] + 1;
    }
    find_by_threads(g, image->from, start);
    for (unsigned t = 0; t < g->width; t++) {
        take_least(&image->to[t], start[t]);
        take_least(&start[t], first_elsewhere(m, g, t, image->from[t]));
        way[t] = start[t];
    }
    for (unsigned t = 0; t < g->width; t++)
        for (unsigned u = 0; start[t] < length_of(m, t) && u < g->width; u++)
            if (u != t)
                take_least(&way[u],
                           first_behind(m, g, node_at(m, t, start[t]), u));
    for (unsigned t = 0; t < g->width; t++)
        take_least(&image->to[t], first_elsewhere(m, g, t, way[t]));
    find_by_threads(g, way, image->to);
}

/* Is it behind by hb, on one place? */
static bool is_behind_on_place(const struct mz_axioms *m,
                               const struct mz_graph *g,
                               const struct image *image, uint32_t s,
                               uint32_t i)
{
    if (!is_fence(g, s))
        return i != s && g->nodes[i].place == g->nodes[s].place &&
               mz_axioms_before(m, g, s, i);
    for (uint32_t a = m->beside[i]; a != MZ_NONE; a = m->beside[a])
        if (g->nodes[a].index >= image->from[g->nodes[a].thread] &&
            mz_axioms_before(m, g, a, i))
            return true;
    return false;
}

static bool is_behind(const struct mz_axioms *m, const struct mz_graph *g,
                      const struct image *image, uint32_t s, uint32_t i)
{
    const struct mz_node *n = &g->nodes[i];

    if (n->index >= image->to[n->thread])
        return true;
    if (n->place == MZ_NONE)
        return false;
    return (mz_node_is(n, MZ_NODE_WRITES) && is_eco_behind(m, g, i)) ||
           is_behind_on_place(m, g, image, s, i);
}

static void find_firsts(const struct mz_axioms *m, const struct mz_graph *g,
                        uint32_t s, struct image *image)
{
    for (unsigned t = 0; t < g->width; t++) {
        image->first[t] = image->to[t];
        image->eco[t] = length_of(m, t);
    }
    for (uint32_t i = 0; i < g->count; i++) {
        const struct mz_node *n = &g->nodes[i];

        if (n->place == MZ_NONE)
            continue;
        if (is_behind(m, g, image, s, i))
            take_least(&image->first[n->thread], n->index);
        if (is_eco_behind(m, g, i))
            take_least(&image->eco[n->thread], n->index);
    }
}

/* Does an event of a set come before the fence by hb? */
static bool has_before(const struct mz_axioms *m, const struct mz_graph *g,
                       const uint32_t *firsts, uint32_t fence)
{
    const uint32_t *clock = mz_axioms_clock(m, fence);

    for (unsigned t = 0; t < g->width; t++)
        if (clock[t] > firsts[t])
            return true;
    return false;
}

static bool leads_to(const struct mz_axioms *m, const struct mz_graph *g,
                     const struct image *image, uint32_t s, uint32_t i)
{
    bool by_fences = is_fence(g, s) && is_fence(g, i);

    if (by_fences && ((s != i && mz_axioms_before(m, g, s, i)) ||
                      has_before(m, g, image->eco, i)))
        return true;
    if (m->memory == MZ_MODEL_RA)
        return false;
    return is_fence(g, i) ? has_before(m, g, image->first, i)
                          : is_behind(m, g, image, s, i);
}

/* ---- cycles -------------------------------------------------------------- */

static bool is_strong(const struct mz_axioms *m, const struct mz_graph *g,
                      uint32_t i)
{
    if (m->memory == MZ_MODEL_RA ? !is_fence(g, i) : !is_event(g, i))
        return false;
    return mz_graph_order(g, i) == MZ_SEQ_CST;
}

static uint32_t find_strong(struct mz_axioms *m, const struct mz_graph *g)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < g->count; i++)
        if (is_strong(m, g, i))
            m->strong[count++] = i;
    return count;
}

static uint64_t *row_of(const struct mz_axioms *m, uint32_t words, uint32_t s)
{
    return m->reach + (size_t)s * words;
}

static void find_row(struct mz_axioms *m, const struct mz_graph *g,
                     uint32_t count, uint32_t words, uint32_t s)
{
    uint64_t *row = row_of(m, words, s);
    struct image image;

    find_from(m, g, m->strong[s], &image);
    find_to(m, g, &image);
    find_firsts(m, g, m->strong[s], &image);
    for (uint32_t w = 0; w < words; w++)
        row[w] = 0;
    for (uint32_t i = 0; i < count; i++)
        if (leads_to(m, g, &image, m->strong[s], m->strong[i]))
            row[i / 64] |= 1ull << i % 64;
}

/* Takes away whoever leads to none that is left, until nobody does. */
static bool is_acyclic(const struct mz_axioms *m, uint32_t count,
                       uint32_t words)
{
    uint32_t left = count, before;

    for (uint32_t i = 0; i < count; i++)
        m->rank[i] = 1;
    do {
        before = left;
        for (uint32_t s = count; s-- > 0;) {
            const uint64_t *row = row_of(m, words, s);
            bool leads = false;

            for (uint32_t i = 0; m->rank[s] && !leads && i < count; i++)
                leads = m->rank[i] && row[i / 64] >> i % 64 & 1;
            if (m->rank[s] && !leads) {
                m->rank[s] = 0;
                left--;
            }
        }
    } while (left && left < before);
    return !left;
}

bool mz_axioms_psc_is_acyclic(struct mz_axioms *m, const struct mz_graph *g)
{
    uint32_t count = find_strong(m, g), words = (count + 63) / 64;

    if (count < 2)
        return true;
    if ((uint64_t)count * words > MZ_AXIOMS_REACH) {
        m->is_outgrown = true;
        return true;
    }
    find_places(m, g);
    for (uint32_t s = 0; s < count; s++)
        find_row(m, g, count, words, s);
    return is_acyclic(m, count, words);
}
