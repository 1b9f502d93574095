/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A read that a signal has ended is begun again; with SA_RESTART libc does
 * that, and what the handler has written is read. Which comes first is not said. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void on(int signal)
{
    int error = errno;

    assert(write(ends[1], signal == SIGUSR1 ? "1" : "2", 1) == 1);
    errno = error;
}

static void *target(void *unused)
{
    char first, second;
    ssize_t size;

    (void)unused;
    do
        size = read(ends[0], &first, 1);
    while (size < 0 && errno == EINTR);
    do
        assert((size = read(ends[0], &second, 1)) == 1 || errno == EINTR);
    while (size < 0);
    assert(first + second == '1' + '2');
    return NULL;
}

int main(void)
{
    struct sigaction action = {.sa_handler = on};
    pthread_t t;

    assert(!pipe(ends));
    sigaction(SIGUSR1, &action, NULL);
    action.sa_flags = SA_RESTART;
    sigaction(SIGUSR2, &action, NULL);
    pthread_create(&t, NULL, target, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_kill(t, SIGUSR2);
    pthread_join(t, NULL);
    return 0;
}
