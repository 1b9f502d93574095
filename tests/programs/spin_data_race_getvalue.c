/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2 --audit=off
 * verdict: error
 * error: data-race
 */
/* As spin_data_race_trylock.c; that the waiting is over is told by the value of a
 * semaphore. To take one orders nothing for who asks for the value. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int flag;
static int x;
static sem_t s;
static _Thread_local volatile int r;

static void *wait_and_tell(void *unused)
{
    while (!flag)
        r = x;
    sem_wait(&s);
    return unused;
}

static void *write_when_told(void *unused)
{
    int v;

    sem_getvalue(&s, &v);
    if (v == 0)
        x = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    sem_init(&s, 0, 1);
    pthread_create(&a, NULL, wait_and_tell, NULL);
    pthread_create(&b, NULL, write_when_told, NULL);
    flag = 1;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
