/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A thread that has ended cannot be named any more, before it is joined. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *end(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, end, NULL);
    assert(pthread_setname_np(other, "other") != ENOENT);
    pthread_join(other, NULL);
    return 0;
}
