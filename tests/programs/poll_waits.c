/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Who waits for one pipe goes on when there is something. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *put(void *unused)
{
    assert(write(ends[1], "a", 1) == 1);
    return unused;
}

int main(void)
{
    struct pollfd end;
    pthread_t a;
    char c;

    assert(!pipe(ends));
    end = (struct pollfd){.fd = ends[0], .events = POLLIN};
    pthread_create(&a, NULL, put, NULL);
    assert(poll(&end, 1, -1) == 1 && end.revents == POLLIN);
    assert(read(ends[0], &c, 1) == 1);
    pthread_join(a, NULL);
    return 0;
}
