/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* What one execution accesses races with nothing in the other, though that has
 * its beginning: the reader reads data where the writer was first, and else
 * writes it under the lock, before the writer does. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static void *write_data(void *unused)
{
    pthread_mutex_lock(&lock);
    data++;
    ready = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *read_data(void *unused)
{
    int is_ready;

    pthread_mutex_lock(&lock);
    is_ready = ready;
    if (!is_ready)
        data = 1;
    pthread_mutex_unlock(&lock);
    if (is_ready)
        data = 2;
    return unused;
}

int main(void)
{
    pthread_t writer, reader;

    pthread_create(&writer, NULL, write_data, NULL);
    pthread_create(&reader, NULL, read_data, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    return data == 3;
}
