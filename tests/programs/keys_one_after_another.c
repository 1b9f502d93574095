/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe */
/* Each thread makes a key, uses and deletes it: if one comes after the other it
 * is the same number, and another key. */
#include <assert.h>
#include <pthread.h>

static void *run(void *own)
{
    pthread_key_t key;

    assert(!pthread_key_create(&key, NULL));
    assert(!pthread_setspecific(key, own));
    assert(pthread_getspecific(key) == own);
    assert(!pthread_key_delete(key));
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, &threads[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
