/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounds that undo what they wrote. Such a round (loop.h) writes to memory, and
 * before it ends each byte holds again what it held as the round began: a
 * hazard pointer is set and cleared, users are counted up and down. What a
 * thread replaces in memory, and by what, is remembered while loops are looked
 * for: of its operations and of its plain writes. Where it comes back to the
 * same operation in the same local state, all of that is undone, and nothing
 * that others have done has come before anything of the round, all is as it was
 * then; so the round can be left out. See docs/semantics.md, "Rounds that undo
 * what they wrote".
 */
#ifndef MZ_RUNTIME_UNDONE_H
#define MZ_RUNTIME_UNDONE_H

#include "runtime/likeness.h"
#include "runtime/overwritten.h"
#include "trace/event.h"

enum { MZ_UNDONE_COMINGS = 32 }; /* remembered, of a thread */

/* A thread has come to an operation, in this local state. */
struct mz_undone_coming {
    struct mz_local_state local[2]; /* as it is, apart from how late it is */
    struct mz_local_state counted;  /* apart from all it has to itself */
    bool has_late;
    uint64_t pc;
    uint32_t position; /* events before it */
    uint32_t writes;   /* remembered by then */
};

/* The comings of one thread, since it last did what cannot be undone. Of none:
 * zeros. */
struct mz_undone {
    uint32_t stretch;
    uint32_t count;
    struct mz_undone_coming at[MZ_UNDONE_COMINGS];
};

/* May such rounds be left out, in this search and execution? */
bool mz_undone_may_be_left_out(void);

struct mz_undone_coming mz_undone_coming_to(const struct mz_local_states *,
                                            uint64_t pc);

/* The running thread has come to an operation: takes in what it has done since
 * the last one, before its plain writes are settled. */
void mz_undone_take_in(void);

/* Its plain writes: they hold now what it has written. They count as an effect,
 * which can be undone. */
void mz_undone_note_plain(const struct mz_overwritten *);

/* An update changes memory, by an event that is to come: the same. */
void mz_undone_note_update(void);

/* It reads these bytes by a plain access. */
void mz_undone_note_read(uint64_t address, uint64_t size);

/* Forgets what the thread has done: it was not looked at for a while. */
void mz_undone_forget(mz_tid);

/* The running thread, which has been taken in, comes to this operation. */
void mz_undone_add(struct mz_undone *, const struct mz_undone_coming *);

/* Where a round began that ends here, and has undone what it wrote, whoever has
 * noticed; or `count`. */
uint32_t mz_undone_find(struct mz_undone *, const struct mz_undone_coming *now,
                        bool is_late);

/* The same, of a second one of two that are alike and follow one another, when
 * nobody else has done anything that comes before their end and not before
 * their beginning. */
uint32_t mz_undone_find_second(struct mz_undone *,
                               const struct mz_undone_coming *now,
                               bool is_late);

/* Where the second of two rounds began in which it has done the same, and has
 * written to the same places each time, whatever it has put there; or `count`.
 * It has looked at something else, for which it may wait. */
uint32_t mz_undone_find_counted(struct mz_undone *,
                                const struct mz_undone_coming *now);

/* Could it wait for another in that round, by what it has looked at? */
bool mz_undone_may_wait(const struct mz_undone_coming *second);

/* A new execution begins. */
void mz_undone_reset(void);

#endif
