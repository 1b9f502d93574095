/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Who does not wait finds something or nothing. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
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
    pthread_t a;
    char c;

    assert(!pipe2(ends, O_NONBLOCK));
    pthread_create(&a, NULL, put, NULL);
    assert(read(ends[0], &c, 1) == 1 || errno == EAGAIN);
    pthread_join(a, NULL);
    return 0;
}
