/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* Two accept, and one connects: the other one waits for ever. */
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct sockaddr_un address = {AF_UNIX, "\0too_many"};
static int listener;

static void *serve(void *unused)
{
    assert(accept(listener, NULL, NULL) >= 0);
    return unused;
}

int main(void)
{
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    pthread_t a, b;

    listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(!bind(listener, (struct sockaddr *)&address, sizeof address));
    assert(!listen(listener, 1));
    pthread_create(&a, NULL, serve, NULL);
    pthread_create(&b, NULL, serve, NULL);
    assert(!connect(end, (struct sockaddr *)&address, sizeof address));
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
