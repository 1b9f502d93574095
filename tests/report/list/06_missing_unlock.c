/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1;

static int sell(int n)
{
    pthread_mutex_lock(&lock);
    if (stock < n)
        return -1;          /* forgets to unlock */
    stock -= n;
    pthread_mutex_unlock(&lock);
    return 0;
}

static void *customer(void *arg)
{
    if (sell(1) != 0)
        fprintf(stderr, "sold out\n");
    return arg;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, customer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
