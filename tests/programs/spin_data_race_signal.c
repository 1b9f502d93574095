/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2 --audit=off
 * verdict: error
 * error: data-race
 */
/* As spin_data_race_trylock.c; that the waiting is over is told by a signal, which orders
 * nothing. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int flag;
static int x;
static _Thread_local volatile int r;
static pthread_t a, b;

static void *wait_and_tell(void *unused)
{
    while (!flag)
        r = x;
    pthread_kill(b, SIGUSR1);
    return unused;
}

static void *write_when_told(void *unused)
{
    int sig;
    sigset_t s;

    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    sigwait(&s, &sig);
    x = 1;
    return unused;
}

int main(void)
{
    sigset_t s;

    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &s, NULL);
    pthread_create(&b, NULL, write_when_told, NULL);
    pthread_create(&a, NULL, wait_and_tell, NULL);
    flag = 1;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
