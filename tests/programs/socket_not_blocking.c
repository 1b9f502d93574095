/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Who does not wait for a connection accepts it, or comes before it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct sockaddr_un address = {AF_UNIX, "\0not_blocking"};
static int end;

static void *come(void *unused)
{
    assert(!connect(end, (struct sockaddr *)&address, sizeof address));
    return unused;
}

int main(void)
{
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0), lowest, got;
    pthread_t client;

    assert(!bind(listener, (struct sockaddr *)&address, sizeof address));
    assert(!listen(listener, 1));
    end = socket(AF_UNIX, SOCK_STREAM, 0);
    lowest = dup(end);
    close(lowest);
    pthread_create(&client, NULL, come, NULL);
    got = accept(listener, NULL, NULL);
    assert(got == lowest || (got < 0 && errno == EAGAIN));
    pthread_join(client, NULL);
    assert(got == lowest || accept(listener, NULL, NULL) == lowest);
    return 0;
}
