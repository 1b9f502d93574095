/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Who waits for a connection by poll need not wait to accept it. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct sockaddr_un address = {AF_UNIX, "\0polled"};
static int end;

static void *come(void *unused)
{
    assert(!connect(end, (struct sockaddr *)&address, sizeof address));
    return unused;
}

int main(void)
{
    int listener = socket(AF_UNIX, SOCK_SEQPACKET, 0);
    struct pollfd one = {.fd = listener, .events = POLLIN};
    pthread_t client;

    assert(!bind(listener, (struct sockaddr *)&address, sizeof address));
    assert(!listen(listener, 1));
    end = socket(AF_UNIX, SOCK_SEQPACKET, 0);
    pthread_create(&client, NULL, come, NULL);
    assert(poll(&one, 1, -1) == 1 && one.revents == POLLIN);
    assert(accept(listener, NULL, NULL) >= 0);
    pthread_join(client, NULL);
    return 0;
}
