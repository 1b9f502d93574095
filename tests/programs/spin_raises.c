/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=1000
 * verdict: error
 * error: assertion
 */
/* A loop whose rounds are alike, and leave nothing behind of the thread's own;
 * but each changes something that is shared: after sixty of them main finds
 * what it must not. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int rounds, done;

static void *go_round(void *unused)
{
    int ends;

    do {
        pthread_mutex_lock(&m);
        rounds++;
        ends = done;
        pthread_mutex_unlock(&m);
    } while (!ends);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int seen;

    pthread_create(&thread, NULL, go_round, NULL);
    pthread_mutex_lock(&m);
    seen = rounds;
    done = 1;
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    assert(seen != 60);
    return 0;
}
