/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timers that are descriptors (timerfd). That an armed timer expires takes no
 * time here, and is no operation of its own: whoever looks at one finds that it
 * has expired, or that it has not yet, and both are explored. Whoever waits for
 * one finds that it has. A timer that is not armed never expires.
 *
 * The kernel's timer, by which calls go on, stands still until then. So a timer
 * is in one of three states: at rest; armed; and expired, which the kernel
 * tells. One that expires again and again is armed, too, when it has expired.
 */
#ifndef MZ_RUNTIME_TIMERFD_H
#define MZ_RUNTIME_TIMERFD_H

#include <time.h>

#include "runtime/description.h"

/* What the functions of libc return, or a negative errno. */
int mz_timerfd_create(int clock, int flags, uint64_t pc);
int mz_timerfd_set(int fd, int flags, const struct itimerspec *to,
                   struct itimerspec *old, uint64_t pc);
int mz_timerfd_get(int fd, struct itimerspec *, uint64_t pc);

bool mz_timerfd_is_armed(const struct mz_description *);

/* Whoever is about to read, and would wait; has waited for it, and it was
 * armed. It has expired then. No timer: nothing is done. */
void mz_timerfd_expires(const struct mz_description *);

/* The turn of a look at it has come, or of a read that does not wait. True: it
 * is armed, and has not expired. */
bool mz_timerfd_looks(const struct mz_description *);

#endif
