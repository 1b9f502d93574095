/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A group of threads of a script, of which there are few: bit t for thread t.
 */
#ifndef MZ_MODEL_GROUP_H
#define MZ_MODEL_GROUP_H

#include "op/thread.h"

typedef uint64_t mz_group;

static inline mz_group mz_group_of(mz_tid t)
{
    return (mz_group)1 << t;
}

static inline bool mz_group_has(mz_group group, mz_tid t)
{
    return group >> t & 1;
}

/* The least thread of a group that is not empty. */
static inline mz_tid mz_group_first(mz_group group)
{
    return __builtin_ctzll(group);
}

#endif
