/* SPDX-License-Identifier: Apache-2.0 */
#include "canonical.h"

#include "group.h"

#include <stdlib.h>
#include <string.h>

/* ---- dependence ---------------------------------------------------------- */

static bool only_reads(enum mz_relation relation, uint8_t kind)
{
    return kind == MZ_READ || kind == MZ_AWAIT || kind == MZ_FILE_LOOK ||
           kind == MZ_FUTEX_LEFT ||
           ((relation == MZ_RELATION_ADD || relation == MZ_RELATION_RW) &&
            (kind == MZ_CAS_FAIL || kind == MZ_TRYLOCK_FAIL ||
             kind == MZ_SPIN_TRYLOCK_FAIL || kind == MZ_SEM_TRYWAIT_FAIL ||
             kind == MZ_RD_TRYLOCK_FAIL || kind == MZ_COND_WOKEN ||
             kind == MZ_FUTEX_WOKEN || kind == MZ_FUTEX_NOBODY ||
             kind == MZ_FUTEX_MOVED ||
             kind == MZ_BARRIER_PASS));
}

/* All that there is of it. */
static bool releases(uint8_t kind)
{
    return kind == MZ_UNLOCK || kind == MZ_WR_UNLOCK ||
           kind == MZ_SPIN_UNLOCK || kind == MZ_UNLOCK_LOST ||
           kind == MZ_OWNER_END;
}

/* Others may give theirs. */
static bool gives_one(enum mz_relation relation, uint8_t kind)
{
    return kind == MZ_SEM_POST || kind == MZ_RD_UNLOCK ||
           kind == MZ_BARRIER_ARRIVE ||
           (kind == MZ_ADD && relation != MZ_RELATION_RW);
}

bool mz_canonical_conflict(enum mz_relation relation, struct mz_access a,
                           struct mz_access b)
{
    if (a.object == MZ_NONE || a.object != b.object || !(a.mask & b.mask))
        return false;
    if (relation == MZ_RELATION_OBJECT)
        return true;
    if (releases(a.kind) && releases(b.kind))
        return false; /* never adjacent; either way the same traces */
    if (gives_one(relation, a.kind) && gives_one(relation, b.kind))
        return a.kind == MZ_ADD && b.kind == MZ_ADD && a.mask != b.mask;
    /* A failed compare-exchange of more than is read: see op.h. */
    if ((a.kind == MZ_CAS_FAIL && a.mask & ~b.mask) ||
        (b.kind == MZ_CAS_FAIL && b.mask & ~a.mask))
        return true;
    return !only_reads(relation, a.kind) || !only_reads(relation, b.kind);
}

static unsigned access_count(const struct mz_event *e)
{
    return mz_op_is_local(e->kind) ? 1 : 1 + e->bound;
}

static struct mz_access access_of(const struct mz_execution *x,
                                  const struct mz_event *e, unsigned k)
{
    return k ? x->accesses[e->more + k - 1]
             : (struct mz_access){e->object, e->mask, e->kind};
}

static bool any_conflict(enum mz_relation relation,
                         const struct mz_execution *x, const struct mz_event *a,
                         const struct mz_event *b)
{
    for (unsigned k = 0; k < access_count(a); k++)
        for (unsigned l = 0; l < access_count(b); l++)
            if (mz_canonical_conflict(relation, access_of(x, a, k),
                                      access_of(x, b, l)))
                return true;
    return false;
}

/* Of different threads. */
static inline bool depend(enum mz_relation relation,
                          const struct mz_execution *x,
                          const struct mz_event *a, const struct mz_event *b)
{
    if (a->bound || b->bound)
        return any_conflict(relation, x, a, b);
    return a->object == b->object && /* most are not */
           mz_canonical_conflict(relation, access_of(x, a, 0),
                                 access_of(x, b, 0));
}

bool mz_canonical_dependent(enum mz_relation relation,
                            const struct mz_execution *x, uint32_t i,
                            uint32_t j)
{
    const struct mz_event *a = &x->events[i], *b = &x->events[j];

    return a->thread == b->thread || depend(relation, x, a, b);
}

/* ---- fingerprints -------------------------------------------------------- */

static uint64_t identity(const struct mz_execution *x, uint32_t at)
{
    const struct mz_event *e = &x->events[at];
    uint64_t index = 0;
    uint64_t hash;

    for (uint32_t i = 0; i < at; i++)
        index += x->events[i].thread == e->thread;
    hash = mz_hash_word(0, index << 32 | e->thread << 8 | e->kind);
    if (mz_op_is_local(e->kind))
        return mz_hash_word(hash, e->value);
    for (unsigned k = 0; k < access_count(e); k++) {
        struct mz_access a = access_of(x, e, k);

        hash =
            mz_hash_word(hash, (uint64_t)a.object << 16 | a.mask << 8 | a.kind);
    }
    return hash;
}

/* A sum, so that the order in which the parts come does not matter. */
static void include(struct mz_canonical *c, uint64_t a, uint64_t b)
{
    c->low += mz_hash_word(mz_hash_word(0x6d617a75726b61, a), b);
    c->high += mz_hash_word(mz_hash_word(0x63686f70696e, b), a);
}

struct mz_canonical mz_canonical_add(struct mz_canonical c,
                                     enum mz_relation relation,
                                     const struct mz_execution *x, uint32_t j,
                                     uint64_t *identities)
{
    const struct mz_event *last = &x->events[j];
    uint64_t e = identities[j] = identity(x, j);

    include(&c, 0, e);
    for (uint32_t i = 0; i < j; i++)
        if (x->events[i].thread != last->thread &&
            depend(relation, x, &x->events[i], last))
            include(&c, identities[i], e);
    return c;
}

struct mz_canonical mz_canonical_end(struct mz_canonical c,
                                     enum mz_outcome outcome)
{
    include(&c, 1, outcome);
    return c;
}

struct mz_canonical mz_canonical_of(enum mz_relation relation,
                                    const struct mz_execution *x,
                                    enum mz_outcome outcome)
{
    uint64_t *identities = calloc(x->length + 1, sizeof *identities);
    struct mz_canonical c = {0, 0};

    for (uint32_t j = 0; j < x->length; j++)
        c = mz_canonical_add(c, relation, x, j, identities);
    free(identities);
    return mz_canonical_end(c, outcome);
}

/* ---- in full ------------------------------------------------------------- */

static void print_event(const struct mz_execution *x, uint32_t at, FILE *out)
{
    const struct mz_event *e = &x->events[at];

    fprintf(out, "  %u %s", mz_script_thread(e->thread), mz_op_names[e->kind]);
    if (mz_op_is_local(e->kind))
        fprintf(out, " %llu", (unsigned long long)e->value);
    else
        for (unsigned k = 0; k < access_count(e); k++) {
            struct mz_access a = access_of(x, e, k);

            fprintf(out, " %u/%02x", a.object, a.mask);
            if (k)
                fprintf(out, " %s", mz_op_names[a.kind]);
        }
    fputc('\n', out);
}

static bool preceded(enum mz_relation relation, const struct mz_execution *x,
                     const bool *told, uint32_t event)
{
    for (uint32_t i = 0; i < event; i++)
        if (!told[i] && mz_canonical_dependent(relation, x, i, event))
            return true;
    return false;
}

void mz_canonical_print(enum mz_relation relation, const struct mz_execution *x,
                        enum mz_outcome outcome, FILE *out)
{
    bool *told = calloc(x->length + 1, sizeof *told);

    for (uint32_t n = 0; n < x->length; n++) {
        uint32_t least = MZ_NONE;

        for (uint32_t i = 0; i < x->length; i++)
            if (!told[i] && !preceded(relation, x, told, i) &&
                (least == MZ_NONE ||
                 x->events[i].thread < x->events[least].thread))
                least = i;
        told[least] = true;
        print_event(x, least, out);
    }
    fprintf(out, "  outcome %d\n", outcome);
    free(told);
}

/* ---- sets ---------------------------------------------------------------- */

bool mz_canonical_same(struct mz_canonical a, struct mz_canonical b)
{
    return a.low == b.low && a.high == b.high;
}

/* The slot that holds it, or the empty one that would. */
static uint32_t slot_of(const struct mz_canonical_set *set,
                        struct mz_canonical c)
{
    uint32_t slot = c.low & (set->slot_count - 1);

    while (set->slots[slot] &&
           !mz_canonical_same(set->entries[set->slots[slot] - 1], c))
        slot = (slot + 1) & (set->slot_count - 1);
    return slot;
}

static void grow(struct mz_canonical_set *set)
{
    set->slot_count = set->slot_count ? 2 * set->slot_count : 1024;
    free(set->slots);
    set->slots = calloc(set->slot_count, sizeof *set->slots);
    set->entries =
        realloc(set->entries, set->slot_count / 2 * sizeof *set->entries);
    set->times = realloc(set->times, set->slot_count / 2 * sizeof *set->times);
    MZ_ASSERT(set->slots && set->entries && set->times);
    for (uint32_t i = 0; i < set->count; i++)
        set->slots[slot_of(set, set->entries[i])] = i + 1;
}

uint32_t mz_canonical_set_add(struct mz_canonical_set *set,
                              struct mz_canonical c)
{
    uint32_t slot;

    if (set->count >= set->slot_count / 2)
        grow(set);
    slot = slot_of(set, c);
    if (!set->slots[slot]) {
        set->entries[set->count] = c;
        set->times[set->count] = 0;
        set->slots[slot] = ++set->count;
    }
    set->times[set->slots[slot] - 1]++;
    return set->slots[slot] - 1;
}

bool mz_canonical_set_has(const struct mz_canonical_set *set,
                          struct mz_canonical c)
{
    return set->slot_count && set->slots[slot_of(set, c)];
}

void mz_canonical_set_clear(struct mz_canonical_set *set)
{
    /* Cheaper by entry while there are few. */
    if (set->count < set->slot_count / 16)
        for (uint32_t i = set->count; i-- > 0;)
            set->slots[slot_of(set, set->entries[i])] = 0;
    else if (set->slot_count)
        memset(set->slots, 0, set->slot_count * sizeof *set->slots);
    set->count = 0;
}

void mz_canonical_set_free(struct mz_canonical_set *set)
{
    free(set->entries);
    free(set->times);
    free(set->slots);
    *set = (struct mz_canonical_set){0};
}
