/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: 2 threads wait for a write lock, 1 for another thread's end
 * executions: 3
 * naive: 6
 */
/* Each waits to write what the other has. */
#include <pthread.h>

static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t b = PTHREAD_RWLOCK_INITIALIZER;

static void *read_a_write_b(void *unused)
{
    pthread_rwlock_rdlock(&a);
    pthread_rwlock_wrlock(&b);
    pthread_rwlock_unlock(&b);
    pthread_rwlock_unlock(&a);
    return unused;
}

static void *write_b_write_a(void *unused)
{
    pthread_rwlock_wrlock(&b);
    pthread_rwlock_wrlock(&a);
    pthread_rwlock_unlock(&a);
    pthread_rwlock_unlock(&b);
    return unused;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, read_a_write_b, NULL);
    pthread_create(&second, NULL, write_b_write_a, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
