/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=object
 * verdict: safe
 * executions: 6
 */
/* As [FG05] Fig. 5 has it, even two reads of one variable depend. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x = 7;

static void *read_twice(void *unused)
{
    assert(atomic_load(&x) == 7);
    assert(atomic_load(&x) == 7);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, read_twice, NULL);
    pthread_create(&b, NULL, read_twice, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
