/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka:
 * verdict: safe
 * executions: 2
 */
/* Some 2000 bytes of a frame are never written to. What earlier calls have left
 * there is no state of the thread, and its second round is as its first was. (What
 * sem_getvalue says orders nothing, so that a round is explored once: it ends after
 * none, or after one. If the first was not as the second there would be two.) */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int done;

static __attribute__((noinline)) int is_done(void)
{
    volatile char unused[2000];
    int result;

    unused[0] = 0;
    pthread_mutex_lock(&m);
    result = done + unused[0];
    pthread_mutex_unlock(&m);
    return result;
}

static void *wait_for(void *unused)
{
    int value;

    do
        sem_getvalue(&s, &value);
    while (!is_done());
    return unused;
}

int main(void)
{
    pthread_t t;

    sem_init(&s, 0, 1);
    pthread_create(&t, NULL, wait_for, NULL);
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
}
