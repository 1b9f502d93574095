/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int value;

static void *producer(void *arg)
{
    value = 42;
    atomic_store(&ready, 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    while (!atomic_load(&ready))
        ;
    pthread_join(t, NULL);
    return value != 42;
}
