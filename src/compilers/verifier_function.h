/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of the program that mean something by their names, as the rules of
 * SV-COMP have it: those that begin with __VERIFIER_atomic_ run atomically (but
 * for the two that begin and end a block), and to call reach_error is an error,
 * whatever it does. Calls of the runtime (runtime/verifier.c) are put around
 * their bodies; optimisation comes later, so that they may be inlined.
 */
#ifndef MZ_COMPILERS_VERIFIER_FUNCTION_H
#define MZ_COMPILERS_VERIFIER_FUNCTION_H

#include <cstring>

#define MZ_ATOMIC_BEGIN "mz_atomic_function_begin"
#define MZ_ATOMIC_END "mz_atomic_function_end"
#define MZ_REACH_ERROR "mz_reach_error"

/* As the program names it. */
inline bool mz_is_atomic_function(const char *name)
{
    const char prefix[] = "__VERIFIER_atomic_";
    const size_t length = sizeof prefix - 1;

    return !strncmp(name, prefix, length) && strcmp(name + length, "begin") &&
           strcmp(name + length, "end");
}

inline bool mz_is_reach_error(const char *name)
{
    return !strcmp(name, "reach_error");
}

#endif
