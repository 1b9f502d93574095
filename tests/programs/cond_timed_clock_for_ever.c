/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 */
/* Nobody ever does what the thread looks for; but it gives up after a week. So
 * that it waits for ever must not be said. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int done;

static void *wait_for_it(void *unused)
{
    struct timespec end;
    time_t begin = time(NULL), week = 7 * 24 * 3600;

    pthread_mutex_lock(&m);
    while (!done && time(NULL) - begin < week) {
        clock_gettime(CLOCK_REALTIME, &end);
        end.tv_sec += 10;
        pthread_cond_timedwait(&cond, &m, &end);
    }
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_for_it, NULL);
    pthread_join(thread, NULL);
    return 0;
}
