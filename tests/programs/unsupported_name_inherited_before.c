/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: asking for the name that a thread has of its creator, where another thread has named that one
 */
/* The thread has the name that its creator had of main then, though the creator
 * has another one later. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_t first;

static void *name(void *unused)
{
    pthread_setname_np(first, "named");
    return unused;
}

static void *ask(void *unused)
{
    char own[16];

    pthread_getname_np(pthread_self(), own, sizeof own);
    return unused;
}

static void *create(void *unused)
{
    pthread_t child;

    pthread_create(&child, NULL, ask, NULL);
    pthread_setname_np(pthread_self(), "creator");
    pthread_join(child, NULL);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    first = pthread_self();
    pthread_create(&a, NULL, name, NULL);
    pthread_create(&b, NULL, create, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
