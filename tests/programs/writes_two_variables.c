/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 20
 */
/* Writes to different variables commute. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *write_thrice(void *variable)
{
    for (int i = 0; i < 3; i++)
        atomic_store((atomic_int *)variable, i);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, write_thrice, &x);
    pthread_create(&b, NULL, write_thrice, &y);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
