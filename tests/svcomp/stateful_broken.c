/* SPDX-License-Identifier: Apache-2.0 */
/* The same, but what it must not be is what it is. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

static pthread_mutex_t a_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b_lock = PTHREAD_MUTEX_INITIALIZER;
static int first = 10, second = 10;

static void *forth(void *unused)
{
    pthread_mutex_lock(&a_lock);
    first++;
    pthread_mutex_unlock(&a_lock);
    pthread_mutex_lock(&b_lock);
    second++;
    pthread_mutex_unlock(&b_lock);
    return unused;
}

static void *back(void *unused)
{
    pthread_mutex_lock(&a_lock);
    first -= 2;
    pthread_mutex_unlock(&a_lock);
    pthread_mutex_lock(&b_lock);
    second -= 2;
    pthread_mutex_unlock(&b_lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, forth, 0);
    pthread_create(&b, 0, back, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (first == 9 && second == 9)
        reach_error();
    return 0;
}
