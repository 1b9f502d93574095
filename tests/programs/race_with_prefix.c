/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The reader that comes first reads data, which the writer has written before
 * it came to its first operation: that is in the beginning that all executions
 * have in common. In the first one the writer comes first, and nothing races. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready, seen;

static void *write_data(void *unused)
{
    data = 1;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *read_data(void *unused)
{
    int is_ready;

    pthread_mutex_lock(&lock);
    is_ready = ready;
    pthread_mutex_unlock(&lock);
    if (!is_ready)
        seen = data;
    return unused;
}

int main(void)
{
    pthread_t writer, reader;

    pthread_create(&writer, NULL, write_data, NULL);
    pthread_create(&reader, NULL, read_data, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    return seen;
}
