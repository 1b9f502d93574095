/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* The time stamp counter is virtual: it goes on, the same in each execution. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <x86intrin.h>

static uint64_t first;

static uint64_t now(void)
{
    uint32_t low, high;

    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

static void *work(void *unused)
{
    uint64_t before = now(), between = __rdtsc();
    uint32_t low, high, processor;

    __asm__ volatile("lfence; rdtscp"
                     : "=a"(low), "=d"(high), "=c"(processor));
    assert(between > before && processor == 0);
    assert(((uint64_t)high << 32 | low) > between);
    /* That it is the same is seen in what the search compares. */
    __asm__ volatile("xchgq %0, %1" : "+r"(before), "+m"(first) : : "memory");
    return unused;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    return pthread_join(other, NULL);
}
