/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: nondeterminism
 */
/* Which cells are stored to depends on a clock that no one can set back. */
#include <pthread.h>
#include <stdatomic.h>

enum { CELLS = 4096 };

atomic_int cells[CELLS], x;

static unsigned long ticks(void)
{
#if defined __x86_64__ || defined __i386__
    return __builtin_ia32_rdtsc();
#else
    unsigned long count;

    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
    return count;
#endif
}

static void *scatter(void *unused)
{
    for (int i = 0; i < 4; i++) {
        atomic_store(&cells[ticks() * 2654435761u / 64 % CELLS], i);
        atomic_store(&x, i);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, scatter, NULL);
    pthread_create(&b, NULL, scatter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
