/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A local variable, shared by its address. */
#include <pthread.h>

static void *increment(void *x)
{
    ++*(int *)x;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int x = 0;

    pthread_create(&a, NULL, increment, &x);
    pthread_create(&b, NULL, increment, &x);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
