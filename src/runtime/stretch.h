/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a thread has done since it last did more than read, and than take locks
 * and give them back: the operations that it has come to, each with its local
 * state, and what it has read. In it rounds of loops that wait are found
 * (loop.h): from one coming to another that is like it.
 */
#ifndef MZ_RUNTIME_STRETCH_H
#define MZ_RUNTIME_STRETCH_H

#include "runtime/likeness.h"
#include "trace/event.h"

enum {
    MZ_ARRIVALS = 32, /* remembered, of a thread */
    MZ_READS = 64,    /* the same, places in memory */
};

/* A thread has come to an operation, with this local state. */
struct mz_coming {
    struct mz_local_states local;
    uint64_t pc;
    uint32_t position; /* events before it */
    uint32_t first_reads, plain_accesses;
};

struct mz_stretch {
    uint32_t number;   /* how many there were before, of the thread */
    uint32_t effects;  /* of the thread, before */
    uint32_t position; /* up to which all events of the thread are known */
    uint32_t count;
    uint32_t reading; /* from at[reading] on it has but read */
    struct mz_coming at[MZ_ARRIVALS];
    uint32_t first_reads; /* so often it has read what it had not read, */
    uint32_t plain_accesses; /* or has accessed by a plain access */
    uint32_t read_count;
    bool is_full; /* it has done more than is remembered: a round that nobody
                     has noticed may be missed; */
    bool has_dropped; /* or one that began at an arrival that is not among those
                         any more */
    bool releases;    /* memory is weak: what it did before some of this may be
                      known to others that do not know of the rest */
    struct {
        uint64_t address, size;
    } reads[MZ_READS];
};

/* Of the execution: were all events of the thread such as these? */
bool mz_stretch_has_only(bool (*such)(const struct mz_event *), mz_tid,
                         uint32_t since);

/* The position of the thread's next event from there on; that of the next event
 * of all, if the thread has none. */
uint32_t mz_stretch_next(mz_tid, uint32_t from);

/* In a new round, whatever came before; in a new execution. */
void mz_stretch_forget(struct mz_stretch *);
void mz_stretch_begin(struct mz_stretch *);

/* The thread has gone on: forgets what came before it last did more. */
void mz_stretch_go_on(struct mz_stretch *, mz_tid);

/* The running thread has come to an operation: which of `at` that is. */
uint32_t mz_stretch_add(struct mz_stretch *, const struct mz_local_states *,
                        uint64_t pc);

/* It has read these bytes. */
void mz_stretch_note_read(struct mz_stretch *, uint64_t address, uint64_t size);

/* May the running thread, whose stretch this is, be in a round? */
bool mz_stretch_may_be_round(const struct mz_stretch *);

/* Where a round began that ends here, and can be left out; or `count`. */
uint32_t mz_stretch_find_round(const struct mz_stretch *,
                               const struct mz_local_states *, enum mz_likeness,
                               mz_tid);

/* The same, whoever has noticed. (Which places are looked at is a matter of
 * time only.) */
uint32_t mz_stretch_find_any(const struct mz_stretch *,
                             const struct mz_local_states *, mz_tid);

/* The thread has come to an operation: may it have made a round that began at
 * an arrival that is forgotten? */
bool mz_stretch_may_have_missed(const struct mz_stretch *, mz_tid);

/* Where the second of two rounds began in which it has done the same; or
 * `count`. */
uint32_t mz_stretch_find_counted(const struct mz_stretch *,
                                 const struct mz_local_states *, mz_tid);

/* Does the round that begins there consist of few operations on the same bytes,
 * or one lock, which have all found the same? */
bool mz_stretch_is_about_one(const struct mz_stretch *, uint32_t begin, mz_tid);

#endif
