/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* A queue that has room for one connection: who comes second waits for it to be
 * accepted, or comes after that. Both are so of each order. */
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct sockaddr_un address = {AF_UNIX, "\0no_room"};

static void *come(void *end)
{
    assert(!connect(*(int *)end, (struct sockaddr *)&address, sizeof address));
    return NULL;
}

int main(void)
{
    int listener = socket(AF_UNIX, SOCK_STREAM, 0), ends[2];
    pthread_t threads[2];

    assert(!bind(listener, (struct sockaddr *)&address, sizeof address));
    assert(!listen(listener, 0));
    for (int i = 0; i < 2; i++)
        ends[i] = socket(AF_UNIX, SOCK_STREAM, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, come, &ends[i]);
    for (int i = 0; i < 2; i++)
        assert(accept(listener, NULL, NULL) >= 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
