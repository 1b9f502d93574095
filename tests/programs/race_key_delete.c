/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Where the key is deleted first, there is none to be used. */
#include <pthread.h>

static pthread_key_t key;

static void *use(void *value)
{
    return pthread_setspecific(key, value) ? NULL : value;
}

int main(void)
{
    pthread_t t;

    if (pthread_key_create(&key, NULL))
        return 1;
    pthread_create(&t, NULL, use, &key);
    pthread_key_delete(key);
    pthread_join(t, NULL);
    return 0;
}
