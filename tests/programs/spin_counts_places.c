/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --counted-rounds=first
 * verdict: safe
 * executions: 201
 */
/* Work that looks at a flag in each round, and writes to another place each
 * time, is no wait that counts: the flag is set before one of the looks, or
 * after the last. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { COUNT = 200 };

static atomic_int stop;
int places[COUNT];

static void *work(void *unused)
{
    for (int i = 0; i < COUNT && !atomic_load(&stop); i++)
        places[i] = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    atomic_load(&stop);
    atomic_store(&stop, 1);
    pthread_join(thread, NULL);
    return 0;
}
