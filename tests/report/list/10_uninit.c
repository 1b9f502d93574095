/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct job { int kind; int size; };
static _Atomic(struct job *) slot;

static void *producer(void *arg)
{
    struct job *j = malloc(sizeof *j);
    j->kind = 1;            /* forgets size */
    atomic_store(&slot, j);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    struct job *j = atomic_load(&slot);
    int total = 0;
    if (j && j->size > 3)
        total += j->size;
    pthread_join(t, NULL);
    printf("%d\n", total);
    return 0;
}
