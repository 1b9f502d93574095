/* SPDX-License-Identifier: Apache-2.0 */
#include "region/rest.h"

#include "base/seal.h"

uint64_t mz_rest_seal_of(const struct mz_rest *rest)
{
    uint64_t seal = mz_seal_of(rest + 1, rest->size - sizeof *rest);

    return mz_hash_word(mz_hash_word(mz_hash_word(seal, rest->objects),
                                     rest->tasks),
                        rest->environment);
}
