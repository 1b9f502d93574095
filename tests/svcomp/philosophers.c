/* SPDX-License-Identifier: Apache-2.0 */
/* Each takes the fork at its left first: all may wait for ever. */
#include <pthread.h>

enum { COUNT = 3 };

static pthread_mutex_t forks[COUNT] = {PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER};

static void *eat(void *left)
{
    pthread_mutex_t *right = left;

    right = right == &forks[COUNT - 1] ? forks : right + 1;
    pthread_mutex_lock(left);
    pthread_mutex_lock(right);
    pthread_mutex_unlock(right);
    pthread_mutex_unlock(left);
    return 0;
}

int main(void)
{
    pthread_t threads[COUNT];

    for (int i = 0; i < COUNT; i++)
        pthread_create(&threads[i], 0, eat, &forks[i]);
    for (int i = 0; i < COUNT; i++)
        pthread_join(threads[i], 0);
    return 0;
}
