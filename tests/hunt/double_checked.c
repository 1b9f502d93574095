/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 2 */
/* Who initialises says so before it is done. Two orders: the other looks after
 * that, and uses it before the value is there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int initialised, value;

static void *use(void *unused)
{
    if (!initialised) {
        pthread_mutex_lock(&lock);
        if (!initialised) {
            initialised = 1;
            value = 42;
        }
        pthread_mutex_unlock(&lock);
    }
    assert(value == 42);
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
