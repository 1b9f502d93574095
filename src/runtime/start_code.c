/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/start_code.h"

#include "runtime/function.h"

static const char *const names[] = {
    "__do_global_dtors_aux", "deregister_tm_clones", "frame_dummy",
    "register_tm_clones",    "atexit",               "at_quick_exit",
    "pthread_atfork",        "__pthread_atfork"};

static bool is_name(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static bool is_listed(const char *name)
{
    for (unsigned i = 0; i < MZ_COUNT(names); i++)
        if (is_name(names[i], name))
            return true;
    return false;
}

bool mz_start_code_has(uint64_t pc)
{
    struct mz_function function;

    return mz_function_find(pc, &function) && is_listed(function.name);
}
