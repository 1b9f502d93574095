/* SPDX-License-Identifier: Apache-2.0 */
/* A reader-writer lock of POSIX: two readers look at a pair that a writer
 * keeps equal. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int left, right;

void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    left++;
    right++;
    pthread_rwlock_unlock(&lock);
    return 0;
}

void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    if (left != right)
        reach_error();
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main()
{
    pthread_t a, b, c;

    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_create(&c, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
