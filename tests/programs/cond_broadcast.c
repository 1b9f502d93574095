/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Both wait when the broadcast comes. Either begins to wait first: 2; and
 * either takes the mutex first afterwards: 2. The order in which they wake up
 * does not matter. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

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
    pthread_t first, second;

    pthread_create(&first, NULL, wait_once, NULL);
    pthread_create(&second, NULL, wait_once, NULL);
    mz_await(waiting, ==, 2);
    pthread_mutex_lock(&m);
    pthread_cond_broadcast(&cond);
    pthread_mutex_unlock(&m);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
