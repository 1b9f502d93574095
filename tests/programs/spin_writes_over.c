/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* What is written in vain in one round is not in the next one, as main has
 * written there meanwhile. The round itself does not read it. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value, done;

static void *wait_for_it(void *unused)
{
    int ends;

    do {
        pthread_mutex_lock(&m);
        value = 0;
        ends = done;
        pthread_mutex_unlock(&m);
    } while (!ends);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_for_it, NULL);
    pthread_mutex_lock(&m);
    value = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    assert(value == 1);
    done = 1;
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
