/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Who reads gets a letter, and then learns that the last end for writing was
 * closed: that is before the first read or after it. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *put(void *unused)
{
    assert(write(ends[1], "a", 1) == 1 && !close(ends[1]));
    return unused;
}

int main(void)
{
    pthread_t a;
    char c;

    assert(!pipe(ends));
    pthread_create(&a, NULL, put, NULL);
    assert(read(ends[0], &c, 1) == 1 && c == 'a');
    assert(read(ends[0], &c, 1) == 0);
    pthread_join(a, NULL);
    return 0;
}
