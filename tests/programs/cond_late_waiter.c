/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: 2 threads wait for a signal
 * executions: 6
 */
/* First and second wait, in this order, when the signal comes, and third waits
 * after it: it never takes what is for the others. The signal wakes up first or
 * second: 2. Whoever is woken up takes the mutex before third does, and so has
 * woken up before third waits: 1; or after third, and has woken up before third
 * waits or after that: 2. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_int turn;

static void wait_at(int own)
{
    mz_await(turn, ==, own);
    pthread_mutex_lock(&m);
    turn = own + 1;
    pthread_cond_wait(&cond, &m);
    pthread_mutex_unlock(&m);
}

static void *first(void *unused)
{
    wait_at(0);
    return unused;
}

static void *second(void *unused)
{
    wait_at(1);
    return unused;
}

static void *third(void *unused)
{
    wait_at(3);
    return unused;
}

int main(void)
{
    pthread_t threads[3];

    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_create(&threads[2], NULL, third, NULL);
    mz_await(turn, ==, 2);
    pthread_mutex_lock(&m);
    pthread_cond_signal(&cond);
    turn = 3;
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
