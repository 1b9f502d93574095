/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Who sends a datagram may find that its receiver was closed. */
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct sockaddr_un address = {AF_UNIX, "\0closed"};
static int end;

static void *put(void *unused)
{
    assert(sendto(end, "a", 1, 0, (struct sockaddr *)&address,
                  sizeof address) == 1);
    return unused;
}

int main(void)
{
    int server = socket(AF_UNIX, SOCK_DGRAM, 0);
    pthread_t a;

    assert(!bind(server, (struct sockaddr *)&address, sizeof address));
    end = socket(AF_UNIX, SOCK_DGRAM, 0);
    pthread_create(&a, NULL, put, NULL);
    close(server);
    pthread_join(a, NULL);
    return 0;
}
