/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    atomic_int refs;
    char *data;
};

static void put(struct buffer *b)
{
    atomic_fetch_sub(&b->refs, 1);
    if (atomic_load(&b->refs) == 0) {   /* not one step with the above */
        free(b->data);
        free(b);
    }
}

static void *user(void *arg)
{
    put(arg);
    return NULL;
}

int main(void)
{
    struct buffer *b = malloc(sizeof *b);
    b->refs = 2;
    b->data = strdup("hello");
    pthread_t x, y;
    pthread_create(&x, NULL, user, b);
    pthread_create(&y, NULL, user, b);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
    return 0;
}
