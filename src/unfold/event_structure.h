/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The prime event structure of a program, as far as it has been found:
 * [NRSCP18] Def. 1 and section 5.1, with all accesses to one object dependent.
 *
 * An event is <action, history>, and is there once. Its history is given by
 * the events that it follows immediately, at most two; and as threads are
 * deterministic, its action is given by what precedes it in its thread. Events
 * are the nodes of trees: of their thread's, and of their object's. In one
 * tree, two events are causally related if one is the other's ancestor, else
 * they are in conflict. Each event has the maximal events of its history,
 * itself included, tree by tree (tmax and lmax); with them the same questions
 * about any two events come down to questions about nodes of one tree.
 *
 * Flat data, in a pool of the structure's own; an event that is dropped leaves
 * its room to others.
 */
#ifndef MZ_UNFOLD_EVENT_STRUCTURE_H
#define MZ_UNFOLD_EVENT_STRUCTURE_H

#include "trace/event.h"
#include "trace/statistics.h"

/* An event by name. 0 is what precedes all others: bottom. */
typedef uint32_t mz_node;

enum {
    MZ_BOTTOM = 0,
    MZ_SKIP_STEP = 4, /* s of section 5.2 */
    MZ_UNFOLD_CLASSES = 192,
};

/* The tree of thread t is t; those of objects follow. */
enum { MZ_FIRST_OBJECT_TREE = MZ_MAX_THREADS, MZ_NO_TREE = 0xffffffff };

/* The maximal event of a history in one tree. */
struct mz_maximum {
    uint32_t tree;
    mz_node event;
};

/* What an event is of one of its trees; depth 0: not in it. */
struct mz_place {
    uint32_t depth; /* 1: below bottom */
    mz_node parent;
    uint32_t skips_at; /* ancestors at MZ_SKIP_STEP^1, ^2 ... above */
};

struct mz_unfolded {
    mz_node next;     /* in the table; of the free list */
    mz_node previous; /* in its thread; of the first: that created the thread */
    mz_node cause;    /* on its object; of a join: last of the one joined */
    uint32_t tree;    /* its object's, MZ_NO_TREE: a local operation */
    struct mz_place place[2]; /* in its thread's tree, its object's */
    mz_node first_child;      /* in its object's tree */
    mz_node sibling, elder;   /* the next of its list, and the one before */
    mz_node first_choice;     /* of those that follow it in a thread */
    uint32_t position;        /* in the configuration it was in last */
    uint32_t dependents;      /* events that follow immediately */
    mz_node next_kept;        /* see unfold/pruning.h */
    uint32_t maximum_count, maxima_at;
    uint32_t parked_at; /* a position, plus one; 0: it is among its siblings */
    uint64_t serial;    /* no other event has had it */
    uint32_t choice, bound; /* of a choice: its value, of how many */
    uint64_t before;        /* what its object held, once it was executed */
    uint64_t number;        /* of an await: what it compares with */
    mz_tid thread;
    uint8_t kind; /* until it is executed, that of its success */
    uint8_t mask;
    uint8_t condition;
    uint8_t is_kept;     /* it is in the list of a position */
    uint8_t is_disabled; /* it is in D */
    uint8_t is_tainted;  /* in D: what is in conflict with it may be unknown */
    uint8_t size_class;
};

struct mz_object_tree {
    uint32_t object;
    uint32_t next;       /* another of the same object: its bytes are others */
    mz_node first_child; /* of bottom */
    uint8_t mask;
};

struct mz_event_structure {
    char *pool;
    uint64_t used, size;
    mz_node free[MZ_UNFOLD_CLASSES];
    mz_node *table;
    uint32_t buckets, most_buckets;
    uint32_t count; /* events */
    uint64_t added; /* in all */
    uint32_t peak;
    struct mz_object_tree *trees; /* [tree - MZ_FIRST_OBJECT_TREE] */
    uint32_t *tree_of;            /* [object], plus one; 0: none yet */
    uint32_t tree_count, tree_capacity;
    mz_node *parked;                  /* [position]: lists by `sibling` */
    struct mz_maximum *merged;        /* scratch */
    struct mz_statistics *statistics; /* NULL: nobody asks */
    const char *unsupported; /* NULL, or what of the program is not treated */
    bool differs; /* an event was executed on another object than before */
    bool exhausted;
};

void mz_event_structure_init(struct mz_event_structure *, struct mz_arena *,
                             const struct mz_execution *);

static inline struct mz_unfolded *mz_unfolded(
    const struct mz_event_structure *s, mz_node e)
{
    return (struct mz_unfolded *)(s->pool + (uint64_t)e * 8);
}

/* The tree of these bytes of an object. Where others were accessed that are
 * not the same, and not apart, it is unsupported. */
uint32_t mz_object_tree(struct mz_event_structure *, uint32_t object,
                        uint8_t mask);

/* All of an event but what it follows. */
static inline struct mz_place *mz_place_in(struct mz_unfolded *e, uint32_t tree)
{
    return &e->place[tree >= MZ_FIRST_OBJECT_TREE];
}

/*
 * The event of a thread after `previous` and `cause`; for a choice also by the
 * value chosen. MZ_BOTTOM: there is none.
 */
mz_node mz_event_structure_find(const struct mz_event_structure *, mz_tid,
                                mz_node previous, mz_node cause,
                                uint32_t choice);

/*
 * The same, added if there is none, with the action of `label`, of which
 * thread, tree, kind, mask, condition, number, choice and bound matter.
 * MZ_BOTTOM: there is no room.
 */
mz_node mz_event_structure_add(struct mz_event_structure *,
                               const struct mz_unfolded *label,
                               mz_node previous, mz_node cause);

/* Drops an event that no other one follows. */
void mz_event_structure_drop(struct mz_event_structure *, mz_node);

/*
 * Takes an event out of the list of its siblings, as long as the search has no
 * use for it: until that position of C, or what was put aside there, is gone.
 */
void mz_event_structure_park(struct mz_event_structure *, mz_node,
                             uint32_t position);

/* What was parked at that position is among its siblings again. */
void mz_event_structure_unpark(struct mz_event_structure *, uint32_t position);

/* The first of the events that follow `parent` in the tree of an object, in no
 * order, without those parked; their `sibling` is the next. */
mz_node mz_first_child(const struct mz_event_structure *, uint32_t tree,
                       mz_node parent);

/* The same for the choices that follow `previous`, in any thread. */
static inline mz_node mz_first_choice(const struct mz_event_structure *s,
                                      mz_node previous)
{
    return mz_unfolded(s, previous)->first_choice;
}

/* The ancestor in the tree, or the node itself, of that depth: q(n, g). */
mz_node mz_ancestor(const struct mz_event_structure *, uint32_t tree, mz_node,
                    uint32_t depth);

/* Are two nodes of one tree, or bottom, in conflict? */
bool mz_nodes_conflict(const struct mz_event_structure *, uint32_t tree,
                       mz_node, mz_node);

/* The maximal event in [e] of a tree: tmax, lmax. MZ_BOTTOM: none. */
mz_node mz_latest(const struct mz_event_structure *, mz_node, uint32_t tree);

static inline const struct mz_maximum *mz_maxima(
    const struct mz_event_structure *s, mz_node e)
{
    const struct mz_unfolded *event = mz_unfolded(s, e);

    return (const struct mz_maximum *)((const uint32_t *)event +
                                       event->maxima_at);
}

/* Theorem 6 (5.1 of the short version): a <= b, a # b. */
bool mz_causes(const struct mz_event_structure *, mz_node a, mz_node b);
bool mz_conflict(const struct mz_event_structure *, mz_node a, mz_node b);

#endif
