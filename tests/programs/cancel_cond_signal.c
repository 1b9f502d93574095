/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* One of two that wait is woken up, and then signals for the other. If it is
 * cancelled it does not; but then it must not have taken the signal. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t both = PTHREAD_COND_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int waiting;

static void unlock(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

static void *work(void *unused)
{
    int old;

    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    if (++waiting == 2)
        pthread_cond_signal(&both);
    pthread_cond_wait(&go, &m);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    pthread_cond_signal(&go);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t victim, other;
    void *result;

    pthread_create(&victim, NULL, work, NULL);
    pthread_create(&other, NULL, work, NULL);
    pthread_mutex_lock(&m);
    while (waiting < 2)
        pthread_cond_wait(&both, &m);
    pthread_cond_signal(&go);
    pthread_mutex_unlock(&m);
    pthread_cancel(victim);
    pthread_join(other, &result);
    assert(result == NULL);
    pthread_join(victim, NULL);
    return 0;
}
