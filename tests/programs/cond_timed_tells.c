/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A worker looks once a second whether there is something to do, and tells each
 * time that it has done all: while nobody waits to be told that changes
 * nothing, so that its loop ends. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t todo = PTHREAD_COND_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int asked, answered, is_over;

static void *work(void *unused)
{
    const struct timespec end = {1, 0};

    pthread_mutex_lock(&m);
    while (!is_over) {
        if (asked == answered)
            pthread_cond_timedwait(&todo, &m, &end);
        if (answered != asked)
            answered = asked;
        pthread_cond_broadcast(&done);
    }
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&m);
    asked++;
    pthread_cond_signal(&todo);
    while (answered < asked)
        pthread_cond_wait(&done, &m);
    is_over = 1;
    pthread_cond_signal(&todo);
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
