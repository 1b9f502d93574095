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
#include "trace/statistics.h"

/* Names an event in whatever order: it is the thread's event of that number,
 * counted from 1. */
struct mz_key {
    uint32_t number;
    mz_tid thread;
};

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
struct mz_range {
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
    uint32_t e_accesses; /* accesses of e; they come first */
    uint32_t left, schedules, elements, accesses, ranges; /* how many */
    bool tails; /* there are ranges, here or in what its schedules refer to: see
                   struct mz_follower */
};

static inline struct mz_left *mz_left_of(const struct mz_characterisation *c)
{
    return (struct mz_left *)(c + 1);
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

static inline struct mz_range *mz_ranges_of(const struct mz_characterisation *c)
{
    return (struct mz_range *)(mz_accesses_of(c) + c->accesses);
}

/* The schedules on the path of the search: which events belong to which. */
struct mz_marked {
    uint32_t start, end; /* positions [start, end); end MZ_NO_EVENT: not yet */
    uint64_t characterisation; /* as above */
    uint32_t sleeper;          /* the last schedule, up to this one, after which
                                  something may sleep, plus one; 0: none */
    mz_tid sleeps_until;       /* the thread of e, if this is that one */
};

struct mz_marks {
    uint32_t *of; /* [position]: index of its schedule, plus one; 0: none */
    struct mz_marked *schedules;
    uint32_t count;
    uint32_t *numbers;  /* [position]: the event's number in its thread */
    const char *memory; /* what offsets of characterisations begin from */
};

/* The last schedule before `index` after which something may sleep, plus one;
 * 0: there is none. */
static inline uint32_t mz_sleeper_before(const struct mz_marks *marks,
                                         uint32_t index)
{
    return index ? marks->schedules[index - 1].sleeper : 0;
}

/* The key of t's event that comes after `previous`, which is t's event before
 * or what t's birth comes after. */
static inline struct mz_key mz_key_after(const struct mz_marks *marks,
                                         const struct mz_execution *execution,
                                         uint32_t previous, mz_tid t)
{
    bool first =
        previous == MZ_NO_EVENT || execution->events[previous].thread != t;

    return (struct mz_key){first ? 1 : marks->numbers[previous] + 1, t};
}

/* Does a schedule need a characterisation: may another one that reverses a race
 * of the same e be executed after it? */
bool mz_characterisation_is_due(const struct mz_pop_schedule *);

/* Writes the characterisation of a schedule to `memory`, which has `room`
 * bytes. Returns its size; 0: there is not enough room. */
size_t mz_characterise(void *memory, size_t room,
                       const struct mz_pop_schedule *, const struct mz_marks *);

/* ---- UpdSeq -------------------------------------------------------------- */

/*
 * An event that follows E1.sigma, or would if it were executed next. If the
 * characterisation has tails, the events of sigma count as well: what sigma has
 * after sigma_i follows sigma_i, and may be the head of a schedule that the
 * order of sigma_i's forbids there.
 */
struct mz_follower {
    const struct mz_event *event;
    const struct mz_access *more;
    enum mz_op kind;
    uint64_t value; /* what it finds, if a compare-exchange */
    struct mz_key key;
    uint32_t position; /* in the execution; the last follower has none */
    uint32_t previous; /* its thread's event before, or birth */
    const uint32_t *clock;
    bool own; /* it is one of sigma */
};

struct mz_sleep_check {
    const char *memory; /* what offsets of characterisations begin from */
    const struct mz_happens_before *hb;
    const uint32_t *numbers;
    uint32_t count, capacity;
    struct mz_follower *followers;
    uint32_t *slots; /* [position]: the follower that it is, or was once */
    uint32_t *predecessors, *predecessor_end; /* [follower]: lists */
    char *scratch;
    size_t scratch_used, scratch_size;
    struct mz_cases cases;
    const char *unsupported; /* NULL, or what it cannot judge */
};

void mz_sleep_check_init(struct mz_sleep_check *, struct mz_arena *,
                         const struct mz_happens_before *,
                         const struct mz_marks *, uint32_t capacity);

/* May this event be the head of a schedule that sleeps? */
bool mz_sleep_check_concerns(const struct mz_sleep_check *,
                             const struct mz_characterisation *,
                             const struct mz_follower *);

/* The events that follow E1.sigma, in order: begins with none. */
void mz_sleep_check_begin(struct mz_sleep_check *);
void mz_sleep_check_add(struct mz_sleep_check *, const struct mz_follower *);

/* Is a follower, the one at `from` or a later one, the head of a schedule that
 * sleeps? */
bool mz_sleep_check_blocks(struct mz_sleep_check *,
                           const struct mz_characterisation *, uint32_t from);

#endif
