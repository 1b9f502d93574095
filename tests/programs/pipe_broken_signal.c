/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 */
/* Nobody has said what SIGPIPE is to do. */
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

    if (pipe(ends))
        return 1;
    pthread_create(&a, NULL, put, NULL);
    close(ends[0]);
    pthread_join(a, NULL);
    return 0;
}
