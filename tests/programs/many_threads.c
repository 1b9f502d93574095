/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* Forty threads, one after the other: joined ones may be used again. */
#include <assert.h>
#include <pthread.h>

static int runs;

static void *run(void *unused)
{
    runs++;
    return unused;
}

int main(void)
{
    for (int i = 0; i < 40; i++) {
        pthread_t thread;

        assert(pthread_create(&thread, NULL, run, NULL) == 0);
        assert(pthread_join(thread, NULL) == 0);
    }
    assert(runs == 40);
    return 0;
}
