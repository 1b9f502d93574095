/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 924
 */
/* 64 MiB of which each execution writes a few pages: only these are
 * rolled back, or this would take minutes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 64 << 20, PAGES = 8 };

static char big[SIZE];
atomic_int x;

static void *run(void *unused)
{
    for (int i = 0; i < 6; i++)
        atomic_store(&x, i);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    for (int i = 0; i < PAGES; i++) {
        assert(big[i * (SIZE / PAGES) + 5000] == 0);
        big[i * (SIZE / PAGES) + 5000] = 1;
    }
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
