/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A thread's policy is changed by another, before or after it has asked. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static void *ask(void *unused)
{
    struct sched_param param;
    int policy;

    pthread_getschedparam(pthread_self(), &policy, &param);
    assert(policy != SCHED_BATCH);
    return unused;
}

int main(void)
{
    const struct sched_param param = {0};
    pthread_t thread;

    pthread_create(&thread, NULL, ask, NULL);
    pthread_setschedparam(thread, SCHED_BATCH, &param);
    pthread_join(thread, NULL);
    return 0;
}
