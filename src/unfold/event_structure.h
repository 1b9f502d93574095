/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The prime event structure of a program, as far as it has been found:
 * [NRSCP18] Def. 1 and section 5.1, for any relation of dependence of op/op.h.
 *
 * An event is <action, history>, and is there once. Its history is given by the
 * events that it follows immediately, in its thread and on its objects. Its
 * action is given by what precedes it in its thread, since threads are
 * deterministic.
 *
 * Events are nodes of trees: of the tree of their thread, and of those of their
 * objects. The nodes of an object's tree are its operations that depend on all
 * others (mz_op_covers). Operations that commute with some, reads and posts,
 * are leaves: a leaf hangs from the last node in its history. Two nodes of one
 * tree are causally related if one is the other's ancestor, else they are in
 * conflict.
 *
 * Each event has, for each tree, the last event of its history with itself
 * (tmax and lmax); and of the leaves there that no later node covers, the last
 * of each thread and kind. So questions about any two events come down to
 * questions about nodes of one tree.
 *
 * Flat data, in a pool of the structure's own; an event that is dropped leaves
 * its room to others.
 */
#ifndef MZ_UNFOLD_EVENT_STRUCTURE_H
#define MZ_UNFOLD_EVENT_STRUCTURE_H

#include "trace/event.h"
#include "trace/refusal.h"
#include "trace/statistics.h"

/* An event by name. 0 is what precedes all others: bottom. */
typedef uint32_t mz_node;

enum {
    MZ_BOTTOM = 0,
    MZ_SKIP_STEP = 4, /* s of section 5.2 */
    MZ_UNFOLD_CLASSES = 192,
};

/* Numbers of trees: that of thread t is t, those of objects follow. The leaves
 * of one kind that a thread has in a tree share a number (struct mz_leaves). */
enum {
    MZ_FIRST_OBJECT_TREE = MZ_MAX_THREADS,
    MZ_FIRST_LEAVES = 1u << 30,
    MZ_MOST_PLACES = 64, /* of an event */
};

/* The maximal event of a history in one tree, or among leaves. */
struct mz_maximum {
    uint32_t tree;
    mz_node event;
};

/* The place of an event in the tree of an object. What is read to build spikes
 * comes first here and last in struct mz_unfolded, which precedes this: so it
 * is in one line of the cache. */
struct mz_place {
    uint32_t tree;
    mz_node sibling, elder; /* in the list of what follows `parent`, leaves or
                               not: the next one, and the one before */
    uint8_t kind;
    uint8_t mask;
    uint16_t cause_count; /* in mz_causes_of: the parent, then those of its
                             leaves that the event depends on */
    uint32_t causes_at;
    uint32_t depth; /* 1: below bottom; of a leaf: 0 */
    mz_node parent;
    uint32_t skips_at; /* ancestors at MZ_SKIP_STEP^1, ^2 ... above */
    uint32_t leaves;   /* the number of its leaves; 0: it is a node */
    mz_node behind;    /* of a leaf: the one before it among its leaves that
                          hangs from the same parent, or bottom */
    mz_node first_child;
    uint64_t before; /* what its bytes of the object held before it, where they
                        lie in the object; known when it has been executed */
};

/* An event. In memory its places follow, then its maxima, its causes, and its
 * skip pointers. */
struct mz_unfolded {
    mz_node next;     /* in its bucket of the table, or in the free list */
    mz_node previous; /* before it in its thread; of a thread's first event, the
                         one that created the thread */
    mz_node parent;   /* in its thread's tree; of the first: bottom */
    uint16_t cause_count, place_count;
    uint64_t
        number; /* of an await: what it compares with; of a compare-exchange
                        what it expects */
    uint64_t serial;        /* grows from event to event */
    mz_node first_choice;   /* the first of the choices that follow it */
    mz_node sibling, elder; /* in the list of choices, or of what is parked */
    uint32_t choice, bound; /* of a choice: its value, and of how many */
    uint32_t dependents;    /* how many events follow it immediately */
    mz_node next_kept;      /* see unfold/pruning.h: the next in the list, */
    uint32_t kept_for;      /* and the position for whose sake it is kept */
    uint32_t maximum_count;
    uint32_t depth;     /* in its thread's tree */
    uint32_t position;  /* in the configuration it was in last */
    uint32_t parked_at; /* a position, plus one; 0: it is among its siblings */
    mz_tid thread;
    uint8_t kind; /* until it is executed, as foreseen */
    uint8_t condition;
    uint8_t size_class;
    uint8_t is_kept;     /* it is in the list of some position */
    uint8_t is_disabled; /* it is in D */
    uint8_t is_tainted;  /* in D: what is in conflict with it may be unknown */
    uint8_t is_several;  /* it has several accesses */
    uint8_t first;       /* which of its places is that of the first access */
};

/* All of an event but what it follows. */
struct mz_label {
    mz_tid thread;
    uint8_t kind, condition;
    uint32_t choice, bound;
    uint64_t number;
    bool is_several;             /* it has several accesses */
    uint32_t place_count, first; /* `first`: the place of its first access */
    struct mz_label_place {
        uint32_t tree;
        uint8_t kind, mask;
        uint64_t before;
    } places[MZ_MOST_PLACES]; /* by tree */
};

/* What an event follows: the event before in its thread; for each of its places
 * the parent, and leaves of that; a join also the last event of the thread
 * joined. */
struct mz_history {
    mz_node previous;
    uint32_t count;
    uint32_t ends[MZ_MOST_PLACES]; /* [place]: where its `causes` end */
    mz_node causes[4096];
};

/* The tree of some bytes of an object: each access touches all of them, or none
 * of them. */
struct mz_object_tree {
    uint32_t object;
    uint32_t next;       /* another of the same object, of other bytes */
    uint32_t leaves;     /* the first of its leaves, 0: it has none */
    mz_node first_child; /* of bottom */
    uint8_t mask;
    bool is_mixed; /* some of its leaves depend on others */
};

/* Those leaves of a tree that are of one thread, of the same kind and bytes. */
struct mz_leaves {
    uint32_t tree;
    uint32_t next; /* of the tree */
    mz_tid thread;
    uint8_t kind, mask;
};

struct mz_event_structure {
    enum mz_relation relation;
    char *pool;
    uint64_t used, size;
    mz_node free[MZ_UNFOLD_CLASSES];
    mz_node *table;
    uint32_t buckets, most_buckets;
    uint32_t count;               /* events */
    uint64_t added;               /* in all */
    uint32_t peak;                /* of `count` */
    struct mz_object_tree *trees; /* [tree - MZ_FIRST_OBJECT_TREE] */
    uint32_t *tree_of;            /* [object], plus one; 0: none yet */
    uint32_t tree_count, tree_capacity;
    struct mz_leaves *leaves; /* [leaves - MZ_FIRST_LEAVES]; the first unused */
    uint32_t leaves_count, leaves_capacity;
    mz_node *parked;                     /* [position]: lists by `sibling` */
    struct mz_maximum *merged, *merging; /* scratch */
    struct mz_access divides; /* an access to a part of a tree's bytes */
    bool is_divided;          /* there was one */
    bool refuses_parts;       /* to be set: parts of a tree's bytes, and several
                                 accesses in an event, are not supported */
    struct mz_statistics *statistics; /* NULL: nobody asks */
    mz_tset unfolded;                 /* for them: threads that have a tree */
    enum mz_refusal unsupported;      /* what of the program is not treated */
    bool differs; /* an event was executed that is not what it was before, or
                     was foreseen to be */
    bool exhausted;
};

void mz_event_structure_init(struct mz_event_structure *, struct mz_arena *,
                             const struct mz_execution *, enum mz_relation);

static inline struct mz_unfolded *mz_unfolded(
    const struct mz_event_structure *s, mz_node e)
{
    return (struct mz_unfolded *)(s->pool + (uint64_t)e * 8);
}

/* The places of an event in the trees of objects. */
static inline struct mz_place *mz_places(const struct mz_unfolded *e)
{
    return (struct mz_place *)(e + 1);
}

/* Its place in this tree, in which it must have one. */
static inline struct mz_place *mz_place_in(const struct mz_unfolded *e,
                                           uint32_t tree)
{
    struct mz_place *place = mz_places(e);

    while (place->tree != tree)
        place++;
    return place;
}

/* tmax and lmax, in order of trees; then leaves, in order of their numbers. */
static inline struct mz_maximum *mz_maxima_of(const struct mz_unfolded *e)
{
    return (struct mz_maximum *)(mz_places(e) + e->place_count);
}

static inline mz_node *mz_causes_of(const struct mz_unfolded *e)
{
    return (mz_node *)(mz_maxima_of(e) + e->maximum_count);
}

static inline const struct mz_object_tree *mz_tree(
    const struct mz_event_structure *s, uint32_t tree)
{
    return &s->trees[tree - MZ_FIRST_OBJECT_TREE];
}

static inline const struct mz_leaves *mz_leaves(
    const struct mz_event_structure *s, uint32_t leaves)
{
    return &s->leaves[leaves - MZ_FIRST_LEAVES];
}

/*
 * The event of a thread that has this history; of choices the one with that
 * value. MZ_BOTTOM: there is none.
 */
mz_node mz_event_structure_find(const struct mz_event_structure *, mz_tid,
                                const struct mz_history *, uint32_t choice);

/* The event with that history and the action of `label`: added, if there is
 * none. MZ_BOTTOM: there is no room. */
mz_node mz_event_structure_add(struct mz_event_structure *,
                               const struct mz_label *,
                               const struct mz_history *);

/* Drops an event that no other one follows. */
void mz_event_structure_drop(struct mz_event_structure *, mz_node);

/* Adds `change` to `dependents` of all that the event follows. */
void mz_count_dependent(struct mz_event_structure *, const struct mz_unfolded *,
                        int change);

#endif
