/* SPDX-License-Identifier: Apache-2.0 */
/* What was written before a flag under a lock is there for who has seen the
 * flag. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int data, ready;

void *writer(void *unused)
{
    data = 42;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *reader(void *unused)
{
    int seen;

    pthread_mutex_lock(&lock);
    seen = ready;
    pthread_mutex_unlock(&lock);
    if (seen && data != 42)
        reach_error();
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
