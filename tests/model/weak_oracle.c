/* SPDX-License-Identifier: Apache-2.0 */
#include "weak_oracle.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_GRAPHS = 30000, PLACES = WEAK_PLACES + WEAK_OBJECTS };

/* ---- names ---------------------------------------------------------------- */

/* What is hashed, eight bytes at a time. */
struct spelling {
    struct weak_name name;
    uint64_t word; /* of bytes that are not in the name yet, as many as */
    unsigned bytes;
};

static void spell(struct spelling *s, uint8_t byte)
{
    s->word = s->word << 8 | byte;
    if (++s->bytes < 8)
        return;
    s->name.high = mz_hash_word(s->name.high, s->word);
    s->name.low = (s->name.low + s->word + 1) * 0xD1342543DE82EF95u;
    s->name.low ^= s->name.low >> 29;
    s->word = s->bytes = 0;
}

static void spell_source(struct spelling *s, const struct weak_source *source)
{
    spell(s, source->thread);
    spell(s, source->index);
}

struct weak_name weak_name_of(const struct weak_graph *g)
{
    struct spelling s = {.name = {1, 2}};

    for (unsigned t = 0; t < WEAK_THREADS; t++) {
        spell(&s, g->length[t]);
        for (unsigned i = 0; i < g->length[t]; i++)
            if (g->events[t][i].reads)
                spell_source(&s, &g->events[t][i]);
    }
    for (unsigned p = 0; p < PLACES; p++) {
        spell(&s, g->writes[p]);
        for (unsigned i = 0; i < g->writes[p]; i++)
            spell_source(&s, &g->order[p][i]);
    }
    do
        spell(&s, 0);
    while (s.bytes);
    return s.name;
}

static bool same(struct weak_name a, struct weak_name b)
{
    return a.high == b.high && a.low == b.low;
}

static bool is_none(struct weak_name a)
{
    return !a.high && !a.low;
}

static struct weak_name *find(const struct weak_names *n, struct weak_name name)
{
    size_t i = name.low & (n->size - 1);

    while (!is_none(n->names[i]) && !same(n->names[i], name))
        i = (i + 1) & (n->size - 1);
    return &n->names[i];
}

static void grow(struct weak_names *n)
{
    struct weak_names old = *n;

    n->size = old.size ? 2 * old.size : 64;
    n->names = calloc(n->size, sizeof *n->names);
    MZ_ASSERT(n->names);
    for (size_t i = 0; i < old.size; i++)
        if (!is_none(old.names[i]))
            *find(n, old.names[i]) = old.names[i];
    free(old.names);
}

bool weak_names_add(struct weak_names *n, struct weak_name name)
{
    struct weak_name *place;

    if (2 * (n->count + 1) > n->size)
        grow(n);
    place = find(n, name);
    if (!is_none(*place))
        return false;
    *place = name;
    n->count++;
    return true;
}

bool weak_names_have(const struct weak_names *n, struct weak_name name)
{
    return n->size && !is_none(*find(n, name));
}

void weak_names_free(struct weak_names *n)
{
    free(n->names);
    *n = (struct weak_names){0};
}

/* ---- relations ------------------------------------------------------------ */

/* Row a has bit b: a comes before b. */
struct relation {
    uint64_t row[WEAK_NODES];
};

struct facts {
    unsigned n;
    struct relation po, asw, rf, mo, fr, rmw;
    uint64_t reads, writes, fences, arrivals, acquires, releases, sc;
    uint64_t read_locks, read_unlocks;
    uint64_t locked;   /* x86: of an instruction with a lock prefix */
    uint64_t sc_store; /* x86: a mov with an mfence behind it */
    uint64_t objects;  /* on what is not memory */
    uint64_t delayed;  /* x86: reads, of updates that come as movs do */
    uint64_t place[WEAK_NODES]; /* all nodes of the same one */
};

static struct relation composed(const struct facts *f, const struct relation *a,
                                const struct relation *b)
{
    struct relation r = {{0}};

    for (unsigned i = 0; i < f->n; i++)
        for (uint64_t left = a->row[i]; left; left &= left - 1)
            r.row[i] |= b->row[__builtin_ctzll(left)];
    return r;
}

static void unite(const struct facts *f, struct relation *a,
                  const struct relation *b)
{
    for (unsigned i = 0; i < f->n; i++)
        a->row[i] |= b->row[i];
}

static struct relation closed(const struct facts *f, struct relation a)
{
    for (unsigned k = 0; k < f->n; k++)
        for (unsigned i = 0; a.row[k] && i < f->n; i++)
            if (a.row[i] >> k & 1)
                a.row[i] |= a.row[k];
    return a;
}

static struct relation or_same(const struct facts *f, struct relation a)
{
    for (unsigned i = 0; i < f->n; i++)
        a.row[i] |= 1ull << i;
    return a;
}

static bool is_irreflexive(const struct facts *f, const struct relation *a)
{
    for (unsigned i = 0; i < f->n; i++)
        if (a->row[i] >> i & 1)
            return false;
    return true;
}

/* What comes before nothing that is left is on no cycle. */
static bool is_acyclic(const struct facts *f, const struct relation *a)
{
    uint64_t left = 0, before;

    for (unsigned i = 0; i < f->n; i++)
        left |= 1ull << i;

    do {
        before = left;
        for (unsigned i = f->n; i-- > 0;)
            if (!(a->row[i] & left))
                left &= ~(1ull << i);
    } while (left != before);
    return !left;
}

static struct relation from(uint64_t set, const struct facts *f,
                            struct relation a)
{
    for (unsigned i = 0; i < f->n; i++)
        if (!(set >> i & 1))
            a.row[i] = 0;
    return a;
}

static struct relation to(const struct facts *f, struct relation a,
                          uint64_t set)
{
    for (unsigned i = 0; i < f->n; i++)
        a.row[i] &= set;
    return a;
}

static struct relation on_place(const struct facts *f, struct relation a,
                                bool same_place)
{
    for (unsigned i = 0; i < f->n; i++)
        a.row[i] &= same_place ? f->place[i] : ~f->place[i];
    return a;
}

static struct relation communication(const struct facts *f)
{
    struct relation r = f->rf;

    unite(f, &r, &f->mo);
    unite(f, &r, &f->fr);
    return r;
}

static bool is_atomic(const struct facts *f)
{
    struct relation between = composed(f, &f->fr, &f->mo);

    for (unsigned i = 0; i < f->n; i++)
        if (f->rmw.row[i] & between.row[i])
            return false;
    return true;
}

/* ---- axioms --------------------------------------------------------------- */

static bool sc_allows(const struct facts *f)
{
    struct relation r = communication(f);

    unite(f, &r, &f->po);
    unite(f, &r, &f->asw);
    return is_acyclic(f, &r);
}

static struct relation tso_order(const struct facts *f)
{
    struct relation r = {{0}};
    uint64_t mfence = f->fences & f->sc, nothing = f->fences & ~f->sc;

    for (unsigned i = 0; i < f->n; i++) {
        uint64_t all = f->po.row[i] & ~nothing, keep = all;

        if (nothing >> i & 1)
            continue;
        if ((f->writes | f->delayed) >> i & 1 &&
            !((f->locked | f->sc_store) >> i & 1)) {
            uint64_t strong = all & (mfence | f->sc_store | f->locked);

            keep = all & (~f->reads | f->locked | f->delayed);
            for (; strong; strong &= strong - 1)
                keep |= f->po.row[__builtin_ctzll(strong)] & ~nothing;
        }
        r.row[i] = keep;
    }
    unite(f, &r, &f->asw);
    return r;
}

static bool tso_allows(const struct facts *f)
{
    struct relation local = f->po, all = tso_order(f), outer = f->rf;
    struct relation com = communication(f);

    unite(f, &local, &f->asw);
    local = on_place(f, local, true);
    unite(f, &local, &com);
    if (!is_acyclic(f, &local))
        return false;
    for (unsigned i = 0; i < f->n; i++)
        outer.row[i] &= ~f->po.row[i];
    unite(f, &all, &outer);
    unite(f, &all, &f->mo);
    unite(f, &all, &f->fr);
    return is_acyclic(f, &all);
}

static struct relation psc_of_fences(const struct facts *f,
                                     const struct relation *hb,
                                     const struct relation *eco)
{
    uint64_t fences = f->fences & f->sc;
    struct relation r = composed(f, hb, eco);

    r = composed(f, &r, hb);
    unite(f, &r, hb);
    return to(f, from(fences, f, r), fences);
}

static bool is_coherent(const struct facts *f, const struct relation *hb,
                        const struct relation *eco)
{
    struct relation r = composed(f, hb, eco);

    return is_irreflexive(f, hb) && is_irreflexive(f, &r);
}

/* Those who have a read lock do not hear of others who had one. */
static struct relation but_from_readers(const struct facts *f,
                                        struct relation r)
{
    for (uint64_t left = f->read_unlocks; left; left &= left - 1)
        r.row[__builtin_ctzll(left)] &= ~f->read_locks;
    return r;
}

/* Who takes a lock, or from a semaphore, comes after all that gave before. */
static struct relation order_by_objects(const struct facts *f)
{
    struct relation sequence = composed(f, &f->rf, &f->rmw), r;

    sequence = or_same(f, closed(f, sequence));
    r = from(f->writes & f->releases & f->objects, f, sequence);
    r = composed(f, &r, &f->rf);
    return but_from_readers(f, to(f, r, f->acquires & f->objects));
}

static bool ra_allows(const struct facts *f)
{
    struct relation hb = f->po, eco = closed(f, communication(f)), psc;
    struct relation memory = to(f, f->rf, ~f->objects);
    struct relation objects = order_by_objects(f);

    unite(f, &hb, &f->asw);
    unite(f, &hb, &memory);
    unite(f, &hb, &objects);
    hb = closed(f, hb);
    psc = psc_of_fences(f, &hb, &eco);
    return is_coherent(f, &hb, &eco) && is_acyclic(f, &psc);
}

static struct relation happens_before(const struct facts *f)
{
    struct relation rf_rmw = composed(f, &f->rf, &f->rmw), sequence, sw, by, r;

    sequence = or_same(f, closed(f, rf_rmw)); /* C++20: updates alone */
    sw = from(f->writes & f->releases, f, sequence);
    by = to(f, from(f->fences & f->releases, f, f->po), f->writes & ~f->objects);
    by = composed(f, &by, &sequence);
    unite(f, &sw, &by);
    sw = composed(f, &sw, &f->rf);
    by = to(f, from(f->reads & ~f->objects, f, f->po), f->fences & f->acquires);
    by = composed(f, &sw, &by);
    r = but_from_readers(f, to(f, sw, f->acquires));
    unite(f, &r, &by);
    unite(f, &r, &f->po);
    unite(f, &r, &f->asw);
    return closed(f, r);
}

/* To create and to join are done elsewhere. */
static struct relation scb_of(const struct facts *f, const struct relation *hb)
{
    struct relation away = on_place(f, f->po, false);
    struct relation maybe = or_same(f, *hb), r, place;

    unite(f, &away, &f->asw);
    r = composed(f, &away, &maybe);
    r = composed(f, &r, &away);
    unite(f, &r, &f->asw);
    place = on_place(f, *hb, true);
    unite(f, &r, &f->po);
    unite(f, &r, &place);
    unite(f, &r, &f->mo);
    unite(f, &r, &f->fr);
    return r;
}

static bool rc11_allows(const struct facts *f)
{
    const struct relation none = {{0}};
    struct relation hb = happens_before(f), eco = closed(f, communication(f));
    struct relation reads = f->po, left, right, psc, other, maybe;
    uint64_t fences = f->fences & f->sc, accesses = f->sc & ~f->fences;

    unite(f, &reads, &f->asw);
    unite(f, &reads, &f->rf);
    if (!is_acyclic(f, &reads) || !is_coherent(f, &hb, &eco))
        return false;
    if (!f->sc) /* psc is empty */
        return true;
    maybe = or_same(f, hb);
    left = from(accesses, f, or_same(f, none));
    other = from(fences, f, maybe);
    unite(f, &left, &other);
    right = to(f, or_same(f, none), accesses);
    other = to(f, maybe, fences);
    unite(f, &right, &other);
    other = scb_of(f, &hb);
    psc = composed(f, &left, &other);
    psc = composed(f, &psc, &right);
    other = psc_of_fences(f, &hb, &eco);
    unite(f, &psc, &other);
    return is_acyclic(f, &psc);
}

/* ---- from graphs to relations --------------------------------------------- */

/* A graph with what its threads have come to. */
struct state {
    struct weak_graph graph;
    const struct weak_instruction *code[WEAK_THREADS][WEAK_CODE];
    uint64_t value[WEAK_THREADS][WEAK_CODE];   /* read */
    uint64_t written[WEAK_THREADS][WEAK_CODE]; /* written */
    struct weak_thread threads[WEAK_THREADS];
    bool born[WEAK_THREADS], joined[WEAK_THREADS], waits[WEAK_THREADS];
    uint8_t birth[WEAK_THREADS]; /* after so many events of the first */
    uint8_t join[WEAK_THREADS];  /* the same */
    bool is_asked; /* the model allows it, by its axioms */
    bool is_late[WEAK_THREADS];  /* what it reads from next is not what was */
    uint8_t later[WEAK_THREADS][WEAK_THREADS]; /* there at first, nor of the
                                    first so many events of a thread */
};

/* The read of an event, or else its write, has that number; of an update the
 * write has the next. */
struct numbers {
    uint8_t of[WEAK_THREADS][WEAK_CODE];
    uint8_t init[PLACES]; /* of what was there at first, where there are events */
};

static unsigned write_number(const struct state *s, const struct numbers *n,
                             struct weak_source w, unsigned place)
{
    const struct weak_source *e;

    if (w.thread == WEAK_INIT)
        return n->init[place];
    e = &s->graph.events[w.thread][w.index];
    return n->of[w.thread][w.index] + (e->reads && e->writes);
}

static bool has_order(unsigned order, bool release)
{
    return release ? order >= MZ_RELEASE
                   : order != MZ_RELAXED && order != MZ_RELEASE;
}

static void add_node(struct facts *f, uint64_t *set, unsigned order)
{
    uint64_t bit = 1ull << f->n;

    MZ_ASSERT(f->n < WEAK_NODES);
    *set |= bit;
    if (set != &f->writes && has_order(order, false))
        f->acquires |= bit;
    if (set != &f->reads && has_order(order, true))
        f->releases |= bit;
    if (order == MZ_SEQ_CST)
        f->sc |= bit;
    f->n++;
}

static bool reads_by_lock(const struct weak_instruction *c)
{
    return c->op == WEAK_RD_LOCK || c->op == WEAK_RD_TRYLOCK;
}

/* Whatever it finds. */
static bool ends_robustly(const struct weak_instruction *c)
{
    return c->op == WEAK_ROBUST_UNLOCK || c->op == WEAK_OWNER_END ||
           c->op == WEAK_UNLOCK_LOST;
}

static bool takes(const struct weak_instruction *c)
{
    return c->op == WEAK_LOCK || c->op == WEAK_TRYLOCK || c->op == WEAK_WAIT ||
           c->op == WEAK_TRYWAIT || c->op == WEAK_WR_LOCK ||
           c->op == WEAK_WR_TRYLOCK || c->op == WEAK_ROBUST_LOCK ||
           c->op == WEAK_FUTEX_ENTER || reads_by_lock(c);
}

static bool gives(const struct weak_instruction *c)
{
    return c->op == WEAK_UNLOCK || c->op == WEAK_POST ||
           c->op == WEAK_RD_UNLOCK || c->op == WEAK_WR_UNLOCK ||
           c->op == WEAK_FUTEX_DECIDE || ends_robustly(c);
}

/* On x86. Who tries in vain has but looked. */
static bool is_locked(const struct weak_instruction *c, bool writes)
{
    return c->op == WEAK_ADD || c->op == WEAK_EXCHANGE ||
           c->op == WEAK_TAKE || c->op == WEAK_COMPARE || c->op == WEAK_LOCK || c->op == WEAK_WAIT ||
           (c->op >= WEAK_FUTEX_ENTER && c->op <= WEAK_FUTEX_CALL &&
            c->op != WEAK_FUTEX_DECIDE) ||
           ((takes(c) || c->op == WEAK_LEAVE) && writes);
}

static unsigned order_of(const struct state *s, unsigned t, unsigned i)
{
    const struct weak_instruction *c = s->code[t][i];

    if (c->op == WEAK_FUTEX_CALL && s->graph.events[t][i].writes)
        return MZ_ACQ_REL;
    if (gives(c))
        return MZ_RELEASE;
    if (takes(c))
        return s->graph.events[t][i].writes ? MZ_ACQUIRE : MZ_RELAXED;
    if (weak_is_of_object(c))
        return MZ_RELAXED;
    return c->op == WEAK_COMPARE && !s->graph.events[t][i].writes ? c->failure
                                                                  : c->order;
}

static void add_event(const struct state *s, struct facts *f, unsigned t,
                      unsigned i)
{
    const struct weak_source *e = &s->graph.events[t][i];
    const struct weak_instruction *c = s->code[t][i];
    unsigned order = order_of(s, t, i), first = f->n;

    if (e->place == WEAK_INIT)
        add_node(f, c->op == WEAK_FENCE ? &f->fences : &f->arrivals, order);
    if (e->reads)
        add_node(f, &f->reads, order);
    if (e->writes)
        add_node(f, &f->writes, order);
    for (unsigned k = first; k < f->n; k++)
        f->place[k] = e->place == WEAK_INIT ? 0 : 1ull << e->place;
    if (e->reads && e->writes)
        f->rmw.row[first] |= 1ull << (first + 1);
    if (weak_is_of_object(c))
        f->objects |= ((1ull << (f->n - first)) - 1) << first;
    if (reads_by_lock(c))
        f->read_locks |= ((1ull << (f->n - first)) - 1) << first;
    if (c->op == WEAK_RD_UNLOCK)
        f->read_unlocks |= ((1ull << (f->n - first)) - 1) << first;
    if (e->reads && e->writes && !is_locked(c, true))
        f->delayed |= 1ull << first;
    if (is_locked(c, e->writes))
        f->locked |= ((1ull << (f->n - first)) - 1) << first;
    else if (e->writes && order == MZ_SEQ_CST)
        f->sc_store |= 1ull << first;
}

/* All nodes of the first thread before, or behind, so many events of it; all of
 * another. */
static uint64_t nodes_of(const struct state *s, const struct numbers *n,
                         unsigned t, unsigned begin, unsigned end)
{
    uint64_t set = 0;

    for (unsigned i = begin; i < end; i++) {
        const struct weak_source *e = &s->graph.events[t][i];

        set |= (e->reads && e->writes ? 3ull : 1ull) << n->of[t][i];
    }
    return set;
}

static void order_all(struct relation *r, uint64_t before, uint64_t after)
{
    for (; before; before &= before - 1)
        r->row[__builtin_ctzll(before)] |= after;
}

static void add_threads(const struct state *s, const struct numbers *n,
                        struct facts *f)
{
    const uint8_t *length = s->graph.length;

    for (unsigned t = 1; t < WEAK_THREADS; t++) {
        uint64_t all = nodes_of(s, n, t, 0, length[t]);

        if (s->born[t])
            order_all(&f->asw, nodes_of(s, n, 0, 0, s->birth[t]), all);
        if (s->joined[t])
            order_all(&f->asw, all, nodes_of(s, n, 0, s->join[t], length[0]));
    }
}

/* The event is the k-th of its thread that does that; 0: it is none. */
static unsigned count_up_to(const struct state *s, unsigned t, unsigned event,
                            enum weak_op op)
{
    unsigned k = 0;

    for (unsigned i = 0; i <= event; i++)
        k += s->code[t][i]->op == op;
    return s->code[t][event]->op == op ? k : 0;
}

/* Whoever leaves a barrier does so after all have arrived. */
static void add_rounds(const struct state *s, const struct numbers *n,
                       struct facts *f)
{
    uint64_t arrive[WEAK_CODE + 1] = {0}, leave[WEAK_CODE + 1] = {0};

    for (unsigned t = 0; t < WEAK_THREADS; t++)
        for (unsigned i = 0; i < s->graph.length[t]; i++) {
            uint64_t nodes = nodes_of(s, n, t, i, i + 1);

            arrive[count_up_to(s, t, i, WEAK_ARRIVE)] |= nodes;
            leave[count_up_to(s, t, i, WEAK_LEAVE)] |= nodes;
        }
    for (unsigned k = 1; k <= WEAK_CODE; k++)
        order_all(&f->asw, arrive[k], leave[k]);
}

static void add_reads(const struct state *s, const struct numbers *n,
                      struct facts *f)
{
    for (unsigned t = 0; t < WEAK_THREADS; t++)
        for (unsigned i = 0; i < s->graph.length[t]; i++) {
            const struct weak_source *e = &s->graph.events[t][i];

            if (e->reads)
                f->rf.row[write_number(s, n, *e, e->place)] |=
                    1ull << n->of[t][i];
        }
    for (unsigned w = 0; w < f->n; w++)
        for (uint64_t left = f->rf.row[w]; left; left &= left - 1)
            f->fr.row[__builtin_ctzll(left)] = f->mo.row[w];
}

/* Of each node all of the same place, which was a bit so far. */
static void find_places(struct facts *f)
{
    uint64_t all[PLACES] = {0};

    for (unsigned i = 0; i < f->n; i++)
        if (f->place[i])
            all[__builtin_ctzll(f->place[i])] |= 1ull << i;
    for (unsigned i = 0; i < f->n; i++)
        if (f->place[i])
            f->place[i] = all[__builtin_ctzll(f->place[i])];
}

/* Of which there are events: a bit each. */
static uint64_t places_of(const struct state *s)
{
    uint64_t places = 0;

    for (unsigned t = 0; t < WEAK_THREADS; t++)
        for (unsigned i = 0; i < s->graph.length[t]; i++)
            if (s->graph.events[t][i].place != WEAK_INIT)
                places |= 1ull << s->graph.events[t][i].place;
    return places;
}

static void find_facts(const struct state *s, struct facts *f)
{
    struct numbers n;
    uint64_t places = places_of(s), init;

    *f = (struct facts){.n = 0};
    for (uint64_t left = places; left; left &= left - 1) {
        n.init[__builtin_ctzll(left)] = f->n;
        f->place[f->n++] = left & -left;
    }
    f->writes = init = (1ull << f->n) - 1;
    for (unsigned t = 0; t < WEAK_THREADS; t++)
        for (unsigned i = 0; i < s->graph.length[t]; i++) {
            n.of[t][i] = f->n;
            add_event(s, f, t, i);
        }
    order_all(&f->po, init, ((1ull << f->n) - 1) & ~init);
    for (unsigned t = 0; t < WEAK_THREADS; t++) {
        uint64_t all = nodes_of(s, &n, t, 0, s->graph.length[t]);

        for (uint64_t left = all; left; left &= left - 1)
            f->po.row[__builtin_ctzll(left)] = left & (left - 1);
    }
    for (uint64_t left = places; left; left &= left - 1) {
        unsigned p = __builtin_ctzll(left);
        uint64_t later = 0;

        for (unsigned i = s->graph.writes[p]; i-- > 0;) {
            unsigned w = write_number(s, &n, s->graph.order[p][i], p);

            f->mo.row[w] = later;
            later |= 1ull << w;
        }
        f->mo.row[n.init[p]] = later;
    }
    add_threads(s, &n, f);
    add_rounds(s, &n, f);
    add_reads(s, &n, f);
    find_places(f);
}

static bool allows(enum mz_memory_model model, const struct state *s)
{
    struct facts f;

    find_facts(s, &f);
    if (!is_atomic(&f))
        return false;
    switch (model) {
    case MZ_MODEL_TSO:
        return tso_allows(&f);
    case MZ_MODEL_RA:
        return ra_allows(&f);
    case MZ_MODEL_RC11:
        return rc11_allows(&f);
    default:
        return sc_allows(&f);
    }
}

/* ---- enumeration ---------------------------------------------------------- */

/*
 * A part of a consistent graph that has, of each event, all that comes before it
 * by program order and reads-from is consistent, too, in each of the models. So
 * from a part P on, each full graph G that has it is come to by one event at a
 * time. One way to each is enough:
 *
 * - If the next event of a thread reads nothing, it is in each G, and nothing
 *   else has to be there before it: it is the one that is added.
 * - Else all that come next are reads. In G one of them at least reads from a
 *   write of P, since G's reads-from and program order have no cycle. Of the
 *   first thread of which that is so the read is added. The threads before it
 *   read from what is not in P: they are *late*, and that is remembered.
 */
struct enumeration {
    const struct weak_script *script;
    enum mz_memory_model model;
    bool any_way;            /* each G is come to by all ways there are */
    size_t seen;             /* graphs that the model allows */
    struct weak_names tried; /* all that it was asked about, if any way is gone */
    struct weak_names *full;
};

/* Creations and joins, which are no events. */
static void do_local(const struct weak_script *script, struct state *s)
{
    const struct weak_instruction *i;

    while ((i = weak_next(script, 0, &s->threads[0]))) {
        if (i->op == WEAK_CREATE) {
            s->born[i->place] = true;
            s->birth[i->place] = s->graph.length[0];
        } else if (i->op == WEAK_JOIN) {
            const struct weak_thread *child = &s->threads[i->place];

            weak_next(script, i->place, &s->threads[i->place]);
            if (child->is_stuck || child->at < script->length[i->place])
                return;
            s->joined[i->place] = true;
            s->join[i->place] = s->graph.length[0];
        } else {
            return;
        }
        s->threads[0].at++;
    }
}

static void visit(struct enumeration *, struct state *);

static bool is_write(const struct weak_source *e, unsigned t, unsigned index)
{
    return e->thread == t && e->index == index;
}

/* Has it been placed, and does it read from, what is last of its place? */
static bool is_of_the_last(const struct state *s, unsigned t, unsigned index)
{
    const struct weak_source *e = &s->graph.events[t][index], *order;
    unsigned count;

    if (e->place == WEAK_INIT)
        return true;
    order = s->graph.order[e->place];
    count = s->graph.writes[e->place];
    if (e->writes && !is_write(&order[--count], t, index))
        return false;
    if (!e->reads)
        return true;
    return count ? is_write(&order[count - 1], e->thread, e->index)
                 : e->thread == WEAK_INIT;
}

/* The event stands where it is to: does the model allow that? Most often it does
 * if nothing has come later to the place, and then that is not asked, but of
 * full graphs. */
static void go_on(struct enumeration *n, struct state *s, unsigned t)
{
    if (n->any_way && !weak_names_add(&n->tried, weak_name_of(&s->graph)))
        return;
    s->is_asked = n->any_way ||
                  !is_of_the_last(s, t, s->graph.length[t] - 1);
    if (s->is_asked && !allows(n->model, s))
        return;
    if (!s->waits[t])
        s->threads[t].at++;
    s->is_late[t] = false;
    visit(n, s);
}

/* Of an event: does it read from the k-th write of its place; 0: from what was
 * there at first? */
static bool is_source(const struct state *s, const struct weak_source *e,
                      unsigned k)
{
    const struct weak_source *order = s->graph.order[e->place];

    return e->reads && (k ? is_write(&order[k - 1], e->thread, e->index)
                          : e->thread == WEAK_INIT);
}

/* As far as atomicity goes, the write may come behind so many others. */
static bool may_be_at(const struct state *s, const struct weak_source *e,
                      unsigned at)
{
    const struct weak_source *next = &s->graph.order[e->place][at];

    if (e->reads && !is_source(s, e, at))
        return false;
    return at == s->graph.writes[e->place] ||
           !is_source(s, &s->graph.events[next->thread][next->index], at);
}

static void place_write(struct enumeration *n, const struct state *s,
                        unsigned t, unsigned index)
{
    struct weak_source w = {.thread = t, .index = index};
    unsigned place = s->graph.events[t][index].place;
    unsigned count = s->graph.writes[place];

    for (unsigned at = 0; at <= count; at++) {
        struct state next;
        struct weak_source *order = next.graph.order[place];

        if (!n->any_way && !may_be_at(s, &s->graph.events[t][index], at))
            continue;
        next = *s;
        memmove(order + at + 1, order + at, (count - at) * sizeof *order);
        order[at] = w;
        next.graph.writes[place]++;
        go_on(n, &next, t);
    }
}

/* It reads from that write, or reads nothing. */
static void take_source(struct enumeration *n, struct state s, unsigned t,
                        const struct weak_instruction *i, uint64_t value,
                        struct weak_source source)
{
    unsigned index = s.graph.length[t]++;
    struct weak_source *e = &s.graph.events[t][index];

    *e = source;
    s.code[t][index] = i;
    e->writes = weak_writes(i, &s.threads[t], value, &s.written[t][index]);
    s.waits[t] = weak_waits(i, &s.threads[t], value);
    if (!s.waits[t])
        weak_learn(i, &s.threads[t], value, s.written[t][index]);
    if (e->writes)
        place_write(n, &s, t, index);
    else
        go_on(n, &s, t);
}

static bool reads(const struct weak_instruction *i)
{
    return i->op != WEAK_STORE && i->op != WEAK_FENCE && i->op != WEAK_ARRIVE &&
           i->op != WEAK_UNLOCK && !ends_robustly(i);
}

static void add_next(struct enumeration *n, const struct state *s, unsigned t,
                     const struct weak_instruction *i)
{
    unsigned place = weak_is_of_object(i)
                         ? WEAK_PLACES + weak_object(i, &s->threads[t])
                         : i->place;
    struct weak_source source = {.thread = WEAK_INIT, .place = place};

    if (i->op == WEAK_FENCE || i->op == WEAK_ARRIVE)
        source.place = WEAK_INIT;
    source.reads = reads(i);
    if (!s->is_late[t])
        take_source(n, *s, t, i, 0, source);
    for (unsigned k = 0; source.reads && k < s->graph.writes[place]; k++) {
        const struct weak_source *w = &s->graph.order[place][k];

        if (s->is_late[t] && w->index < s->later[t][w->thread])
            continue;
        source.thread = w->thread;
        source.index = w->index;
        take_source(n, *s, t, i, s->written[w->thread][w->index], source);
    }
}

/* Is it a take that makes its thread wait? */
static bool is_in_vain(const struct state *s, unsigned thread, unsigned index)
{
    return thread != WEAK_INIT && s->waits[thread] &&
           index == s->graph.length[thread] - 1u &&
           s->code[thread][index]->op == WEAK_TAKE;
}

/* Makes an event read what it has read as if there were no such takes. */
static void read_past(const struct state *s, struct weak_source *e)
{
    while (is_in_vain(s, e->thread, e->index)) {
        const struct weak_source *take = &s->graph.events[e->thread][e->index];

        e->thread = take->thread;
        e->index = take->index;
    }
}

/* Takes that make threads wait only read. */
static void drop_takes(const struct state *s, struct weak_graph *g)
{
    for (unsigned t = 0; t < WEAK_THREADS; t++)
        for (unsigned i = 0; i < g->length[t]; i++)
            if (g->events[t][i].reads)
                read_past(s, &g->events[t][i]);
    for (unsigned p = 0; p < PLACES; p++) {
        unsigned count = g->writes[p];

        g->writes[p] = 0;
        for (unsigned i = 0; i < count; i++)
            if (!is_in_vain(s, g->order[p][i].thread, g->order[p][i].index))
                g->order[p][g->writes[p]++] = g->order[p][i];
    }
}

/* Does the event read from the last write of its place? */
static bool reads_last(const struct weak_graph *g, const struct weak_source *e)
{
    unsigned count = g->writes[e->place];

    return count
               ? is_write(&g->order[e->place][count - 1], e->thread, e->index)
               : e->thread == WEAK_INIT;
}

/* Whoever waits for an object, or in a loop, has seen its last state. */
static bool waits_to_the_point(const struct state *s,
                               const struct weak_graph *g)
{
    for (unsigned t = 0; t < WEAK_THREADS; t++) {
        unsigned last = s->graph.length[t] - 1;

        if (!s->waits[t])
            continue;
        if (!reads_last(g, &g->events[t][last]))
            return false;
        if ((s->code[t][last]->op == WEAK_AWAIT ||
             s->code[t][last]->op == WEAK_TAKE) &&
            s->code[t][last]->adds && !reads_last(g, &g->events[t][last - 1]))
            return false;
    }
    return true;
}

/* All that the thread waits for at the barrier. */
static bool have_arrived(const struct weak_script *script,
                         const struct state *s, unsigned t)
{
    unsigned count = 0;

    for (unsigned u = 0; u < WEAK_THREADS; u++)
        count += s->threads[u].rounds >= s->threads[t].rounds;
    return count >= weak_barrier_threads(script);
}

/* What the thread does next. NULL: nothing that it could do now. */
static const struct weak_instruction *
next_of(const struct enumeration *n, struct state *s, unsigned t)
{
    const struct weak_instruction *i;

    if ((t && !s->born[t]) || s->waits[t])
        return NULL;
    i = weak_next(n->script, t, &s->threads[t]);
    if (!i || i->op == WEAK_JOIN ||
        (i->op == WEAK_LEAVE && !have_arrived(n->script, s, t)))
        return NULL;
    return i;
}

static void add_full(struct enumeration *n, const struct state *s)
{
    struct weak_graph g = s->graph;
    bool is_new;

    drop_takes(s, &g);
    if (!waits_to_the_point(s, &g) || (!s->is_asked && !allows(n->model, s)))
        return;
    is_new = weak_names_add(n->full, weak_name_of(&g));
    MZ_ASSERT(is_new || weak_has_takes(n->script));
}

static void visit(struct enumeration *n, struct state *s)
{
    const struct weak_instruction *next[WEAK_THREADS] = {NULL};
    bool is_full = true;

    do_local(n->script, s);
    if (n->seen > MOST_GRAPHS)
        return;
    n->seen++;
    for (unsigned t = 0; t < n->script->threads; t++) {
        next[t] = next_of(n, s, t);
        is_full &= !next[t];
        if (next[t] && !reads(next[t]) && !n->any_way) {
            add_next(n, s, t, next[t]);
            return;
        }
    }
    if (is_full)
        add_full(n, s);
    for (unsigned t = 0; t < n->script->threads; t++) {
        if (!next[t])
            continue;
        add_next(n, s, t, next[t]);
        s->is_late[t] = !n->any_way;
        memcpy(s->later[t], s->graph.length, sizeof s->later[t]);
    }
}

static bool enumerate(struct enumeration n)
{
    struct state empty = {.threads = {{0}}};

    visit(&n, &empty);
    weak_names_free(&n.tried);
    return n.seen <= MOST_GRAPHS;
}

bool weak_enumerate(const struct weak_script *script,
                    enum mz_memory_model model, struct weak_names *full)
{
    return enumerate((struct enumeration){
        .script = script, .model = model, .full = full});
}

bool weak_enumerate_any_way(const struct weak_script *script,
                            enum mz_memory_model model,
                            struct weak_names *full)
{
    return enumerate((struct enumeration){
        .script = script, .model = model, .any_way = true, .full = full});
}
