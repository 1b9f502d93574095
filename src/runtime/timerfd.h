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
bool mz_timerfd_may_expire(const struct mz_description *); /* and has not */

/*
 * Who reads a timer or looks at it may find that it has expired by then.
 * Whether it has is chosen before, after a look that says what there is to
 * choose, and comes to be in the turn of the call itself: so what others find
 * depends on that turn, and on no choice. Foreseen is how often it will have;
 * 0: not yet. Who waits for it will find that it has. No timer: nothing is
 * done.
 */
uint32_t mz_timerfd_foresee(const struct mz_io *, bool waits);
void mz_timerfd_expire(const struct mz_description *, uint32_t times);

/* The same for who looks at several: the most often that each may have by then,
 * which is known of all before the first choice; and how often it will have. */
uint32_t mz_timerfd_choices(const struct mz_description *);
uint32_t mz_timerfd_choose(uint32_t most);

#endif
