/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Two threads write a part of a line each. The one that ends it may come first,
 * though main, which waits for the whole line, may have read the other part
 * before. */
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
    assert(getline(&line, &size, in) > 0 && !strcmp(line, "abc\n"));
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(line);
    return 0;
}
