/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* free is a write: nothing orders it after the use by the other thread,
 * though the relaxed counter lets it run last. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    int used;
};

static void *use(void *arg)
{
    struct object *object = arg;

    object->used = 1;
    atomic_fetch_sub_explicit(&object->references, 1, memory_order_relaxed);
    return NULL;
}

int main(void)
{
    struct object *object = calloc(1, sizeof *object);
    pthread_t thread;

    atomic_init(&object->references, 1);
    pthread_create(&thread, NULL, use, object);
    if (atomic_load_explicit(&object->references, memory_order_relaxed) == 0)
        free(object);
    pthread_join(thread, NULL);
    return 0;
}
