/* SPDX-License-Identifier: Apache-2.0 */
/* Each thread writes its cell before a barrier, and reads the other's after
 * it. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

pthread_barrier_t barrier;
int cells[2], ids[2] = {0, 1};

void *exchange(void *arg)
{
    int me = *(int *)arg;

    cells[me] = me + 1;
    pthread_barrier_wait(&barrier);
    __VERIFIER_assert(cells[1 - me] == 2 - me);
    return 0;
}

int main()
{
    pthread_t threads[2];

    pthread_barrier_init(&barrier, 0, 2);
    for (int t = 0; t < 2; t++)
        pthread_create(&threads[t], 0, exchange, &ids[t]);
    for (int t = 0; t < 2; t++)
        pthread_join(threads[t], 0);
    pthread_barrier_destroy(&barrier);
    return 0;
}
