/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* sysconf by the name that libc has for itself, which old programs declare. */
#include <assert.h>
#include <unistd.h>

extern long __sysconf(int name);

int main(void)
{
    assert(__sysconf(_SC_NPROCESSORS_ONLN) == sysconf(_SC_NPROCESSORS_ONLN));
    assert(__sysconf(_SC_PAGESIZE) == sysconf(_SC_PAGESIZE));
    return 0;
}
