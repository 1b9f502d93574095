/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Who waits for data learns that none will come. */
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *end(void *unused)
{
    assert(!shutdown(ends[1], SHUT_WR));
    return unused;
}

int main(void)
{
    pthread_t a;
    char c;

    assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    pthread_create(&a, NULL, end, NULL);
    assert(read(ends[0], &c, 1) == 0);
    pthread_join(a, NULL);
    return 0;
}
