/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* The process may end while a detached thread waits. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;

static void *wait_for_flag(void *unused)
{
    mz_await(flag, ==, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_for_flag, NULL);
    pthread_detach(thread);
    return 0;
}
