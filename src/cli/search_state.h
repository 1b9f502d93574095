/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A search that was stopped and can go on: what it had found, and what it had
 * left to explore. In memory, and as a file, docs/searches.md.
 */
#ifndef MZ_CLI_SEARCH_STATE_H
#define MZ_CLI_SEARCH_STATE_H

#include "cli/arguments.h"
#include "region/region.h"
#include "region/rest.h"

/* Parts go on by themselves, and are merged (parts.c). */
struct mz_search_part {
    uint64_t whole;       /* names the search that was split */
    uint64_t part, parts; /* 1, 2, ...; 0 of 0: it is a whole one */
};

struct mz_search_state {
    struct mz_search_part of;
    struct mz_settings settings; /* with what it had learnt of the program */
    struct mz_region *before;    /* a transcript (transcript.h); ours */
    struct mz_rest *rest;        /* from mmap; ours */
    double seconds;              /* that it took so far */
};

/* Whose search it is. */
struct mz_search_origin {
    struct mz_arguments words;       /* of `mazurka check`, from the first */
    struct mz_arguments environment; /* NAME=VALUE */
    const char *folder;              /* where the command was given */
};

/* Takes what is left out of memory that workers shared, of that many bytes:
 * false, if nothing of use is there. The rest alone; the caller has the other
 * fields. */
bool mz_search_state_take(struct mz_search_state *,
                          const struct mz_region *shared, uint64_t size,
                          int file);

/* Of so many bytes from anywhere: what each offset says is inside of them. */
bool mz_search_state_is_sound(const struct mz_rest *, uint64_t size);

/* Makes memory, of a search that is to go on, what it was: writes the rest at
 * `taken_up` to the file, and the transcript to the first worker's region. */
bool mz_search_state_put(const struct mz_search_state *,
                         struct mz_region *shared, int file);

/* Zeroed, or with what is ours. */
void mz_search_state_release(struct mz_search_state *);

/* Replaces the file as a whole, or leaves it as it was. 0, or the exit status,
 * the message having been given. */
int mz_search_state_save(const struct mz_search_state *,
                         const struct mz_search_origin *, const char *path);

/* A file of something else must not be lost: 0, or the exit status, the message
 * having been given. */
int mz_search_state_refuse_file(const char *path);

/* Memory from mmap, zero and not yet there, or the end of the command; the
 * caller's to unmap. */
void *mz_search_state_memory(uint64_t size);

/* The hash of a file as it was when its hash was first asked for; 0: the file
 * could not be read. */
uint64_t mz_search_state_hash_file(const char *path);

/* The path of a file whose hash was asked for and is another one now; NULL:
 * there is none. */
const char *mz_search_state_changed_file(void);

/* 0, or the exit status of a file that is refused, the message having been
 * given. All strings are of memory that is never released. */
int mz_search_state_load(struct mz_search_state *, struct mz_search_origin *,
                         const char *path);

#endif
