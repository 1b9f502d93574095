/* SPDX-License-Identifier: Apache-2.0 */
/* What a rank has in mind, for the files that ranks.h is made of. */
#ifndef MZ_CLI_RANKS_STATE_H
#define MZ_CLI_RANKS_STATE_H

#include "cli/letters.h"
#include "cli/ranks.h"
#include "ranks/transport.h"

enum {
    MZ_RANKS_MOST_NAMES = 4096, /* in one message */
};

struct mz_ranks {
    struct mz_rank_world world; /* first */
    const struct mz_transport *transport;
    char speaker[HOST_NAME_MAX + 32]; /* what is said by others than rank 0
                                         begins with it; else empty */
    bool has_left;
    bool is_searching; /* from MZ_LETTER_BEGIN until all have been gathered */
    uint64_t mark;
    uint32_t search;
    struct mz_letter *letters, **letters_end; /* not of ranks/rank.h */
    struct mz_rank *rank;                     /* NULL: no search is under way */
    double news; /* when a message came that is none of a wave, or what this
                    rank does has changed */
    bool wants;  /* others do */
    bool is_idle;

    struct mz_region *region;
    uint32_t workers;
    uint64_t region_size;
    int file;
    bool stops, has_ended;
    uint64_t identity;  /* 0: not known yet */
    uint64_t *keys;     /* the list of objects; NULL: not there yet */
    void *mapped;       /* where that is mapped ... */
    size_t mapped_size; /* ... in bytes */
    uint64_t most[MZ_RANK_LISTS], length[MZ_RANK_LISTS];
    uint64_t told[MZ_RANK_LISTS][MZ_MAX_ASKING]; /* what workers have asked */
    struct mz_ranks_names {
        uint64_t *at;
        uint64_t count, put;
    } from_first[MZ_RANK_LISTS]; /* names that have come; so many are put */
    uint64_t names[MZ_RANKS_MOST_NAMES]; /* that go */
    char *task;                          /* the last that was taken */
};

/* Ends this process, and by that all ranks. */
_Noreturn void mz_ranks_give_up(const char *why);

#endif
