/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: assertion
 * executions: 6
 */
/* Main sends itself a signal that another thread sends it, too. If that one has
 * come and waits, the second is lost, and the handler runs but once. It is sent
 * before main first looks, and taken or put off; before main sends its own; before
 * main looks as it comes to join, and taken or put off; or later. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int handled;
static pthread_t receiver;

static void handle(int signal)
{
    (void)signal;
    handled++;
}

static void *send(void *arg)
{
    pthread_kill(receiver, SIGUSR1);
    return arg;
}

int main(void)
{
    struct sigaction action = {.sa_handler = handle};
    pthread_t t;

    sigaction(SIGUSR1, &action, NULL);
    receiver = pthread_self();
    pthread_create(&t, NULL, send, NULL);
    raise(SIGUSR1);
    pthread_join(t, NULL);
    assert(handled == 2);
    return 0;
}
