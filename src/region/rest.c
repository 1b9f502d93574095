/* SPDX-License-Identifier: Apache-2.0 */
#include "region/rest.h"

#include "base/seal.h"

bool mz_layout_is_same(const struct mz_layout *a, const struct mz_layout *b)
{
    return a->environment == b->environment && a->storage == b->storage &&
           a->heap == b->heap &&
           (a->straight == b->straight || !a->straight || !b->straight);
}

uint64_t mz_layout_hash(const struct mz_layout *layout)
{
    uint64_t hash = mz_hash_word(0, layout->environment);

    hash = mz_hash_word(hash, layout->storage);
    return mz_hash_word(hash, layout->heap);
}

uint64_t mz_rest_seal_of(const struct mz_rest *rest)
{
    uint64_t seal = mz_seal_of(rest + 1, rest->size - sizeof *rest);

    seal = mz_hash_word(seal, rest->objects);
    seal = mz_hash_word(seal, rest->tasks);
    seal = mz_hash_word(seal, mz_layout_hash(&rest->layout));
    return mz_hash_word(seal, rest->layout.straight);
}
