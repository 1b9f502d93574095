/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>

static int result;

static void *worker(void *arg)
{
    int *out = arg;
    *out = 42;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, &result);
    printf("%d\n", result);         /* forgot pthread_join */
    return 0;
}
