/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: error
 * error: data-race
 */
/* As spin_data_race.c, but all atomics are sequentially consistent: that the
 * waiting is over is told by a lock that cannot be had. To fail to take it
 * orders nothing. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go;
static pthread_mutex_t done = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *wait_and_tell(void *unused)
{
    while (!atomic_load(&go))
        (void)*(volatile int *)&data;
    pthread_mutex_lock(&done);
    pthread_mutex_unlock(&done);
    return unused;
}

static void *write_when_told(void *unused)
{
    if (pthread_mutex_trylock(&done) != 0)
        data = 1;
    else
        pthread_mutex_unlock(&done);
    return unused;
}

static void *let_go(void *unused)
{
    atomic_store(&go, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, NULL, wait_and_tell, NULL);
    pthread_create(&b, NULL, write_when_told, NULL);
    pthread_create(&c, NULL, let_go, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
