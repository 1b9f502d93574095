/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: pthread_key_create
 */
#include <pthread.h>

static pthread_key_t key;

int main(void)
{
    pthread_key_create(&key, NULL);
    return pthread_setspecific(key, &key);
}
