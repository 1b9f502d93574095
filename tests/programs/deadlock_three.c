/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* Three philosophers, each with the left fork first. */
#include <pthread.h>
#include <stdint.h>

enum { SEATS = 3 };

static pthread_mutex_t fork_at[SEATS];

static void *dine(void *arg)
{
    intptr_t seat = (intptr_t)arg;

    pthread_mutex_lock(&fork_at[seat]);
    pthread_mutex_lock(&fork_at[(seat + 1) % SEATS]);
    pthread_mutex_unlock(&fork_at[(seat + 1) % SEATS]);
    pthread_mutex_unlock(&fork_at[seat]);
    return NULL;
}

int main(void)
{
    pthread_t philosopher[SEATS];

    for (int i = 0; i < SEATS; i++)
        pthread_mutex_init(&fork_at[i], NULL);
    for (intptr_t i = 0; i < SEATS; i++)
        pthread_create(&philosopher[i], NULL, dine, (void *)i);
    for (int i = 0; i < SEATS; i++)
        pthread_join(philosopher[i], NULL);
    return 0;
}
