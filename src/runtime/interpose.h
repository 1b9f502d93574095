/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of libc that are ours: MZ_INTERPOSE(type, name, parameters) { ... }
 * defines and exports `name`. The exported names are assembler names only: for
 * the compiler these functions are not the built-in ones, which it might call
 * from within their own loops.
 */
#ifndef MZ_RUNTIME_INTERPOSE_H
#define MZ_RUNTIME_INTERPOSE_H

#include "runtime/runtime.h"

#define MZ_INTERPOSE_AS(symbol, name)                                         \
    MZ_EXPORT extern __typeof__(interposed_##name) exported_##symbol __asm__( \
        #symbol) __attribute__((alias("interposed_" #name)));

#define MZ_INTERPOSE(type, name, ...)           \
    static type interposed_##name(__VA_ARGS__); \
    MZ_INTERPOSE_AS(name, name)                 \
    static type interposed_##name(__VA_ARGS__)

/* Where the program calls. */
#define MZ_CALLER __builtin_return_address(0)

/* _FORTIFY_SOURCE: `room` is the size of the object that is written to. */
#define MZ_CHECK_ROOM(size, function)                          \
    do {                                                       \
        if (MZ_UNLIKELY((size) > room))                        \
            mz_too_small(to, size, room, function, MZ_CALLER); \
    } while (0)

/* Ends the execution with an error; without one, the process. */
MZ_COLD void mz_too_small(const void *to, size_t size, size_t room,
                          const char *function, void *pc);

#endif
