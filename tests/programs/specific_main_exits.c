/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 * message: destroyed
 */
/* What main has is destroyed if it ends by pthread_exit. */
#include <assert.h>
#include <pthread.h>

static void fail(void *unused)
{
    (void)unused;
    assert(!"destroyed");
}

int main(void)
{
    pthread_key_t key;

    pthread_key_create(&key, fail);
    pthread_setspecific(key, &key);
    pthread_exit(NULL);
}
