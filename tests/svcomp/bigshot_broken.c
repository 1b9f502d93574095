/* SPDX-License-Identifier: Apache-2.0 */
/* A text is filled, perhaps before it is there. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
void reach_error(void)
{
    assert(0);
}

static char *text;

static void *make(void *unused)
{
    text = malloc(8);
    return unused;
}

static void *fill(void *unused)
{
    if (text)
        strcpy(text, "Bigshot");
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, make, 0);
    pthread_create(&b, 0, fill, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (!text || text[0] != 'B')
        reach_error();
    free(text);
    return 0;
}
