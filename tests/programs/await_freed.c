/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: heap-use-after-free: read of 4 bytes
 */
/* The variable is freed while a thread waits for it. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *wait_for_one(void *argument)
{
    atomic_int *x = argument;

    mz_await(*x, ==, 1);
    return NULL;
}

int main(void)
{
    atomic_int *x = calloc(1, sizeof *x);
    pthread_t thread;

    pthread_create(&thread, NULL, wait_for_one, x);
    free(x);
    pthread_join(thread, NULL);
    return 0;
}
