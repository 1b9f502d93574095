/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* What others do after main's pthread_exit is checked like anything else. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *store(void *unused)
{
    atomic_store(&x, 1);
    return unused;
}

static void *look(void *unused)
{
    assert(atomic_load(&x) == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, look, NULL);
    pthread_create(&thread, NULL, store, NULL);
    pthread_exit(NULL);
}
