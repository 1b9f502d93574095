/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads add under a lock; a third finds the sum if it comes last. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *add(void *unused)
{
    pthread_mutex_lock(&mutex);
    data++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *add_two(void *unused)
{
    pthread_mutex_lock(&mutex);
    data += 2;
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *look(void *unused)
{
    pthread_mutex_lock(&mutex);
    if (data >= 3)
        reach_error();
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add_two, 0);
    pthread_create(&c, 0, look, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
