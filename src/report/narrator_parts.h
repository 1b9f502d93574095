/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the narrator's own files have in common: heap blocks, and what a thread
 * had before it when it did something, by which it would name what that is done
 * to.
 */
#ifndef MZ_REPORT_NARRATOR_PARTS_H
#define MZ_REPORT_NARRATOR_PARTS_H

#include "report/narrator.h"
#include "symbols/phrase.h"

/* ---- heap blocks (narrator_block.c) -------------------------------------- */

/* What the narrator has found out of one of the account's. */
struct mz_block_birth *mz_narrator_birth(const struct mz_narrator *,
                                         const struct mz_block_note *);

/* Some bytes of it, as symbols ask for them. */
struct mz_block_part mz_narrator_part(const struct mz_narrator *,
                                      const struct mz_block_note *,
                                      uint64_t address, unsigned size);

/* `struct queue`, or `heap block of 40 bytes`; without the size `heap block`,
 * and of a type of several scopes the last. */
void mz_narrator_add_kind(const struct mz_narrator *,
                          const struct mz_block_note *, bool with_size,
                          struct mz_phrase *);

/* ` allocated at f.c:9`, ` from f.c:9`. */
void mz_narrator_add_birthplace(const struct mz_narrator *,
                                const struct mz_block_note *, bool in_full,
                                struct mz_phrase *);

/* `Node` of `Queue<int>::Node`: where it comes from tells the rest. */
const char *mz_narrator_last_name(const char *type);

/* ---- what a thread has before it (narrator_way.c) ------------------------ */

/* Some bytes, and what was before the thread that did something to them. */
struct mz_seen {
    uint64_t address;
    unsigned size;
    const struct mz_sight *sight; /* NULL: it is not known */
};

/* A way to the bytes, from a variable of one of the frames. */
struct mz_way {
    struct mz_pointed reach;
    struct mz_local_frame frame;
    struct mz_local_place place;
    struct mz_link links[MZ_SIGHT_LINKS];
    bool is_full; /* the frame is none of the thread's own */
    bool is_far;  /* it leads over other blocks, or from no frame */
};

/* The frame whose local variable it is. */
bool mz_seen_frame(const struct mz_seen *, struct mz_local_frame *);

/* As a local variable of a frame; false: it is none. */
bool mz_seen_local(const struct mz_narrator *, const struct mz_seen *,
                   char out[MZ_PHRASE]);
bool mz_seen_local_value(const struct mz_narrator *, const struct mz_seen *,
                         uint64_t bits, char out[MZ_PHRASE]);

/*
 * By which variables it is reached, and what it is called by these. The
 * thread's own pointers come first, then others that its line names, then what
 * is within smart ones, guards of locks and containers, and what others have.
 */
bool mz_seen_way(const struct mz_narrator *, const struct mz_seen *,
                 struct mz_way *, char out[MZ_PHRASE]);

/* ---- names --------------------------------------------------------------- */

/* What something is called, and how long that is without what tells it apart;
 * `text` is as long as it is. */
struct mz_name {
    enum mz_wording words;
    size_t brief;
    char text[MZ_PHRASE];
};

/* What a name was asked for. */
struct mz_name_of {
    struct mz_seen seen;
    uint64_t bits; /* of a value */
    enum mz_name_kind {
        MZ_NAME_IN_SHORT,
        MZ_NAME_IN_FULL,
        MZ_NAME_VALUE,
    } kind;
};

/* Names that are known are kept (narrator_name.c): most things are named many
 * times, in steps, in values, in the report that is kept and the one that is
 * shown. `find` is asked for those that are not. Returns its words. */
enum mz_wording mz_narrator_name(
    const struct mz_narrator *, const struct mz_name_of *,
    void (*find)(const struct mz_narrator *, const struct mz_name_of *,
                 struct mz_name *),
    char out[MZ_PHRASE], size_t *brief);

/* As an element of a container, whose node is the block
 * (narrator_element.c). */
bool mz_seen_element(const struct mz_narrator *, const struct mz_seen *,
                     const struct mz_block_note *, struct mz_way *,
                     char out[MZ_PHRASE]);

/* Whatever it is; in full, with its type, and where that was allocated
 * (narrator_data.c). `*brief`, if it is not NULL, is how long the name is
 * without all that, and without the number of a block among its like. */
enum mz_wording mz_seen_name(const struct mz_narrator *, const struct mz_seen *,
                             bool in_full, char out[MZ_PHRASE], size_t *brief);

/* Whether it has something to say of objects. */
bool mz_narrator_sees(const struct mz_sight *);

/* Of the finding, if it is about that address; else of a step that is, which
 * tells by which names the thread has it. NULL: of none. */
const struct mz_sight *mz_narrator_any_sight(const struct mz_narrator *,
                                             uint64_t address);

/* Whose thread-local storage it is in, and how far from the thread pointer;
 * MZ_WIDE_THREADS: in none. */
unsigned mz_narrator_storage_owner(const struct mz_narrator *, uint64_t address,
                                   int64_t *distance);

/* `mine of main.1`: a thread-local variable. */
bool mz_seen_thread_local(const struct mz_narrator *, const struct mz_seen *,
                          char out[MZ_PHRASE]);

/* Whose stack it is on; MZ_WIDE_THREADS: on none. */
unsigned mz_narrator_stack_owner(const struct mz_narrator *, uint64_t address);

#endif
