/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* Nobody writes to either of the pipes that are waited for. */
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int one[2], other[2], third[2];

static void *put(void *unused)
{
    write(third[1], "a", 1);
    return unused;
}

int main(void)
{
    struct pollfd both[2];
    pthread_t a;

    if (pipe(one) || pipe(other) || pipe(third))
        return 1;
    pthread_create(&a, NULL, put, NULL);
    both[0] = (struct pollfd){.fd = one[0], .events = POLLIN};
    both[1] = (struct pollfd){.fd = other[0], .events = POLLIN};
    poll(both, 2, -1);
    pthread_join(a, NULL);
    return 0;
}
