/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 11
 * naive: 70
 */
/* Readers may take two locks in either order: none waits. */
#include <pthread.h>

static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t b = PTHREAD_RWLOCK_INITIALIZER;

static void *a_then_b(void *unused)
{
    pthread_rwlock_rdlock(&a);
    pthread_rwlock_rdlock(&b);
    pthread_rwlock_unlock(&b);
    pthread_rwlock_unlock(&a);
    return unused;
}

static void *b_then_a(void *unused)
{
    pthread_rwlock_rdlock(&b);
    pthread_rwlock_rdlock(&a);
    pthread_rwlock_unlock(&a);
    pthread_rwlock_unlock(&b);
    return unused;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, a_then_b, NULL);
    pthread_create(&second, NULL, b_then_a, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
