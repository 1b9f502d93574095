/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: changing O_NONBLOCK
 */
/* Whether main waits is decided before it reads. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *change(void *unused)
{
    assert(!fcntl(ends[0], F_SETFL, O_NONBLOCK));
    return unused;
}

int main(void)
{
    pthread_t a;
    char c;

    assert(!pipe(ends) && write(ends[1], "a", 1) == 1);
    pthread_create(&a, NULL, change, NULL);
    assert(read(ends[0], &c, 1) == 1);
    pthread_join(a, NULL);
    return 0;
}
