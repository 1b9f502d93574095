/* SPDX-License-Identifier: Apache-2.0 */
/* What may be wrong with a search, in words: apart from the registry of
 * algorithms, which draws all of them in. */
#include "explore/algorithm.h"

const char *const mz_wrongs[MZ_WRONG_COUNT] = {
#define X(id, text) [MZ_WRONG_##id] = text,
    MZ_WRONGS(X)
#undef X
};
