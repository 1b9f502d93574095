/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: data race
 */
/* The same, but for the unlock: nothing protects it. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec end = {.tv_sec = 2000000000};
static int x;

static void *hasty(void *unused)
{
    int failed = pthread_mutex_timedlock(&m, &end);

    x++;
    if (!failed)
        pthread_mutex_unlock(&m);
    return unused;
}

static void *patient(void *unused)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, hasty, NULL);
    pthread_create(&threads[1], NULL, patient, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
