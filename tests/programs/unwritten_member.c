/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --uninitialised
 * verdict: error
 * error: memory
 * message: read of 4 uninitialised bytes, 4 bytes into a block of 8 bytes
 */
/* A job is handed over before its size is set; who takes it early reads what
 * was in memory before. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
    int kind, size;
};

static _Atomic(struct job *) slot;
static volatile int total;

static void *produce(void *unused)
{
    struct job *job = malloc(sizeof *job);

    job->kind = 1;
    atomic_store(&slot, job);
    return unused;
}

int main(void)
{
    pthread_t t;
    struct job *job;

    pthread_create(&t, NULL, produce, NULL);
    job = atomic_load(&slot);
    if (job && job->size > 3)
        total = job->size;
    pthread_join(t, NULL);
    free(atomic_load(&slot));
    return 0;
}
