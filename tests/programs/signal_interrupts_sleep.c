/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static void on(int signal)
{
    (void)signal;
}

static void *target(void *unused)
{
    const struct timespec second = {.tv_sec = 1};

    (void)unused;
    assert(!nanosleep(&second, NULL));
    return NULL;
}

int main(void)
{
    pthread_t t;

    signal(SIGUSR1, on);
    pthread_create(&t, NULL, target, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
}
