/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The narrator: what happened, in the terms of the source. Both kinds of report
 * ask it for names of threads, objects, values and places, so that they agree.
 */
#ifndef MZ_REPORT_NARRATOR_H
#define MZ_REPORT_NARRATOR_H

#include "report/report.h"
#include "report/symbols.h"

enum { MZ_PHRASE = 512 }; /* room for any phrase below */

struct mz_narrator {
    const struct mz_report *report;
    struct mz_symbols *symbols;
};

/* False: no memory. */
bool mz_narrator_open(struct mz_narrator *, const struct mz_report *);
void mz_narrator_close(struct mz_narrator *);

/* `main`, `main.1`, `main.1.2 (worker)`: by birth, with the thread's name. */
void mz_narrator_thread(const struct mz_narrator *, unsigned thread,
                        char out[MZ_PHRASE]);

/* `queue[3].lock`, `heap block of 24 bytes allocated at f.c:9`, ... */
void mz_narrator_object(const struct mz_narrator *, uint64_t address,
                        unsigned size, char out[MZ_PHRASE]);

/* A literal of the object's type, else a number. */
void mz_narrator_value(const struct mz_narrator *, uint64_t address,
                       unsigned size, uint64_t bits, char out[MZ_PHRASE]);

/* `atomic_store(x, 1)`-like: operation, object and values of a step. */
void mz_narrator_step(const struct mz_narrator *, const struct mz_step *,
                      char out[MZ_PHRASE]);

/* The innermost frame of the program at a return address. False: none. */
bool mz_narrator_place(const struct mz_narrator *, uint64_t pc,
                       struct mz_frame *out);

/* Where the first finding failed: by its stack, else its pc. False: unknown. */
bool mz_narrator_failure(const struct mz_narrator *, const struct mz_finding *,
                         struct mz_frame *out);

/* Frames of a stack, inlined ones too; skips none. Returns their number. */
size_t mz_narrator_frames(const struct mz_narrator *, const struct mz_stack *,
                          struct mz_frame *out, size_t max);

/* The stack of this role, and thread unless MZ_NO_THREAD; NULL: none. The
 * latest, since an account that was taken twice has two. */
const struct mz_stack *mz_narrator_stack(const struct mz_narrator *,
                                         enum mz_stack_role, unsigned thread);

#endif
