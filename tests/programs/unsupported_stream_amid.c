/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: a stream on a pipe or socket from which another thread waits to read
 */
/* Two threads read lines from one stream, and lines come in pieces. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static FILE *in;

static void *put(void *unused)
{
    for (int i = 0; i < 2; i++) {
        (void)!write(ends[1], "ha", 2);
        (void)!write(ends[1], "lf\n", 3);
    }
    return unused;
}

static void *get(void *unused)
{
    char line[10];

    fgets(line, sizeof line, in);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    if (pipe(ends) || !(in = fdopen(ends[0], "r")))
        return 1;
    pthread_create(&a, NULL, put, NULL);
    pthread_create(&b, NULL, get, NULL);
    get(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
