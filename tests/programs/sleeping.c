/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* Nobody really sleeps, and sleeping orders nothing. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

atomic_int x;

static void *rest(void *unused)
{
    struct timespec hour = {.tv_sec = 3600};

    sleep(3600);
    usleep(1000);
    nanosleep(&hour, NULL);
    sched_yield();
    atomic_store(&x, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, rest, NULL);
    atomic_store(&x, 2);
    pthread_join(thread, NULL);
    return 0;
}
