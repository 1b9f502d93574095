/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-executions=3
 * verdict: incomplete
 * executions: 3
 * object: too large
 */
/* 256 threads take a mutex, in 256! orders, of which three are looked at. */
#include <assert.h>
#include <pthread.h>

enum { THREADS = 256 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *run(void *unused)
{
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(count == THREADS);
    return 0;
}
