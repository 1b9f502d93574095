/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --timeout=1
 * verdict: incomplete
 */
/* More executions than anyone can wait for. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *run(void *unused)
{
    for (int i = 0; i < 30; i++)
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
