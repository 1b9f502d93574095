/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A barber, one chair to wait in, and two customers, one of whom may have to go
 * away. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t shop = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t customer_came = PTHREAD_COND_INITIALIZER;
static pthread_cond_t is_done = PTHREAD_COND_INITIALIZER;
static int waiting, served, gone;

static void *customer(void *unused)
{
    int own;

    pthread_mutex_lock(&shop);
    if (waiting == 1) {
        gone++;
        pthread_cond_signal(&customer_came);
    } else {
        waiting++;
        own = served + waiting;
        pthread_cond_signal(&customer_came);
        while (served < own)
            pthread_cond_wait(&is_done, &shop);
    }
    pthread_mutex_unlock(&shop);
    return unused;
}

static void *barber(void *unused)
{
    pthread_mutex_lock(&shop);
    while (served + gone < 2) {
        while (!waiting && served + gone < 2)
            pthread_cond_wait(&customer_came, &shop);
        if (waiting) {
            waiting--;
            served++;
            pthread_cond_broadcast(&is_done);
        }
    }
    pthread_mutex_unlock(&shop);
    return unused;
}

int main(void)
{
    pthread_t threads[3];

    pthread_create(&threads[0], NULL, barber, NULL);
    pthread_create(&threads[1], NULL, customer, NULL);
    pthread_create(&threads[2], NULL, customer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(served && served + gone == 2);
    return 0;
}
