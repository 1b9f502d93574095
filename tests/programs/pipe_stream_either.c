/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* The same without saying what the line is: main reads (r) once more where it
 * has read the first part (a) only, so that the orders are a b r, a r b r, and,
 * where the end of the line (b) comes first, b a r, b r a. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void *put(void *text)
{
    assert(write(ends[1], text, 2) == 2);
    return NULL;
}

int main(void)
{
    char *line = NULL;
    pthread_t a, b;
    size_t size = 0;
    FILE *in;

    assert(!pipe(ends) && (in = fdopen(ends[0], "r")));
    pthread_create(&a, NULL, put, "ab");
    pthread_create(&b, NULL, put, "c\n");
    assert(getline(&line, &size, in) > 0 && line[strlen(line) - 1] == '\n');
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(line);
    return 0;
}
