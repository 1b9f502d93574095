/* SPDX-License-Identifier: Apache-2.0 */
/* Limits of the process, as the execution has them, and whether it may do what
 * not everyone may. */
#ifndef MZ_RUNTIME_LIBC_LIMITS_H
#define MZ_RUNTIME_LIBC_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/* Has the execution set limits; or how threads are scheduled
 * (libc_scheduling.c)? To ask is an operation. */
bool mz_limits_are_set(void);
bool mz_scheduling_is_set(void);

/* The system calls sched_getattr and sched_setattr: what syscall() returns,
 * which sets errno. */
long mz_scheduling_get_attributes(const long *arguments, uint64_t pc);
long mz_scheduling_set_attributes(const long *arguments, uint64_t pc);

/* The soft limit, which is asked for: an operation. */
uint64_t mz_limits_soft(int resource);

/* Has the process this capability (linux/capability.h)? */
bool mz_limits_may(unsigned capability);

#endif
