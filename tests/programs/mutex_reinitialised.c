/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A destroyed mutex may be initialised again. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    for (int i = 0; i < 3; i++) {
        assert(pthread_mutex_lock(&m) == 0);
        assert(pthread_mutex_unlock(&m) == 0);
        assert(pthread_mutex_destroy(&m) == 0);
        assert(pthread_mutex_init(&m, NULL) == 0);
    }
    return 0;
}
