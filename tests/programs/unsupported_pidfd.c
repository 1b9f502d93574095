/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: syscall(SYS_pidfd_open) (a process as a descriptor)
 */
/* The process itself, to be polled for its end. */
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    return syscall(SYS_pidfd_open, getpid(), 0) < 0;
}
