/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 5
 */
/* Who connects to a path may be too early. The call looks for the name, and then
 * tries: before there is a file; or after it, whenever it has looked, and then
 * before the other listens, or after it. That is 1 + 2 * 2. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>

static const struct sockaddr_un name = {AF_UNIX, "socket_path_early.s"};
static int listening;

static void *serve(void *arg)
{
    assert(!bind(listening, (const struct sockaddr *)&name, sizeof name));
    assert(!listen(listening, 1));
    return arg;
}

int main(void)
{
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un peer;
    socklen_t length = sizeof peer;
    pthread_t t;

    listening = socket(AF_UNIX, SOCK_STREAM, 0);
    pthread_create(&t, 0, serve, 0);
    if (connect(end, (const struct sockaddr *)&name, sizeof name)) {
        assert(errno == ENOENT || errno == ECONNREFUSED);
    } else {
        assert(!getpeername(end, (struct sockaddr *)&peer, &length));
        assert(length == sizeof(sa_family_t) + sizeof "socket_path_early.s");
    }
    pthread_join(t, 0);
    return 0;
}
