/* SPDX-License-Identifier: Apache-2.0 */
/* A block is used by one thread and freed by another. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *block;

static int *mine;

static void *use(void *unused)
{
    pthread_mutex_lock(&lock);
    *mine = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *give(void *unused)
{
    pthread_mutex_lock(&lock);
    free(block);
    block = 0;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    block = mine = malloc(sizeof *block);
    pthread_create(&a, 0, use, 0);
    pthread_create(&b, 0, give, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
