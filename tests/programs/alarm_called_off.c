/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* An alarm that is called off may have gone off before. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int late;

static void on(int signal)
{
    (void)signal;
    late = 1;
}

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;

    signal(SIGALRM, on);
    alarm(100);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    alarm(0);
    assert(!late);
    return 0;
}
