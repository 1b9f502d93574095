/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 20
 * naive: 20
 */
/* Writes to one variable do not commute: C(6, 3) orders. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *write_thrice(void *unused)
{
    for (int i = 0; i < 3; i++)
        atomic_store(&x, i);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, write_thrice, NULL);
    pthread_create(&b, NULL, write_thrice, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
