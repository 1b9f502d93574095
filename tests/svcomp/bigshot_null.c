/* SPDX-License-Identifier: Apache-2.0 */
/* A text is filled, perhaps before it is there: a bad address. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

char *text;

void *make(void *unused)
{
    text = malloc(8);
    return 0;
}

void *fill(void *unused)
{
    strcpy(text, "Bigshot");
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, make, 0);
    pthread_create(&b, 0, fill, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    free(text);
    return 0;
}
