/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads that spin: each was stopped as it was to begin another round of a
 * loop that waits (loop.h). When nobody else can go on it has to be asked
 * whether they could, and whether one might see another in the midst of a
 * round.
 */
#ifndef MZ_RUNTIME_SPINNING_H
#define MZ_RUNTIME_SPINNING_H

#include "op/object.h"
#include "trace/event.h"

struct mz_descriptors;
struct mz_visible;

/* Where the round of one begins that could be left out only with others'. */
static const uint32_t MZ_NOT_ALONE = MZ_NONE;

/* The running thread waits for something to change of what it has read by its
 * events from that position on: for good, since in another execution it reads
 * that. */
_Noreturn void mz_spinning_wait(const struct mz_visible *, uint32_t since);

/* The same, of a look at all of these, which lie on the thread's stack. */
_Noreturn void mz_spinning_wait_for_descriptors(const struct mz_visible *,
                                                uint32_t since,
                                                const struct mz_descriptors *);

/* Those that a thread which stands at a loop waits for so; NULL: for none. */
const struct mz_descriptors *mz_spinning_descriptors(mz_tid);

/* The same in a loop of the program's: where executions are drawn, or such a
 * one is replayed, it returns when that is there to be read. */
void mz_spinning_begin(const struct mz_visible *, uint32_t since);

/* That the running thread spins, if it does now, is a guess; is after rounds
 * that undo what they write. */
void mz_spinning_note_guess(bool is_guess);
void mz_spinning_note_undoing(bool is_undoing);

/* A new execution begins. */
void mz_spinning_reset(void);

/* Of those that spin: where something has changed by now of what the thread has
 * read, it goes on. (Where rounds can be left out only with others' there is no
 * such thing, and the execution ends with it.) */
void mz_spinning_let_go_on(void);

/* Could a thread that spins go on by now, as something that it read was written
 * to since? */
bool mz_spinning_could_go_on(void);

/* Nobody can go on. Might a thread see what another one that spins has in
 * memory in the midst of each round, and go on for that? Then whether all wait
 * for ever is not known, `is_open`; unless one of them would go on anyway. */
bool mz_spinning_shows_midst(bool *is_open);

/* Might a thread that spins go on if it came to an operation of its round while
 * another one that spins is in the midst of one? */
bool mz_spinning_may_meet(void);

/* [thread], of the threads that spin: the position at which the last round of
 * each begins; MZ_NONE: that round can be left out only with rounds of other
 * threads. */
const uint32_t *mz_spinning_rounds(void);

/* The operations that a thread that spins has read by, in each round: their
 * positions, at most so many; how many there are. */
unsigned mz_spinning_reads(mz_tid, uint32_t *positions, unsigned most);

#endif
