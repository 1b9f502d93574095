/* SPDX-License-Identifier: Apache-2.0 */
/* Who gets the lock at once counts; who does not, leaves it. */
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

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter, left[2], ids[2] = {0, 1};

void *add(void *id)
{
    if (pthread_mutex_trylock(&lock) == 0) {
        counter++;
        pthread_mutex_unlock(&lock);
    } else {
        left[*(int *)id] = 1;
    }
    return 0;
}

int main()
{
    pthread_t threads[2];

    for (int t = 0; t < 2; t++)
        pthread_create(&threads[t], 0, add, &ids[t]);
    for (int t = 0; t < 2; t++)
        pthread_join(threads[t], 0);
    __VERIFIER_assert(counter + left[0] + left[1] == 2);
    __VERIFIER_assert(counter >= 1);
    return 0;
}
