/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: asking for the name that a thread has of its creator, where another thread has named that one
 */
/* A thread begins with the name that its creator has then. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_t creator;

static void *name(void *unused)
{
    pthread_setname_np(creator, "named");
    return unused;
}

static void *ask(void *unused)
{
    char own[16];

    pthread_getname_np(pthread_self(), own, sizeof own);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    creator = pthread_self();
    pthread_create(&a, NULL, name, NULL);
    pthread_create(&b, NULL, ask, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
