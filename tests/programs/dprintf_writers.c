/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* dprintf writes to a descriptor as write does: which of two comes first. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *text)
{
    dprintf(ends[1], "%s", (const char *)text);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    char first;

    assert(!pipe(ends));
    pthread_create(&a, NULL, writer, "a");
    pthread_create(&b, NULL, writer, "b");
    assert(read(ends[0], &first, 1) == 1);
    assert(first == 'a');
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
