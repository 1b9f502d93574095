/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of memory as they were at a checkpoint: a list of them, with copies,
 * to be put back. */
#ifndef MZ_RUNTIME_PIECES_H
#define MZ_RUNTIME_PIECES_H

#include "runtime/runtime.h"

struct mz_piece {
    char *at;
    size_t size;
    char *copy;
    bool is_stack; /* whose dead bytes may be anything: what the search had in
                      registers that a thread has saved, to begin with */
};

struct mz_pieces {
    struct mz_piece *list;
    unsigned count, most;
    char *copies;
    size_t used, size; /* bytes of copies */
    bool are_too_many; /* some have found no room */
};

/* Reserves address space: memory is taken as it is used. */
void mz_pieces_init(struct mz_pieces *, unsigned most, size_t size);
void mz_pieces_clear(struct mz_pieces *);

/* The copy is still to be made. */
void mz_pieces_add(struct mz_pieces *, const void *, size_t, bool is_stack);

/* Which of those before `to` has this one in it, if looked for from `from` on;
 * `to`: none. */
unsigned mz_pieces_find(const struct mz_pieces *, unsigned from, unsigned to,
                        const struct mz_piece *);

/* Copies all as they are now. */
void mz_pieces_copy(const struct mz_pieces *);
void mz_pieces_put_back(const struct mz_pieces *);

/* Of what is in these places now, stacks apart. */
struct mz_fingerprint;
void mz_pieces_fingerprint(const struct mz_pieces *, struct mz_fingerprint *);

#endif
