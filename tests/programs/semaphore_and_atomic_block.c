/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* Semaphores order atomic blocks: either thread's comes first, as a whole. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static sem_t mutex;
static int x;

static void *increment(void *unused)
{
    sem_wait(&mutex);
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
    sem_post(&mutex);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    sem_init(&mutex, 0, 1);
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
