/* SPDX-License-Identifier: Apache-2.0 */
/* A character is one of what two threads write. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void reach_error(void)
{
    assert(0);
}

static char *text;

static void *make(void *unused)
{
    text = malloc(1);
    return unused;
}

static void *set_x(void *unused)
{
    *text = 'X';
    return unused;
}

static void *set_y(void *unused)
{
    *text = 'Y';
    return unused;
}

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, 0, make, 0);
    pthread_join(a, 0);
    pthread_create(&b, 0, set_x, 0);
    pthread_create(&c, 0, set_y, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    if (*text != 'X' && *text != 'Y')
        reach_error();
    free(text);
    return 0;
}
