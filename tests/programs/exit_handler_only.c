/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* The only handler is registered by a thread that main does not wait for: main
 * may find it as it exits, or none. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int is_ready;

static void check(void)
{
    assert(atomic_load(&is_ready));
}

static void *run(void *unused)
{
    atexit(check);
    atomic_store(&is_ready, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    return 0;
}
