/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 2 */
/* Two locks, taken in two orders. Two orders: each takes its first before the
 * other takes its second. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static atomic_int steps;

static void work(pthread_mutex_t *first, pthread_mutex_t *second)
{
    for (int i = 0; i < 10; i++)
        steps++;
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *go_right(void *unused)
{
    work(&left, &right);
    return unused;
}

static void *go_left(void *unused)
{
    work(&right, &left);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, go_right, NULL);
    pthread_create(&b, NULL, go_left, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
