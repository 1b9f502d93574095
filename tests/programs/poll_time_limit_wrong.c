/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A second is long, but no promise. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *put(void *unused)
{
    write(ends[1], "a", 1);
    return unused;
}

int main(void)
{
    struct pollfd end;
    pthread_t a;

    if (pipe(ends))
        return 1;
    end = (struct pollfd){.fd = ends[0], .events = POLLIN};
    pthread_create(&a, NULL, put, NULL);
    assert(poll(&end, 1, 1000) == 1);
    pthread_join(a, NULL);
    return 0;
}
