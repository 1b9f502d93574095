/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What headers that stand in place of libstdc++'s own call of the runtime
 * (src/runtime/await.c, src/runtime/libstdcxx_barrier.c).
 */
#ifndef MZ_COMPILERS_MAZURKA_AWAIT_H
#define MZ_COMPILERS_MAZURKA_AWAIT_H

extern "C" {
/* As mz_await_number of mazurka.h, of what is unsigned, with that order of
 * memory (__ATOMIC_…). */
unsigned long long mz_await_in_order(const volatile void *variable,
                                     unsigned long size,
                                     const char *operator_name,
                                     unsigned long long number,
                                     int order) noexcept;

/* Is what libstdc++ has written for a wait to be run as it is? */
enum mz_waits {
    MZ_WAITS_SHORT,    /* no: all is seq_cst, so that nothing can tell */
    MZ_WAITS_WEAKLY,   /* yes: wake-ups may be lost where memory is weak */
    MZ_WAITS_NATIVELY, /* yes: the program is run without a check */
};
enum mz_waits mz_waits_how(void) noexcept;

/* For which phase of a barrier, from 0, the calling thread is about to arrive,
 * of those that all `expected` threads arrive for. `arrived`: how many have, in
 * the even phases and in the odd ones. `users`: who they are; 0 at first.
 * Negative: the program is run without a check. */
long mz_barrier_phase(const unsigned arrived[2], unsigned expected,
                      unsigned long *users) noexcept;
}

#endif
