/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Without SA_RESTART a signal ends accept. */
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

static int listener;

static void on(int signal)
{
    (void)signal;
}

static void *serve(void *unused)
{
    (void)unused;
    assert(accept(listener, NULL, NULL) >= 0);
    return NULL;
}

int main(void)
{
    const struct sigaction action = {.sa_handler = on};
    struct sockaddr_in name = {.sin_family = AF_INET};
    socklen_t length = sizeof name;
    pthread_t t;
    int fd;

    sigaction(SIGUSR1, &action, NULL);
    listener = socket(AF_INET, SOCK_STREAM, 0);
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert(!bind(listener, (struct sockaddr *)&name, sizeof name));
    assert(!listen(listener, 1));
    assert(!getsockname(listener, (struct sockaddr *)&name, &length));
    pthread_create(&t, NULL, serve, NULL);
    pthread_kill(t, SIGUSR1);
    fd = socket(AF_INET, SOCK_STREAM, 0);
    assert(!connect(fd, (struct sockaddr *)&name, sizeof name));
    pthread_join(t, NULL);
    return 0;
}
