/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: safe
 * executions: 2
 */
/* Whoever drops the last reference destroys the mutex that guards it. */
#include <pthread.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t m;
    int references;
};

static void *drop(void *argument)
{
    struct object *object = argument;
    int left;

    pthread_mutex_lock(&object->m);
    left = --object->references;
    pthread_mutex_unlock(&object->m);
    if (!left) {
        pthread_mutex_destroy(&object->m);
        free(object);
    }
    return NULL;
}

int main(void)
{
    struct object *object = malloc(sizeof *object);
    pthread_t thread;

    pthread_mutex_init(&object->m, NULL);
    object->references = 2;
    pthread_create(&thread, NULL, drop, object);
    drop(object);
    pthread_join(thread, NULL);
    return 0;
}
