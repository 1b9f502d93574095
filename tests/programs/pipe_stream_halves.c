/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A line comes in two pieces: main reads one and then the other, or both at
 * once. (It may not read before the first.) */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void *put(void *unused)
{
    assert(write(ends[1], "ha", 2) == 2);
    assert(write(ends[1], "lf\nmore", 7) == 7);
    return unused;
}

int main(void)
{
    char line[10];
    pthread_t a;
    FILE *in;

    assert(!pipe(ends) && (in = fdopen(ends[0], "r")));
    pthread_create(&a, NULL, put, NULL);
    assert(fgets(line, sizeof line, in) && !strcmp(line, "half\n"));
    pthread_join(a, NULL);
    assert(fread(line, 1, 4, in) == 4 && !memcmp(line, "more", 4));
    return 0;
}
