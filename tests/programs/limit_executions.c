/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-executions=5
 * verdict: incomplete
 * executions: 5
 */
/* 20 executions, of which five are asked for. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *run(void *unused)
{
    for (int i = 0; i < 3; i++)
        atomic_store(&x, i);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
