/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: 1 thread waits for data in a pipe
 * executions: 1
 */
/* The last read waits for ever: nobody writes, and an end for writing is open. */
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
    pthread_t a;
    char c;

    if (pipe(ends))
        return 1;
    pthread_create(&a, NULL, put, NULL);
    while (read(ends[0], &c, 1) > 0)
        ;
    pthread_join(a, NULL);
    return 0;
}
