/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* exit(0) in a thread ends the process, and is no error. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int x;

static void *look(void *unused)
{
    if (atomic_load(&x))
        exit(0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, look, NULL);
    atomic_store(&x, 1);
    pthread_join(thread, NULL);
    return 0;
}
