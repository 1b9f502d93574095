/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A handler is registered while the process exits: perhaps too late. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int late;

static void set(void)
{
    atomic_store(&late, 1);
}

static void check(void)
{
    assert(atomic_load(&late) == 0);
}

static void *run(void *unused)
{
    atexit(set);
    return unused;
}

int main(void)
{
    pthread_t thread;

    atexit(check);
    pthread_create(&thread, NULL, run, NULL);
    return 0;
}
