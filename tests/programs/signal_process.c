/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 */
/* Whoever does not block a signal to the process may take it; one does. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int count;

static void on(int signal)
{
    (void)signal;
    count++;
}

static void *other(void *unused)
{
    (void)unused;
    count += 0;
    return NULL;
}

int main(void)
{
    pthread_t t;

    signal(SIGUSR1, on);
    pthread_create(&t, NULL, other, NULL);
    kill(getpid(), SIGUSR1);
    pthread_join(t, NULL);
    assert(count == 1);
}
