/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A server that sends back what it gets, until its client closes: each step
 * waits for the one before. */
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int listener;

static void *serve(void *unused)
{
    int end = accept(listener, NULL, NULL);
    char c;

    while (recv(end, &c, 1, 0) == 1)
        assert(send(end, &c, 1, 0) == 1);
    close(end);
    return unused;
}

int main(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof address;
    int end = socket(AF_INET, SOCK_STREAM, 0);
    pthread_t server;
    char c = 'x';

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listener = socket(AF_INET, SOCK_STREAM, 0);
    assert(!bind(listener, (struct sockaddr *)&address, length));
    assert(!getsockname(listener, (struct sockaddr *)&address, &length));
    assert(!listen(listener, 1));
    pthread_create(&server, NULL, serve, NULL);
    assert(!connect(end, (struct sockaddr *)&address, length));
    assert(send(end, &c, 1, 0) == 1);
    c = 0;
    assert(recv(end, &c, 1, 0) == 1 && c == 'x');
    close(end);
    pthread_join(server, NULL);
    close(listener);
    return 0;
}
