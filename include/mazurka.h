/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mazurka.h: what a checked program may say to the checker.
 *
 * Nothing here is needed: a program without it is checked as it is. Programs
 * that use it must be linked by `mazurka cc`; run without the checker,
 * assumptions hold and every choice is 0.
 */
#ifndef MAZURKA_H
#define MAZURKA_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The thread goes on only if `condition` is not zero. Otherwise it stops here
 * for good, and the execution is not counted and no deadlock. Use it to cut
 * spinning: mz_assume(atomic_load(&flag)) for while (!atomic_load(&flag));.
 */
void mz_assume(int condition);

/* Any number from 0 to bound - 1: every one is explored. bound must be > 0. */
unsigned mz_choose(unsigned bound);

#ifdef __cplusplus
}
#endif

#endif
