/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: sem_post beyond SEM_VALUE_MAX
 */
/* Which of the two posts fails depends on their order. */
#include <limits.h>
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

    sem_init(&s, 0, SEM_VALUE_MAX - 1);
    pthread_create(&a, NULL, post, NULL);
    pthread_create(&b, NULL, post, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
