/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 */
/* Both threads free it, in either order. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *volatile block;

static void *release(void *unused)
{
    pthread_mutex_lock(&m);
    free(block);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    block = malloc(40);
    pthread_create(&a, NULL, release, NULL);
    pthread_create(&b, NULL, release, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
