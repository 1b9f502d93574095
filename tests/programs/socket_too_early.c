/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A client that does not wait for its server to listen. */
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in6 address = {.sin6_family = AF_INET6};

static void *serve(void *unused)
{
    int listener = socket(AF_INET6, SOCK_STREAM, 0);

    assert(!bind(listener, (struct sockaddr *)&address, sizeof address));
    assert(!listen(listener, 1));
    assert(accept(listener, NULL, NULL) >= 0);
    return unused;
}

int main(void)
{
    int end = socket(AF_INET6, SOCK_STREAM, 0);
    pthread_t server;

    address.sin6_addr = in6addr_loopback;
    address.sin6_port = htons(4000);
    pthread_create(&server, NULL, serve, NULL);
    assert(!connect(end, (struct sockaddr *)&address, sizeof address));
    pthread_join(server, NULL);
    return 0;
}
