/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Threads register handlers; the one that came last runs first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int runs;

static void first(void)
{
    assert(atomic_fetch_add(&runs, 1) == 0);
}

static void second(void)
{
    atomic_fetch_add(&runs, 1);
}

static void *run(void *unused)
{
    atexit(first);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    atexit(second);
    pthread_join(thread, NULL);
    return 0;
}
