/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2 --audit=off
 * verdict: error
 * error: data-race
 */
/* As spin_data_race_trylock.c; that the waiting is over is told by the request to end,
 * which orders nothing. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int flag;
static int x;
static _Thread_local volatile int r;
static pthread_t a, b;
static sem_t s;

static void *wait_and_tell(void *unused)
{
    while (!flag)
        r = x;
    pthread_cancel(b);
    return unused;
}

static void clean(void *unused)
{
    (void)unused;
    x = 1;
}

static void *write_when_told(void *unused)
{
    pthread_cleanup_push(clean, NULL);
    sem_wait(&s);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    sem_init(&s, 0, 0);
    pthread_create(&b, NULL, write_when_told, NULL);
    pthread_create(&a, NULL, wait_and_tell, NULL);
    flag = 1;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
