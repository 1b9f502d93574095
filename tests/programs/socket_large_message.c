/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* What does not fit is sent piece by piece, as it is received. */
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SIZE = 1 << 19 };

static int ends[2];
static char sent[SIZE], got[SIZE];

static void *put(void *unused)
{
    assert(send(ends[0], sent, SIZE, 0) == SIZE);
    return unused;
}

int main(void)
{
    pthread_t a;
    long size = 0;

    assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    pthread_create(&a, NULL, put, NULL);
    while (size < SIZE)
        size += recv(ends[1], got + size, SIZE - size, MSG_NOSIGNAL);
    pthread_join(a, NULL);
    return 0;
}
