/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Double-checked locking with a plain pointer. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *instance;

static int *get(void)
{
    if (!instance) {
        pthread_mutex_lock(&m);
        if (!instance) {
            int *it = malloc(sizeof *it);

            *it = 42;
            instance = it;
        }
        pthread_mutex_unlock(&m);
    }
    return instance;
}

static void *use(void *unused)
{
    assert(*get() == 42);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
