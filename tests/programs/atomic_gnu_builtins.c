/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* The __atomic builtins, nand and the op-and-fetch forms included. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#define CHECK(type)                                                       \
    do {                                                                  \
        static type x = 12;                                               \
        type value = 9, seen;                                             \
                                                                          \
        assert(__atomic_fetch_nand(&x, 10, __ATOMIC_SEQ_CST) == 12);      \
        assert(x == (type)~8);                                            \
        __atomic_store(&x, &value, __ATOMIC_RELEASE);                     \
        __atomic_load(&x, &seen, __ATOMIC_ACQUIRE);                       \
        assert(seen == 9);                                                \
        assert(__atomic_add_fetch(&x, 3, __ATOMIC_RELAXED) == 12);        \
        assert(__atomic_sub_fetch(&x, 2, __ATOMIC_ACQUIRE) == 10);        \
        assert(__atomic_and_fetch(&x, 6, __ATOMIC_RELEASE) == 2);         \
        assert(__atomic_or_fetch(&x, 5, __ATOMIC_ACQ_REL) == 7);          \
        assert(__atomic_xor_fetch(&x, 1, __ATOMIC_SEQ_CST) == 6);         \
        assert(__atomic_nand_fetch(&x, 3, __ATOMIC_SEQ_CST) == (type)~2); \
        __atomic_exchange(&x, &value, &seen, __ATOMIC_ACQ_REL);           \
        assert(seen == (type)~2 && x == 9);                               \
        value = 1;                                                        \
        assert(!__atomic_compare_exchange(&x, &value, &seen, false,       \
               __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && value == 9);        \
        assert(__atomic_compare_exchange_n(&x, &value, 4, true,           \
               __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) && x == 4);            \
    } while (0)

static bool flag;

int main(void)
{
    CHECK(uint8_t);
    CHECK(uint16_t);
    CHECK(uint32_t);
    CHECK(uint64_t);
    assert(!__atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    assert(__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE));
    __atomic_clear(&flag, __ATOMIC_RELEASE);
    assert(!flag);
    return 0;
}
