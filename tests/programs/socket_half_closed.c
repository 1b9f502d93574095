/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* The client says that it has sent all, and the server answers then: its first
 * read comes before that, or after it. */
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};
static int listener;

static void *serve(void *unused)
{
    int end = accept(listener, NULL, NULL);
    char c, sum = 0;

    while (read(end, &c, 1) == 1)
        sum += c;
    assert(write(end, &sum, 1) == 1);
    return unused;
}

int main(void)
{
    int end = socket(AF_INET, SOCK_STREAM, 0);
    pthread_t server;
    char c = 3;

    listener = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_port = htons(7000);
    assert(!bind(listener, (struct sockaddr *)&address, sizeof address));
    assert(!listen(listener, 1));
    pthread_create(&server, NULL, serve, NULL);
    assert(!connect(end, (struct sockaddr *)&address, sizeof address));
    assert(write(end, &c, 1) == 1);
#ifndef BROKEN
    assert(!shutdown(end, SHUT_WR));
#endif
    assert(read(end, &c, 1) == 1 && c == 3);
    pthread_join(server, NULL);
    return 0;
}
