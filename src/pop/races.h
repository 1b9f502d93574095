/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parsimonious races of an execution ([AADJS24] Def. 6, 7; Alg. 1, line 4),
 * listed by the position of e; and, with them, those choices of the program
 * that have values left.
 */
#ifndef MZ_POP_RACES_H
#define MZ_POP_RACES_H

#include "pop/path.h"
#include "trace/refusal.h"

/* A race found, or a choice that has values left. */
struct mz_pop_race {
    uint32_t position; /* of e'; the execution's length: pending */
    mz_tid thread;     /* of e' */
    uint8_t kind;      /* of e' in the order that the schedule has */
    uint64_t value;    /* what e' finds there, if a compare-exchange */
    uint32_t next;     /* the next with the same e, plus one; 0: none */
};

struct mz_pop_races {
    const struct mz_pop_path *path;
    struct mz_pop_waits waits; /* scratch */
    struct mz_pop_race *found;
    uint32_t count, capacity;
    uint32_t *found_at;      /* [position of e]: in found, plus one */
    uint32_t first, last;    /* positions of e */
    bool too_many;           /* there was no room for some */
    enum mz_refusal unsupported; /* what cannot be judged */
};

void mz_pop_races_init(struct mz_pop_races *, struct mz_arena *,
                       const struct mz_pop_path *, uint32_t capacity);

/* Finds the races of each event from that position on, and of the threads that
 * are still blocked at the end. */
void mz_pop_races_find(struct mz_pop_races *, const struct mz_execution *,
                       uint32_t from);

/* Empties the list: all races found have been reversed. */
void mz_pop_races_forget(struct mz_pop_races *);

/* Are all events of schedules between e and e' in sigma? If not the race that
 * it reverses is not parsimonious. */
bool mz_pop_is_parsimonious(const struct mz_pop_path *,
                            const struct mz_pop_schedule *);

#endif
