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

#if defined(__x86_64__)
static inline long mz_system_call(long number, long a, long b, long c, long d,
                                  long e, long f)
{
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                       "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}
#else
#error "system calls: this CPU has not been done yet"
#endif

#define MZ_SYSTEM(...) MZ_SYSTEM_(__VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define MZ_SYSTEM_(name, a, b, c, d, e, f, ...)                            \
    mz_system_call(SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d), \
                   (long)(e), (long)(f))

#endif
