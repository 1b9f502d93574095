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

/*
 * What a thread of the script is called in executions. In the wide build there
 * are large numbers, in several words of a set.
 */
#ifdef MZ_WIDE
static const mz_tid mz_script_numbers[] = {0, 63, 64, 200, 255, 511};

static inline mz_tid mz_script_number(mz_tid t)
{
    return t == MZ_NO_THREAD ? t : mz_script_numbers[t];
}

/* MZ_NO_THREAD: no thread is called so. */
static inline mz_tid mz_script_thread(mz_tid number)
{
    for (mz_tid t = 0; t < MZ_COUNT(mz_script_numbers); t++)
        if (mz_script_numbers[t] == number)
            return t;
    return MZ_NO_THREAD;
}
#else
static inline mz_tid mz_script_number(mz_tid t)
{
    return t;
}

static inline mz_tid mz_script_thread(mz_tid number)
{
    return number;
}
#endif

/* The least thread of a group that is not empty. */
static inline mz_tid mz_group_first(mz_group group)
{
    return __builtin_ctzll(group);
}

#endif
