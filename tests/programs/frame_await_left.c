/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: a stack frame that was left
 */
/* A thread waits for a variable in main's frame, which main has left. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static void *wait_for(void *flag)
{
    mz_await(*(atomic_int *)flag, ==, 1);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    atomic_int flag;

    atomic_init(&flag, 0);
    pthread_create(&thread, NULL, wait_for, &flag);
    pthread_detach(thread);
    return 0;
}
