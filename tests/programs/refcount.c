/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* The last release frees; acq_rel orders all uses before it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    int use[2];
};

static void release(struct object *object)
{
    if (atomic_fetch_sub_explicit(&object->references, 1,
                                  memory_order_acq_rel) != 1)
        return;
    assert(object->use[0] == 1 && object->use[1] == 1);
    free(object);
}

static void *use(void *arg)
{
    struct object *object = arg;

    object->use[1] = 1;
    release(object);
    return NULL;
}

int main(void)
{
    struct object *object = calloc(1, sizeof *object);
    pthread_t other;

    atomic_init(&object->references, 2);
    pthread_create(&other, NULL, use, object);
    object->use[0] = 1;
    release(object);
    pthread_join(other, NULL);
    return 0;
}
