/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: unsupported
 * message: waiting for several with --plain=interleave
 */
/* All looks would be one event here, with the memory that poll writes to; so
 * that only the latter one is ready, as it became so in between, would not be
 * seen. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int one[2], other[2];

static void *put(void *ends)
{
    assert(write(((int *)ends)[1], "a", 1) == 1);
    return NULL;
}

int main(void)
{
    struct pollfd both[2];
    pthread_t a, b;
    int ready;
    char c;

    assert(!pipe(one) && !pipe(other));
    pthread_create(&a, NULL, put, one);
    pthread_create(&b, NULL, put, other);
    both[0] = (struct pollfd){.fd = one[0], .events = POLLIN};
    both[1] = (struct pollfd){.fd = other[0], .events = POLLIN};
    ready = poll(both, 2, -1);
    assert(ready == 1 || ready == 2);
    for (int i = 0; i < 2; i++)
        if (both[i].revents)
            assert(read(both[i].fd, &c, 1) == 1 && ready--);
    assert(ready == 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
