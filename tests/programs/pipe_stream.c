/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A line is read by a stream from a pipe: it waits. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void *put(void *unused)
{
    assert(write(ends[1], "line\n", 5) == 5);
    return unused;
}

int main(void)
{
    char line[10];
    pthread_t a;
    FILE *in;

    assert(!pipe(ends) && (in = fdopen(ends[0], "r")));
    pthread_create(&a, NULL, put, NULL);
    assert(fgets(line, sizeof line, in) && !strcmp(line, "line\n"));
    pthread_join(a, NULL);
    return 0;
}
