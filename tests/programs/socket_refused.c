/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 5
 */
/* Who connects before the other one listens is refused. It looks for the name
 * first, which comes before the name is bound, or after that; and so does its
 * try, which comes before or after the other one listens, too:
 *
 *     look try bind listen
 *     look bind try listen,  bind look try listen
 *     look bind listen try,  bind look listen try (as well as bind listen look)
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct sockaddr_un address = {AF_UNIX, "\0refused"};
static int end;

static void *come(void *unused)
{
    if (connect(end, (struct sockaddr *)&address, sizeof address))
        assert(errno == ECONNREFUSED);
    return unused;
}

int main(void)
{
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    pthread_t client;

    end = socket(AF_UNIX, SOCK_STREAM, 0);
    pthread_create(&client, NULL, come, NULL);
    assert(!bind(listener, (struct sockaddr *)&address, sizeof address));
    assert(!listen(listener, 0));
    pthread_join(client, NULL);
    return 0;
}
