/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 7
 */
/* A datagram to a path goes to whoever has bound it: before that there is no
 * such file, and after the socket is closed nobody has it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct sockaddr_un server = {AF_UNIX, "datagram_path.server"};

static void *serve(void *unused)
{
    int end = socket(AF_UNIX, SOCK_DGRAM, 0);

    assert(!bind(end, (const struct sockaddr *)&server, sizeof server));
    assert(!close(end));
    return unused;
}

int main(void)
{
    int end = socket(AF_UNIX, SOCK_DGRAM, 0);
    pthread_t thread;
    ssize_t sent;

    pthread_create(&thread, NULL, serve, NULL);
    sent = sendto(end, "a", 1, 0, (const struct sockaddr *)&server,
                  sizeof server);
    assert(sent == 1 || errno == ENOENT || errno == ECONNREFUSED);
    pthread_join(thread, NULL);
    assert(!unlink(server.sun_path));
    return 0;
}
