/* SPDX-License-Identifier: Apache-2.0 */
/*
 * System calls without libc: they set no errno, are no cancellation points, and
 * go through no name that we interpose. The result is the kernel's: an error is
 * a negative errno.
 *
 *     fd = MZ_SYSTEM(openat, AT_FDCWD, "/dev/null", O_RDWR);
 */
#ifndef MZ_BASE_SYSTEM_CALL_H
#define MZ_BASE_SYSTEM_CALL_H

#include <sys/syscall.h>

#include "arch/arch.h"

#define MZ_SYSTEM(...) MZ_SYSTEM_(__VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define MZ_SYSTEM_(name, a, b, c, d, e, f, ...)                            \
    mz_system_call(SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d), \
                   (long)(e), (long)(f))

#endif
