/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/pieces.h"

#include "runtime/snapshot.h"
#include "runtime/state.h"

enum { LINE = 64, LONG = 1024 };

void mz_pieces_init(struct mz_pieces *p, unsigned most, size_t size)
{
    *p = (struct mz_pieces){
        .list = mz_snapshot_reserve(most * sizeof *p->list),
        .most = most,
        .copies = mz_snapshot_reserve(size),
        .size = size,
    };
}

void mz_pieces_clear(struct mz_pieces *p)
{
    p->count = 0;
    p->used = 0;
    p->are_too_many = false;
}

void mz_pieces_add(struct mz_pieces *p, const void *at, size_t size,
                   bool is_stack)
{
    if (!size)
        return;
    if (p->count == p->most || size > p->size - p->used) {
        p->are_too_many = true;
        return;
    }
    p->list[p->count++] =
        (struct mz_piece){(char *)at, size, p->copies + p->used, is_stack};
    p->used += (size + LINE - 1) & -(size_t)LINE;
    if (p->used > p->size)
        p->used = p->size;
}

unsigned mz_pieces_find(const struct mz_pieces *p, unsigned from, unsigned to,
                        const struct mz_piece *piece)
{
    for (unsigned i = 0; i < to; i++) {
        unsigned at = from + i < to ? from + i : from + i - to;
        uint64_t offset = (uint64_t)piece->at - (uint64_t)p->list[at].at;

        if (offset < p->list[at].size &&
            piece->size <= p->list[at].size - offset)
            return at;
    }
    return to;
}

typedef struct {
    uint64_t low, high;
} __attribute__((may_alias, packed)) pair;
typedef uint64_t __attribute__((may_alias, aligned(1))) word;
typedef uint32_t __attribute__((may_alias, aligned(1))) half;

/* Of two pieces of one size, which is known here, the last bytes twice. */
#define COPY_AS(type)                                         \
    do {                                                      \
        for (size_t i = 0; i + sizeof(type) <= size;          \
             i += sizeof(type))                               \
            *(type *)(to + i) = *(const type *)(from + i);    \
        *(type *)(to + size - sizeof(type)) =                 \
            *(const type *)(from + size - sizeof(type));      \
    } while (0)

/* Most are small: an instruction that copies any number of bytes is slow to
 * begin. */
static inline void copy(char *to, const char *from, size_t size)
{
    if (MZ_UNLIKELY(size > LONG))
        mz_copy(to, from, size);
    else if (size >= sizeof(pair))
        COPY_AS(pair);
    else if (size >= sizeof(word))
        COPY_AS(word);
    else if (size >= sizeof(half))
        COPY_AS(half);
    else
        COPY_AS(char);
}

void mz_pieces_copy(const struct mz_pieces *p)
{
    for (unsigned i = 0; i < p->count; i++)
        copy(p->list[i].copy, p->list[i].at, p->list[i].size);
}

void mz_pieces_put_back(const struct mz_pieces *p)
{
    for (unsigned i = 0; i < p->count; i++)
        copy(p->list[i].at, p->list[i].copy, p->list[i].size);
}

void mz_pieces_fingerprint(const struct mz_pieces *p, struct mz_fingerprint *f)
{
    for (unsigned i = 0; i < p->count; i++)
        if (!p->list[i].is_stack)
            mz_state_add_bytes(f, p->list[i].at, p->list[i].size);
}
