/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* That the file is there does not say that somebody listens. */
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct sockaddr_un name = {AF_UNIX, "socket_path_wrong.s"};
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
    pthread_t t;

    listening = socket(AF_UNIX, SOCK_STREAM, 0);
    pthread_create(&t, 0, serve, 0);
    if (!access(name.sun_path, F_OK))
        assert(!connect(end, (const struct sockaddr *)&name, sizeof name));
    pthread_join(t, 0);
    return 0;
}
