/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 * naive: 6
 */
/* A look at the count depends on each post: before both, after both, or in
 * between, after either. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *post(void *unused)
{
    sem_post(&s);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    int count;

    sem_init(&s, 0, 5);
    pthread_create(&a, NULL, post, NULL);
    pthread_create(&b, NULL, post, NULL);
    assert(sem_getvalue(&s, &count) == 0);
    assert(count >= 5 && count <= 7);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    sem_getvalue(&s, &count);
    assert(count == 7);
    return 0;
}
