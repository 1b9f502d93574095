/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: so many signals that nobody has taken yet
 */
/* More threads wait, and more signals come before anybody takes one, than the
 * state of a condition variable has room for. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { THREADS = 30 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_int waiting;

static void *wait_once(void *unused)
{
    pthread_mutex_lock(&m);
    waiting++;
    pthread_cond_wait(&cond, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread, NULL, wait_once, NULL);
    mz_await(waiting, ==, THREADS);
    pthread_mutex_lock(&m);
    for (int i = 1; i < THREADS; i++)
        pthread_cond_signal(&cond);
    pthread_mutex_unlock(&m);
    return 0;
}
