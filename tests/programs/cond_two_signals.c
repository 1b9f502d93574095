/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 12
 */
/* Both wait when the signals come. Either begins to wait first: 2. Both signals
 * come before anybody wakes up, as one broadcast; or either of them wakes up by
 * the first before the second comes: 1 + 2. Then either takes the mutex first:
 * 2. */
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
    pthread_cond_signal(&cond);
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&m);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
