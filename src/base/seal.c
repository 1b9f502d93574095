/* SPDX-License-Identifier: Apache-2.0 */
#include "base/seal.h"

typedef uint64_t any_word __attribute__((may_alias, aligned(1)));

void mz_seal_begin(struct mz_seal *seal)
{
    *seal = (struct mz_seal){.lanes = {1, 2, 3, 4}};
}

static void add_one(struct mz_seal *seal, uint64_t word)
{
    uint64_t *lane = &seal->lanes[seal->words++ % MZ_SEAL_LANES];

    *lane = mz_hash_word(*lane, word);
}

/* From the first lane on. */
static void add_rows(struct mz_seal *seal, const any_word *at, size_t rows)
{
    uint64_t a = seal->lanes[0], b = seal->lanes[1];
    uint64_t c = seal->lanes[2], d = seal->lanes[3];

    seal->words += rows * MZ_SEAL_LANES;
    for (; rows; rows--, at += MZ_SEAL_LANES) {
        a = mz_hash_word(a, at[0]);
        b = mz_hash_word(b, at[1]);
        c = mz_hash_word(c, at[2]);
        d = mz_hash_word(d, at[3]);
    }
    seal->lanes[0] = a, seal->lanes[1] = b;
    seal->lanes[2] = c, seal->lanes[3] = d;
}

void mz_seal_add(struct mz_seal *seal, const void *words, size_t count)
{
    const any_word *at = words;
    size_t rows;

    for (; count && seal->words % MZ_SEAL_LANES; count--)
        add_one(seal, *at++);
    rows = count / MZ_SEAL_LANES;
    add_rows(seal, at, rows);
    at += rows * MZ_SEAL_LANES;
    for (count %= MZ_SEAL_LANES; count; count--)
        add_one(seal, *at++);
}

uint64_t mz_seal_end(const struct mz_seal *seal)
{
    uint64_t hash = seal->words;

    for (size_t i = 0; i < MZ_SEAL_LANES; i++)
        hash = mz_hash_word(hash, seal->lanes[i]);
    return hash;
}

uint64_t mz_seal_of(const void *bytes, size_t size)
{
    size_t words = size / sizeof(any_word), rest = size % sizeof(any_word);
    uint64_t last = 0;
    struct mz_seal seal;

    mz_seal_begin(&seal);
    mz_seal_add(&seal, bytes, words);
    mz_copy(&last, (const any_word *)bytes + words, rest);
    if (rest)
        add_one(&seal, last);
    return mz_hash_word(mz_seal_end(&seal), size);
}
