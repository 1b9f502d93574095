/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka:
 * verdict: incomplete
 * executions: 1
 */
/* A function of libc of which nothing is known, found by dlsym alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>

int main(void)
{
    return dlsym(RTLD_DEFAULT, "psiginfo") == NULL;
}
