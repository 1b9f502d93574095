/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* A cache whose entry is dropped by whoever sees it first. */
static _Atomic(char *) entry;

static void *drop(void *arg)
{
    char *e = atomic_load(&entry);
    if (e) {
        free(e);
        atomic_store(&entry, NULL);
    }
    return arg;
}

int main(void)
{
    pthread_t x, y;
    entry = malloc(16);
    pthread_create(&x, NULL, drop, NULL);
    pthread_create(&y, NULL, drop, NULL);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
    return 0;
}
