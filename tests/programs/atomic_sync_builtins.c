/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* The old __sync builtins. */
#include <assert.h>
#include <stdint.h>

#define CHECK(type)                                                \
    do {                                                           \
        static type x = 3;                                         \
                                                                   \
        assert(__sync_fetch_and_add(&x, 2) == 3);                  \
        assert(__sync_fetch_and_sub(&x, 1) == 5);                  \
        assert(__sync_fetch_and_or(&x, 3) == 4);                   \
        assert(__sync_fetch_and_and(&x, 6) == 7);                  \
        assert(__sync_fetch_and_xor(&x, 5) == 6);                  \
        assert(__sync_add_and_fetch(&x, 7) == 10);                 \
        assert(__sync_sub_and_fetch(&x, 1) == 9);                  \
        assert(__sync_or_and_fetch(&x, 2) == 11);                  \
        assert(__sync_and_and_fetch(&x, 14) == 10);                \
        assert(__sync_xor_and_fetch(&x, 15) == 5);                 \
        assert(__sync_val_compare_and_swap(&x, 6, 1) == 5);        \
        assert(!__sync_bool_compare_and_swap(&x, 6, 1));           \
        assert(__sync_bool_compare_and_swap(&x, 5, 6));            \
        assert(__sync_lock_test_and_set(&x, 1) == 6);              \
        __sync_lock_release(&x);                                   \
        __sync_synchronize();                                      \
        assert(x == 0);                                            \
    } while (0)

int main(void)
{
    CHECK(uint8_t);
    CHECK(uint16_t);
    CHECK(uint32_t);
    CHECK(uint64_t);
    return 0;
}
