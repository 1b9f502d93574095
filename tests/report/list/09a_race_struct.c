/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>

struct stats {
    long requests;
    long errors;
    struct { int min, max; } latency;
};

static struct stats server_stats;
static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;

static void *handler(void *arg)
{
    pthread_mutex_lock(&stats_lock);
    server_stats.requests++;
    pthread_mutex_unlock(&stats_lock);
    if (server_stats.latency.max < 17)      /* outside of the lock */
        server_stats.latency.max = 17;
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, handler, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("%ld\n", server_stats.requests);
    return 0;
}
