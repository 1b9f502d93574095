/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A function waits until another thread has used its frame; another frame lies
 * there afterwards. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t lent, done;
static int *shared;

static __attribute__((noinline)) void lend(int before)
{
    int x = before;

    shared = &x;
    sem_post(&lent);
    sem_wait(&done);
    assert(x == before + 1);
}

static __attribute__((noinline)) void use_stack(void)
{
    volatile int x[64] = {0};

    for (int i = 0; i < 64; i++)
        x[i] = i;
}

static void *lend_twice(void *unused)
{
    lend(1);
    use_stack();
    lend(2);
    use_stack();
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&lent, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, lend_twice, NULL);
    for (int i = 0; i < 2; i++) {
        sem_wait(&lent);
        ++*shared;
        sem_post(&done);
    }
    pthread_join(thread, NULL);
    sem_destroy(&lent);
    sem_destroy(&done);
    return 0;
}
