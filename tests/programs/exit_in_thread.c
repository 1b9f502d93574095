/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: exit
 * message: 3
 */
/* A thread ends the process, with a status that is not 0. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int x;

static void *look(void *unused)
{
    if (atomic_load(&x))
        exit(3);
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
