/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* What a thread returns, or passes to pthread_exit, reaches who joins it. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void leave(intptr_t value)
{
    pthread_exit((void *)value);
}

static void *run(void *arg)
{
    intptr_t value = (intptr_t)arg;

    if (value % 2)
        leave(10 * value);
    return (void *)(20 * value);
}

int main(void)
{
    pthread_t thread[4];
    void *value;

    for (intptr_t i = 0; i < 4; i++)
        assert(pthread_create(&thread[i], NULL, run, (void *)i) == 0);
    for (intptr_t i = 0; i < 4; i++) {
        assert(pthread_join(thread[i], &value) == 0);
        assert((intptr_t)value == (i % 2 ? 10 : 20) * i);
    }
    return 0;
}
