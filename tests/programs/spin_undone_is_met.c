/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 * compilers: differ
 */
/* The same, but what it waits for it sees. In an execution in which it has not,
 * and the other one is stopped, that is not known. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, done;

static void *write_and_back(void *unused)
{
    while (!atomic_load(&done)) {
        atomic_store(&x, 1);
        atomic_store(&x, 0);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, write_and_back, NULL);
    while (atomic_load(&x) != 1)
        ;
    atomic_store(&done, 1);
    pthread_join(thread, NULL);
    return 0;
}
