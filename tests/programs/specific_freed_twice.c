/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: double free
 */
/* Two threads have the same block, and each frees it at its end. */
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *run(void *block)
{
    pthread_setspecific(key, block);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    void *block = malloc(8);

    pthread_key_create(&key, free);
    pthread_create(&a, NULL, run, block);
    pthread_join(a, NULL);
    pthread_create(&b, NULL, run, block);
    pthread_join(b, NULL);
    return 0;
}
