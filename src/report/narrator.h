/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The narrator: what happened, in the terms of the source. Both kinds of report
 * ask it for names of threads, objects, values and places, so that they agree.
 */
#ifndef MZ_REPORT_NARRATOR_H
#define MZ_REPORT_NARRATOR_H

#include "report/report.h"
#include "symbols/memo.h"
#include "symbols/phrase.h"
#include "symbols/symbols.h"

enum {
    MZ_PHRASE = 512, /* room for any phrase below */
    MZ_FRAMES = 128, /* for the frames of a stack, inlined ones too */
};

/* Which code allocated a heap block. */
struct mz_block_birth {
    uint64_t callers[MZ_SIGHT_DEPTH + 1]; /* code addresses, inner ones first */
    unsigned caller_count;
    uint64_t place; /* the innermost of the user's, a return address */
    char *key;      /* of the node of a map or set, once it was sought: a
                       literal, or empty */
};

/* Whose words the name of an object, or of a value, is made of. */
enum mz_wording {
    MZ_WORDING_SOURCE,  /* the source's: `q->tail`, `RED`, `&count` */
    MZ_WORDING_LIBRARY, /* of what a library keeps hidden: `a node of ids` */
    MZ_WORDING_PLACE,   /* ours, of what has no name: a block, a frame, bits;
                           of a value, that it leads there */
};

/* In how many words steps are told, each less than all. */
struct mz_manner {
    bool is_brief;    /* `lock m`, not `pthread_mutex_lock: m` */
    bool has_no_past; /* not what a variable was before it is written */
    const char *file; /* of places in it the line alone; NULL: of none */
};

struct mz_narrator {
    const struct mz_report *report;
    struct mz_symbols *symbols;
    struct mz_block_birth *births; /* of account.blocks, each */
    struct mz_namesakes *namesakes; /* NULL: none, or not sought yet */
    struct mz_memo *names; /* the report's, or else own_names */
    struct mz_memo own_names;
    struct mz_manner manner; /* for a copy of a narrator to change */
};

/* False: no memory. */
bool mz_narrator_open(struct mz_narrator *, const struct mz_report *);
void mz_narrator_close(struct mz_narrator *);

/* `main`, `main.1`, `main.1.2 (worker)`: by birth, with the thread's name. Of
 * the threads that had its number, the last one. */
void mz_narrator_thread(const struct mz_narrator *, unsigned thread,
                        char out[MZ_PHRASE]);

/* By whom that access was made that was not seen. */
void mz_narrator_unseen_thread(const struct mz_narrator *,
                               const struct mz_unseen *, char out[MZ_PHRASE]);

/* The one that had it in that step. */
void mz_narrator_thread_in(const struct mz_narrator *, unsigned thread,
                           const struct mz_step *, char out[MZ_PHRASE]);

/* `queue[3].lock`, `heap block of 24 bytes allocated at f.c:9`, ... */
void mz_narrator_object(const struct mz_narrator *, uint64_t address,
                        unsigned size, char out[MZ_PHRASE]);

/* What a finding is about: the object, or the reason of an abort. Returns
 * `out`; or NULL: nothing is known. */
const char *mz_narrator_subject(const struct mz_narrator *,
                                const struct mz_finding *,
                                char out[MZ_PHRASE]);

/* A literal of the object's type, else a number. */
void mz_narrator_value(const struct mz_narrator *, uint64_t address,
                       unsigned size, uint64_t bits, char out[MZ_PHRASE]);

/* Both, as the code calls them that does something to the object: `q->tail`.
 * In short, without what tells where `q` comes from. */
enum mz_wording mz_narrator_object_seen(const struct mz_narrator *,
                                        uint64_t address, unsigned size,
                                        const struct mz_sight *,
                                        char out[MZ_PHRASE]);
enum mz_wording mz_narrator_value_seen(const struct mz_narrator *,
                                       uint64_t address, unsigned size,
                                       uint64_t bits, const struct mz_sight *,
                                       char out[MZ_PHRASE]);

/* The same of an object, and as mz_narrator_object calls it. How long its name
 * is; what follows it tells which of those that are called so this one is. */
size_t mz_narrator_object_brief(const struct mz_narrator *, uint64_t address,
                                unsigned size, const struct mz_sight *,
                                char out[MZ_PHRASE]);
size_t mz_narrator_object_anywhere(const struct mz_narrator *, uint64_t address,
                                   unsigned size, char out[MZ_PHRASE]);

/* Whether the name is that of a variable, or of a member: not `s+12`, `x.0`, a
 * text. */
bool mz_narrator_is_variable(const char *name);

/* The lock, or the like, that a thread waits for. */
void mz_narrator_waited_for(const struct mz_narrator *,
                            const struct mz_blocked_thread *,
                            char out[MZ_PHRASE]);

/* The heap block, or the stack, that an address is in: where that begins. 0: it
 * is in neither. */
uint64_t mz_narrator_holder(const struct mz_narrator *, uint64_t address);

/* A frame, and a register of it, for mz_symbols_local. */
struct mz_local_frame mz_narrator_frame(const struct mz_call_frame *);
struct mz_local_place mz_narrator_register(unsigned reg);

/* `atomic_store(x, 1)`-like: operation, object and values of a step. */
void mz_narrator_step(const struct mz_narrator *, const struct mz_step *,
                      char out[MZ_PHRASE]);

/* `flag == 1 (now 0)`: what a thread that stands at an await waits for. */
void mz_narrator_condition(const struct mz_narrator *,
                           const struct mz_blocked_thread *,
                           char out[MZ_PHRASE]);

/* By which names a step has its object: the unlock of a lock by those by which
 * the thread has taken it, `m` rather than the guard that gives it back. */
const struct mz_sight *mz_narrator_sight(const struct mz_narrator *,
                                         const struct mz_step *);

/* Whether a frame is of the user's own source, not of a library's. */
bool mz_narrator_is_users(const struct mz_frame *);

/* Where a step was made: likewise, of its callers, too. */
bool mz_narrator_step_place(const struct mz_narrator *, const struct mz_step *,
                            struct mz_frame *out);

/* Whether a frame is of a header of a library that is compiled into the
 * program, and neither the C++ library nor libc: of Boost, say. */
bool mz_narrator_is_header(const struct mz_frame *);

/* Where in such a header the step was made that the user's source has called.
 * False: in none. */
bool mz_narrator_step_header(const struct mz_narrator *, const struct mz_step *,
                             struct mz_frame *out);

/* Whether it is an access of the user's own source, or of such a header, be it
 * by functions of std::atomic: not of what the C++ library makes of atomics. */
bool mz_narrator_step_is_programs(const struct mz_narrator *,
                                  const struct mz_step *);

/* That line of what was seen, as it is in the source; NULL: it is not known. */
const char *mz_narrator_line(const struct mz_narrator *,
                             const struct mz_sight *);

/* Where that function was called from, in the user's code. False: unknown, or
 * it is the thread's first. */
bool mz_narrator_step_caller(const struct mz_narrator *, const struct mz_step *,
                             struct mz_frame *out);

/* Where a return address is: of the functions inlined there, the innermost of
 * the user's. False: unknown. */
bool mz_narrator_place(const struct mz_narrator *, uint64_t pc,
                       struct mz_frame *out);

/* The same; but if a header of a library has it inlined, there. */
bool mz_narrator_access_place(const struct mz_narrator *, uint64_t pc,
                              struct mz_frame *out);

/* Where a finding failed, and where the other side of a data race is: likewise,
 * of all the stack. False: unknown. */
bool mz_narrator_failure(const struct mz_narrator *, const struct mz_finding *,
                         struct mz_frame *out);
bool mz_narrator_has_other(const struct mz_finding *);

/* Where the variable is declared of whose red zones a finding tells. */
bool mz_narrator_variable(const struct mz_narrator *, const struct mz_finding *,
                          struct mz_frame *out);
bool mz_narrator_other(const struct mz_narrator *, const struct mz_finding *,
                       struct mz_frame *out);

/* Where a blocked thread stands, likewise. */
bool mz_narrator_standing(const struct mz_narrator *, unsigned thread,
                          struct mz_frame *out);

/* The one place that an error is said to be at, if there is one. */
bool mz_narrator_position(const struct mz_narrator *, const struct mz_finding *,
                          struct mz_frame *out);

/* The stacks of these; NULL: not known. */
const struct mz_stack *mz_narrator_failed(const struct mz_narrator *,
                                          const struct mz_finding *);
const struct mz_stack *mz_narrator_raced(const struct mz_narrator *,
                                         const struct mz_finding *);

/* The stack of this role, and thread unless MZ_NOBODY; NULL: none. The
 * latest, since an account that was taken twice has two. */
const struct mz_stack *mz_narrator_stack(const struct mz_narrator *,
                                         enum mz_stack_role, unsigned thread);

/* Frames of a stack, inlined ones too; skips none. Returns their number. */
size_t mz_narrator_frames(const struct mz_narrator *, const struct mz_stack *,
                          struct mz_frame out[MZ_FRAMES]);

/* The heap block that an address lies in, or else just beside; NULL: none. */
const struct mz_block_note *mz_narrator_block(const struct mz_narrator *,
                                              uint64_t address);

/* Where it was allocated, and freed, in the user's code. False: unknown. */
bool mz_narrator_birthplace(const struct mz_narrator *,
                            const struct mz_block_note *, struct mz_frame *);
bool mz_narrator_deathplace(const struct mz_narrator *,
                            const struct mz_block_note *, struct mz_frame *);

/* Finds that out for all blocks, as the narrator is opened. */
bool mz_narrator_find_births(struct mz_narrator *);
void mz_narrator_forget_births(struct mz_narrator *);

/* Adds ` for struct queue (#2)`: what it was allocated for. */
void mz_narrator_allocated(const struct mz_narrator *,
                           const struct mz_block_note *, struct mz_phrase *);

/* Adds ` (#2)` if it is one of several blocks that one line allocated. */
void mz_narrator_ordinal(const struct mz_narrator *,
                         const struct mz_block_note *, struct mz_phrase *);

#endif
