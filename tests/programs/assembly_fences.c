/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 5
 */
/* Fences of both kinds order what is behind them; a pause does nothing. */
#include <assert.h>
#include <pthread.h>

static int x, y, seen[2];

static int load(const int *from)
{
    int value;

    __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*from) : "memory");
    return value;
}

static void store(int *to, int value)
{
    __asm__ volatile("movl %1, %0" : "=m"(*to) : "r"(value) : "memory");
}

static void *left(void *unused)
{
    store(&x, 1);
    __asm__ volatile("mfence" : : : "memory");
    seen[0] = load(&y);
    return unused;
}

static void *right(void *unused)
{
    store(&y, 1);
    __asm__ volatile("lock; addl $0, 0(%%rsp)" : : : "memory", "cc");
    __asm__ volatile("pause\n\trep; nop" : : : "memory");
    seen[1] = load(&x);
    store(&y, 2);
    return unused;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, left, NULL);
    right(NULL);
    pthread_join(other, NULL);
    assert(seen[0] || seen[1]);
    return 0;
}
