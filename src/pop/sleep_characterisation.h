/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parsimonious sleep-set characterisation ([AADJS24] 4.3, Alg. 2): which
 * schedules must not be executed after E1.sigma, since they are explored from
 * E1 on their own. sigma reverses a race of e in E = E1.e.w.e'; of all the
 * schedules that reverse a race of e those come first, in the order of the
 * paper, that are *contained* in w, that *conflict* with w, or that are
 * *inherited* from the order of schedules in w.
 *
 * The paper's expressions P |> x and P[phi] |> x of one schedule all have the
 * same P, up to some point. So they are one structure here,
 * SchedChar[E1](sigma), which refers to those of the schedules in w, where phi
 * comes from. The sets C, D and R of the paper's sleep-set expressions are not
 * kept: they are found when they are needed, from the events since E1.sigma.
 * That is seldom, since the search executes e next, after which nothing of this
 * matters.
 *
 * docs/algorithms/pop.md tells what takes the place of "a read on x" for
 * operations other than reads and writes.
 */
#ifndef MZ_POP_SLEEP_CHARACTERISATION_H
#define MZ_POP_SLEEP_CHARACTERISATION_H

#include "pop/schedule.h"
#include "trace/outcome.h"

/* Names an event in whatever order: it is the thread's event of that number,
 * counted from 1. */
struct mz_key {
    uint32_t number;
    mz_tid thread;
};

static inline bool mz_key_is(struct mz_key a, struct mz_key b)
{
    return a.thread == b.thread && a.number == b.number;
}

/* An event of some w_i \ sigma. */
struct mz_element {
    struct mz_key key;
    uint32_t segment; /* i */
    uint8_t kind;     /* enum mz_op */
    bool delayed;     /* an await that e disables: nothing conflicts with it
                         (struct delayed) */
    uint64_t value;   /* of a choice */
    uint32_t accesses, access_count;
};

/* sigma_i, a schedule in w. */
struct mz_contained {
    struct mz_key head;
    uint64_t characterisation; /* its SchedChar, an offset; 0: it has none */
    uint32_t tail, tail_count; /* ranges: what sigma has after sigma_i */
};

/* The events of a thread from one number to another. */
struct mz_pop_range {
    uint32_t first, last;
    uint32_t thread, unused;
};

/* Flat. The arrays follow it in memory, in this order: what e left, schedules,
 * elements, accesses, ranges. */
struct mz_characterisation {
    _Alignas(8)          /* as some of the arrays are */
        uint32_t size;   /* in bytes, of all of it, a multiple of 8 */
    struct mz_key e;     /* of the race */
    struct mz_key head;  /* of sigma */
    bool sleeps;         /* something may sleep after sigma; else it only serves
                            those that inherit from it */
    uint8_t kind;        /* of the head, in E1.sigma */
    uint8_t kind_after;  /* of the head, in E */
    uint8_t e_kind;      /* of e */
    uint64_t found;      /* the state of e's object that e found */
    uint64_t e_number;   /* what e says to the automaton of its object */
    uint32_t e_accesses; /* accesses of e; they come first */
    uint32_t left, schedules, elements, accesses, ranges; /* how many */
    bool tails; /* there are ranges, here or in what its schedules refer to: see
                   struct mz_follower */
};

static inline struct mz_left *mz_left_of(const struct mz_characterisation *c)
{
    return (struct mz_left *)(c + 1);
}

/* What e has left of an object, or NULL: it does not access it. */
const struct mz_left *mz_left_find(const struct mz_characterisation *,
                                   uint32_t object);

/* Contents of an object, as an access to those bytes finds them. */
static inline uint64_t mz_left_seen(uint64_t contents, uint8_t mask)
{
    return (contents & mz_mask_bits(mask)) >> mz_mask_shift(mask);
}

static inline struct mz_contained *mz_contained_of(
    const struct mz_characterisation *c)
{
    return (struct mz_contained *)(mz_left_of(c) + c->left);
}

static inline struct mz_element *mz_elements_of(
    const struct mz_characterisation *c)
{
    return (struct mz_element *)(mz_contained_of(c) + c->schedules);
}

/* The accesses of e, then those of the elements. */
static inline struct mz_access *mz_accesses_of(
    const struct mz_characterisation *c)
{
    return (struct mz_access *)(mz_elements_of(c) + c->elements);
}

static inline struct mz_pop_range *
mz_ranges_of(const struct mz_characterisation *c)
{
    return (struct mz_pop_range *)(mz_accesses_of(c) + c->accesses);
}

/* The schedules on the path of the search: which events belong to which. */
struct mz_marked {
    uint32_t start, end; /* positions [start, end); end MZ_NONE: not yet */
    uint64_t characterisation; /* as above */
    uint32_t
        sleeper; /* the last schedule, up to this one, after which something
                         may sleep, plus one; 0: none */
    uint32_t sleeper_before; /* the same of those before this one. None of both
                                is one after which nothing sleeps any more where
                                this one starts */
    mz_tid sleeps_until;     /* the thread of e, if something sleeps after it */
};

struct mz_marks {
    uint32_t *of; /* [position]: index of its schedule, plus one; 0: none */
    struct mz_marked *schedules;
    uint32_t count;
    uint32_t *numbers;  /* [position]: the event's number in its thread */
    const char *memory; /* what offsets of characterisations begin from */
};

/* The last schedule that starts at that position or before it and after which
 * something may sleep there, plus one; 0: there is none. */
static inline uint32_t mz_sleeper_at(const struct mz_marks *marks,
                                     uint32_t position)
{
    uint32_t i = marks->count;

    while (i && marks->schedules[i - 1].start > position)
        i--;
    return i ? marks->schedules[i - 1].sleeper : 0;
}

/* Has e been executed after the schedule, before that position? After e nothing
 * sleeps. */
static inline bool mz_marked_has_woken(const struct mz_marked *m,
                                       const struct mz_execution *execution,
                                       uint32_t position)
{
    for (uint32_t k = m->end; k < position; k++)
        if (execution->events[k].thread == m->sleeps_until)
            return true;
    return false;
}

static inline struct mz_key mz_key_of(const struct mz_marks *marks,
                                      const struct mz_execution *execution,
                                      uint32_t position)
{
    return (struct mz_key){marks->numbers[position],
                           execution->events[position].thread};
}

/* The key of t's event that comes after `previous`, which is t's event before
 * or what t's birth comes after. */
static inline struct mz_key mz_key_after(const struct mz_marks *marks,
                                         const struct mz_execution *execution,
                                         uint32_t previous, mz_tid t)
{
    bool first = previous == MZ_NONE || execution->events[previous].thread != t;

    return (struct mz_key){first ? 1 : marks->numbers[previous] + 1, t};
}

/* Does a schedule need a characterisation: may another one that reverses a race
 * of the same e be executed after it? */
bool mz_characterisation_is_due(const struct mz_pop_schedule *);

/* Writes the characterisation of a schedule to `memory`, which has `room`
 * bytes. Returns its size; 0: there is not enough room. */
size_t mz_characterise(void *memory, size_t room,
                       const struct mz_pop_schedule *, const struct mz_marks *);

#endif
