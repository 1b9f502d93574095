/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * executions: 4
 * naive: 7
 */
/* Downwards, 2, 1, 0: `<= 1` after either step, `< 1` after the last, `== 1`
 * between the two or never. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_long x = 2;

#define WAIT(name, operator, number)     \
    static void *name(void *unused)      \
    {                                    \
        mz_await(x, operator, number);   \
        return unused;                   \
    }

WAIT(at_most_one, <=, 1)
WAIT(less_than_one, <, 1)
WAIT(just_one, ==, 1)

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, NULL, at_most_one, NULL);
    pthread_create(&b, NULL, less_than_one, NULL);
    pthread_create(&c, NULL, just_one, NULL);
    atomic_store(&x, 1);
    atomic_store(&x, 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
