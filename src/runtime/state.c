/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/state.h"

#include <sys/mman.h>

#include "arch/page.h"
#include "base/system_call.h"
#include "runtime/fiber.h"
#include "runtime/parts.h"
#include "runtime/turn.h"

enum { BATCH = 256 };

static uint64_t add_piece(uint64_t hash, const unsigned char *at, size_t size)
{
    uint64_t word;

    for (; size >= sizeof word; at += sizeof word, size -= sizeof word) {
        __builtin_memcpy(&word, at, sizeof word);
        hash = mz_hash_word(hash, word);
    }
    for (; size; at++, size--)
        hash = mz_hash_word(hash, *at);
    return hash;
}

/* Pages of one batch, those that are there. */
static uint64_t add_pages(uint64_t hash, uint64_t start, uint64_t end)
{
    uint64_t first = mz_page_down(start);
    unsigned char there[BATCH];
    long failed = MZ_SYSTEM(mincore, first, end - first, there);

    for (uint64_t page = first; page < end; page += MZ_PAGE) {
        uint64_t from = page > start ? page : start;
        uint64_t to = page + MZ_PAGE < end ? page + MZ_PAGE : end;

        if (failed || !(there[(page - first) / MZ_PAGE] & 1))
            continue;
        hash = mz_hash_word(hash, from);
        hash = add_piece(hash, (const unsigned char *)from, to - from);
    }
    return hash;
}

void mz_state_add(struct mz_fingerprint *f, const void *bytes, size_t size)
{
    uint64_t at = (uint64_t)bytes, end = at + size;

    while (at < end) {
        uint64_t stop = mz_page_down(at) + BATCH * MZ_PAGE;

        if (stop > end)
            stop = end;
        f->hash = add_pages(f->hash, at, stop);
        at = stop;
    }
}

void mz_state_add_bytes(struct mz_fingerprint *f, const void *bytes,
                        size_t size)
{
    f->hash = add_piece(f->hash, bytes, size);
}

void mz_state_live_stacks(struct mz_live_stacks *live)
{
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++)
        live->from[t] = mz_tset_has(mz_turns.live, t)
                            ? mz_fibers[t].left.sp
                            : 0;
}

bool mz_state_shared(uint64_t *out)
{
    struct mz_fingerprint f = {.is_known = true};

    mz_segments_fingerprint(&f);
    mz_heap_fingerprint(&f);
    mz_heap_marked_fingerprint(&f);
    mz_libc_random_fingerprint(&f);
    mz_libc_descriptors_fingerprint(&f);
    mz_libc_mappings_fingerprint(&f);
    *out = f.hash;
    return f.is_known;
}

bool mz_state_fingerprint(const struct mz_live_stacks *live, uint64_t *out)
{
    struct mz_fingerprint f = {.live = live, .is_known = true};

    mz_parts_fingerprint(&f);
    *out = f.hash;
    return f.is_known;
}
