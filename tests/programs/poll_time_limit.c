/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* There is something in time, or there is not. */
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

    assert(!pipe(ends));
    end = (struct pollfd){.fd = ends[0], .events = POLLIN};
    pthread_create(&a, NULL, put, NULL);
    assert(poll(&end, 1, 1000) == !!end.revents);
    pthread_join(a, NULL);
    return 0;
}
