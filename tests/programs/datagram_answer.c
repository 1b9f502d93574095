/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A question and its answer, to whom it came from. */
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};
static int server;

static void *answer(void *unused)
{
    struct sockaddr_in from;
    socklen_t length = sizeof from;
    char c;

    assert(recvfrom(server, &c, 1, 0, (struct sockaddr *)&from, &length) == 1);
    assert(from.sin_family == AF_INET && from.sin_port != address.sin_port);
    c++;
    assert(sendto(server, &c, 1, 0, (struct sockaddr *)&from, length) == 1);
    return unused;
}

int main(void)
{
    int end = socket(AF_INET, SOCK_DGRAM, 0);
    socklen_t length = sizeof address;
    pthread_t a;
    char c = 'a';

    server = socket(AF_INET, SOCK_DGRAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert(!bind(server, (struct sockaddr *)&address, sizeof address));
    assert(!getsockname(server, (struct sockaddr *)&address, &length));
    pthread_create(&a, NULL, answer, NULL);
    assert(!connect(end, (struct sockaddr *)&address, length));
    assert(send(end, &c, 1, 0) == 1 && recv(end, &c, 1, 0) == 1 && c == 'b');
    pthread_join(a, NULL);
    return 0;
}
