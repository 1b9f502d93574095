/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Identity, names and stack size of threads. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_t by_itself;

static void *run(void *unused)
{
    volatile char room[200000];
    char name[16];

    by_itself = pthread_self();
    room[0] = room[sizeof room - 1] = 1;
    assert(pthread_setname_np(by_itself, "worker") == 0);
    assert(pthread_getname_np(by_itself, name, sizeof name) == 0);
    assert(strcmp(name, "worker") == 0);
    return unused;
}

int main(void)
{
    pthread_attr_t attr;
    pthread_t thread;

    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, 1 << 20);
    pthread_create(&thread, &attr, run, NULL);
    pthread_attr_destroy(&attr);
    pthread_join(thread, NULL);
    assert(pthread_equal(thread, by_itself));
    assert(!pthread_equal(thread, pthread_self()));
    return 0;
}
