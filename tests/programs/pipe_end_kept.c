/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* The same with a second descriptor for writing (dup), which nobody closes. */
#include <pthread.h>
#include <unistd.h>

static int ends[2], other;

static void *put(void *unused)
{
    write(ends[1], "a", 1);
    close(ends[1]);
    return unused;
}

int main(void)
{
    pthread_t a;
    char c;

    if (pipe(ends))
        return 1;
    other = dup(ends[1]);
    pthread_create(&a, NULL, put, NULL);
    while (read(ends[0], &c, 1) > 0)
        ;
    pthread_join(a, NULL);
    return 0;
}
