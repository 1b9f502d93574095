/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* What is done before a connection is made happens before what is done once it
 * is accepted, though nothing is ever sent. */
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>

static const struct sockaddr_un address = {AF_UNIX, "\0orders"};
static int end, data;

static void *come(void *unused)
{
    data = 1;
    assert(!connect(end, (struct sockaddr *)&address, sizeof address));
    return unused;
}

int main(void)
{
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    pthread_t client;

    end = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(!bind(listener, (struct sockaddr *)&address, sizeof address));
    assert(!listen(listener, 1));
    pthread_create(&client, NULL, come, NULL);
    assert(accept(listener, NULL, NULL) >= 0);
    assert(data == 1);
    pthread_join(client, NULL);
    return 0;
}
