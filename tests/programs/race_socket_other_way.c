/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* What is sent at one end does not happen before what is received there, which
 * came from the other end. */
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

int shared;
static int ends[2];

static void *put(void *unused)
{
    shared = 1;
    write(ends[0], "a", 1);
    return unused;
}

int main(void)
{
    pthread_t a;
    char c;

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        return 1;
    write(ends[1], "b", 1);
    pthread_create(&a, NULL, put, NULL);
    read(ends[0], &c, 1);
    shared = 2;
    pthread_join(a, NULL);
    return 0;
}
