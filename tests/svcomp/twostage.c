/* SPDX-License-Identifier: Apache-2.0 */
/* Two stages, each with its lock: the second ends before the first one's lock
 * is given back. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

pthread_mutex_t la = PTHREAD_MUTEX_INITIALIZER, lb = PTHREAD_MUTEX_INITIALIZER;
int data1, data2;

void *write_both(void *unused)
{
    pthread_mutex_lock(&la);
    data1 = 1;
    pthread_mutex_lock(&lb);
    data2 = data1 + 1;
    pthread_mutex_unlock(&lb);
    pthread_mutex_unlock(&la);
    return 0;
}

void *read_both(void *unused)
{
    int t1, t2;

    pthread_mutex_lock(&la);
    t1 = data1;
    pthread_mutex_unlock(&la);
    if (t1 == 0)
        return 0;
    pthread_mutex_lock(&lb);
    t2 = data2;
    pthread_mutex_unlock(&lb);
    if (t2 != t1 + 1)
        reach_error();
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, write_both, 0);
    pthread_create(&b, 0, read_both, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
