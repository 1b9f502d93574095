/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* An atomic operation that nothing orders before the free of its memory. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references, uses;
};

static void *use(void *arg)
{
    struct object *object = arg;

    if (atomic_fetch_sub(&object->references, 1) == 1)
        free(object);
    else
        atomic_fetch_add(&object->uses, 1);
    return NULL;
}

int main(void)
{
    struct object *object = calloc(1, sizeof *object);
    pthread_t a, b;

    atomic_init(&object->references, 2);
    pthread_create(&a, NULL, use, object);
    pthread_create(&b, NULL, use, object);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
