/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * executions: 1
 */
/* Half a line is all that comes, and nobody closes the pipe. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *put(void *unused)
{
    assert(write(ends[1], "half", 4) == 4);
    return unused;
}

int main(void)
{
    char line[10];
    pthread_t a;
    FILE *in;

    assert(!pipe(ends) && (in = fdopen(ends[0], "r")));
    pthread_create(&a, NULL, put, NULL);
    fgets(line, sizeof line, in);
    pthread_join(a, NULL);
    return 0;
}
