/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 7
 * naive: 20
 */
/* Each has one mutex and asks for the other, but not for ever: no deadlock. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec end = {.tv_sec = 2000000000};

static void *a_then_b(void *unused)
{
    pthread_mutex_lock(&a);
    if (!pthread_mutex_timedlock(&b, &end))
        pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

static void *b_then_a(void *unused)
{
    pthread_mutex_lock(&b);
    if (!pthread_mutex_timedlock(&a, &end))
        pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, a_then_b, NULL);
    pthread_create(&threads[1], NULL, b_then_a, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
