/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Attributes of threads have no mask of signals, and have a size of stacks. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static sigset_t mask;
static pthread_attr_t attributes;

int main(void)
{
    size_t size = 0;

    pthread_attr_init(&attributes);
    assert(pthread_attr_getsigmask_np(&attributes, &mask) ==
           PTHREAD_ATTR_NO_SIGMASK_NP);
    assert(!pthread_getattr_default_np(&attributes));
    assert(!pthread_attr_getstacksize(&attributes, &size) && size);
    pthread_attr_destroy(&attributes);
    return 0;
}
