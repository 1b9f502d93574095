/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Each atomic instruction, with a result that depends on no order. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static struct {
    uint8_t added;
    uint16_t subtracted;
    uint32_t counted, ored;
    uint64_t anded, bits[2];
    _Alignas(16) uint64_t pair[2];
} shared = {.subtracted = 9, .anded = ~(uint64_t)0, .bits = {0, 1}};

static uint64_t exchange(uint32_t *object, uint32_t value)
{
    __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*object) : : "memory");
    return value;
}

static int compare_pair(uint64_t *pair, uint64_t *low, uint64_t *high,
                        uint64_t new_low, uint64_t new_high)
{
    unsigned char done;

    __asm__ volatile("lock; cmpxchg16b %1\n\tsetz %0"
                     : "=q"(done), "+m"(*(uint64_t(*)[2])pair), "+a"(*low),
                       "+d"(*high)
                     : "b"(new_low), "c"(new_high)
                     : "memory", "cc");
    return done;
}

static void *work(void *number)
{
    long me = (long)number;
    uint32_t one = 1;
    uint64_t low = 0, high = 0;

    __asm__ volatile("lock; addb %1, %0"
                     : "+m"(shared.added)
                     : "iq"((uint8_t)3)
                     : "cc");
    __asm__ volatile("lock\n\tdecw %0" : "+m"(shared.subtracted) : : "cc");
    __asm__ volatile("lock xaddl %0, %1"
                     : "+r"(one), "+m"(shared.counted)
                     :
                     : "cc");
    __asm__ volatile("lock; btrq %1, %0"
                     : "+m"(shared.anded)
                     : "r"(me)
                     : "cc");
    __asm__ volatile("lock; btsq %1, %0"
                     : "+m"(shared.bits[0])
                     : "r"(me + 64)
                     : "cc", "memory");
    exchange(&shared.ored, 7);
    while (!compare_pair(shared.pair, &low, &high, low + 1, high + 2))
        ;
    return NULL;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, work, (void *)2);
    work((void *)3);
    pthread_join(other, NULL);
    assert(shared.added == 6);
    assert(shared.subtracted == 7);
    assert(shared.counted == 2);
    assert(shared.ored == 7);
    assert(shared.anded == ~(uint64_t)12);
    assert(shared.bits[0] == 0 && shared.bits[1] == 13);
    assert(shared.pair[0] == 2 && shared.pair[1] == 4);
    return 0;
}
