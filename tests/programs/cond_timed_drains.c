/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* A consumer takes what is there, and in a round in which its time is over
 * nothing is: what it writes then, under the mutex and outside of it, was there
 * before, so that it has changed nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static bool is_over;
static int todo, sum;

static void *consume(void *unused)
{
    const struct timespec end = {1, 0};
    int taken;
    bool ends;

    do {
        pthread_mutex_lock(&m);
        if (!todo && !is_over)
            pthread_cond_timedwait(&cond, &m, &end);
        taken = todo;
        todo = 0;
        ends = is_over;
        pthread_mutex_unlock(&m);
        sum += taken;
    } while (!ends);
    return unused;
}

static void tell(int more, bool ends)
{
    pthread_mutex_lock(&m);
    todo += more;
    is_over = ends;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&m);
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, consume, NULL);
    tell(3, false);
    tell(4, true);
    pthread_join(thread, NULL);
    assert(sum == 7);
    return 0;
}
