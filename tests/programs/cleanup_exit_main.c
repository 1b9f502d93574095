/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Main's handlers run when it exits, not when the process does: here before the
 * other thread looks, or after that. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cleaned;

static void *work(void *unused)
{
    assert(atomic_load(&cleaned) <= 1);
    return unused;
}

static void clean(void *unused)
{
    (void)unused;
    atomic_store(&cleaned, 1);
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    pthread_cleanup_push(clean, NULL);
    pthread_exit(NULL);
    pthread_cleanup_pop(0);
    return 1;
}
