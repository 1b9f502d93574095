/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: splice
 */
/* A call with two descriptors, while another thread may come in between. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int from[2], to[2];

static void *move(void *unused)
{
    assert(splice(from[0], NULL, to[1], NULL, 1, 0) == 1);
    return unused;
}

int main(void)
{
    pthread_t a;
    char c;

    assert(!pipe(from) && !pipe(to));
    assert(write(from[1], "ab", 2) == 2);
    pthread_create(&a, NULL, move, NULL);
    assert(read(from[0], &c, 1) == 1);
    pthread_join(a, NULL);
    return 0;
}
