/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 * naive: 6
 */
/* Threads detached by attribute, by another, and by themselves. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *increment(void *by_itself)
{
    if (by_itself)
        assert(pthread_detach(pthread_self()) == 0);
    atomic_fetch_add(&x, 1);
    return NULL;
}

int main(void)
{
    pthread_attr_t attr;
    pthread_t thread;
    int state;

    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_getdetachstate(&attr, &state);
    assert(state == PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attr, increment, NULL);
    pthread_attr_destroy(&attr);

    pthread_create(&thread, NULL, increment, NULL);
    pthread_detach(thread);
    pthread_create(&thread, NULL, increment, &x);
    pthread_exit(NULL);
}
