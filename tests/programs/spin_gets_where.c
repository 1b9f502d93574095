/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A loop whose second round puts what it finds elsewhere than the first: to be
 * there again is not to be in the same state. So the second may find what the
 * first did, and go on. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t semaphore;
static atomic_int place = 1;

static void *look(void *unused)
{
    int found[2] = {0, 7}, *where = found, next;

    (void)unused;
    do {
        sem_getvalue(&semaphore, where);
        next = atomic_load(&place);
        where = found + next;
    } while (next < 2);
    return (void *)(long)found[1];
}

int main(void)
{
    pthread_t t;
    void *second;

    sem_init(&semaphore, 0, 0);
    pthread_create(&t, 0, look, 0);
    sem_post(&semaphore);
    atomic_store(&place, 2);
    pthread_join(t, &second);
    assert(second != 0);
}
