/* SPDX-License-Identifier: Apache-2.0 */
#include "region/rest.h"

uint64_t mz_rest_seal_of(const struct mz_rest *rest)
{
    const uint64_t *word = (const uint64_t *)(rest + 1);
    size_t count = (rest->size - sizeof *rest) / sizeof *word;
    uint64_t seal = rest->size;

    for (size_t i = 0; i < count; i++)
        seal = mz_hash_word(seal, word[i]);
    return mz_hash_word(mz_hash_word(mz_hash_word(seal, rest->objects),
                                     rest->tasks),
                        rest->environment);
}
