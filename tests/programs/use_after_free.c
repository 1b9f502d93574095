/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 */
/* One thread frees what the other still uses; locks do not help. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *cell;

static void *drop(void *unused)
{
    pthread_mutex_lock(&m);
    free(cell);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    cell = malloc(sizeof *cell);
    *cell = 0;
    pthread_create(&thread, NULL, drop, NULL);
    pthread_mutex_lock(&m);
    (*cell)++;
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
