/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 3
 */
/* Who has given a read lock back waits for the next one like anybody else: the
 * writer comes before, between or after. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    x++;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int sum = 0;

    pthread_create(&thread, NULL, writer, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_rwlock_rdlock(&lock);
        sum += x;
        pthread_rwlock_unlock(&lock);
    }
    pthread_join(thread, NULL);
    return sum > 2;
}
