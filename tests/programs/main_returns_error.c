/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A thread that main leaves behind may fail before the process ends. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *look(void *unused)
{
    assert(atomic_load(&x) == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, look, NULL);
    atomic_store(&x, 1);
    return 0;
}
