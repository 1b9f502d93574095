/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A thread may end while it is asked for its name: the kernel has found it, and
 * then it is gone. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

#ifndef OUTCOME
#define OUTCOME ESRCH
#endif

static void *end(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t other;
    char name[16];

    pthread_create(&other, NULL, end, NULL);
    assert(pthread_getname_np(other, name, sizeof name) != OUTCOME);
    pthread_join(other, NULL);
    return 0;
}
