/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Who makes a key first gets the lesser number. */
#include <assert.h>
#include <pthread.h>

static void *run(void *key)
{
    assert(!pthread_key_create(key, NULL));
    return NULL;
}

int main(void)
{
    pthread_key_t key[2];
    pthread_t a, b;

    pthread_create(&a, NULL, run, &key[0]);
    pthread_create(&b, NULL, run, &key[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(key[0] != key[1]);
    return 0;
}
