/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Every operation of <stdatomic.h>, 8 to 64 bit, signed and unsigned. */
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

#define CHECK(type)                                                     \
    do {                                                                \
        static _Atomic type x = 1;                                      \
        type seen = 100;                                                \
                                                                        \
        assert(atomic_load(&x) == 1);                                   \
        atomic_store(&x, 12);                                           \
        assert(atomic_exchange(&x, 10) == 12);                          \
        assert(atomic_fetch_add(&x, 5) == 10);                          \
        assert(atomic_fetch_sub(&x, 3) == 15);                          \
        assert(atomic_fetch_and(&x, 6) == 12);                          \
        assert(atomic_fetch_or(&x, 3) == 4);                            \
        assert(atomic_fetch_xor(&x, 1) == 7);                           \
        assert(!atomic_compare_exchange_strong(&x, &seen, 0));          \
        assert(seen == 6);                                              \
        assert(atomic_compare_exchange_strong(&x, &seen, (type)-1));    \
        assert(atomic_load(&x) == (type)-1);                            \
        assert((type)(atomic_fetch_add(&x, 1) + 1) == 0);               \
        assert(atomic_load(&x) == 0);                                   \
    } while (0)

int main(void)
{
    CHECK(int8_t);
    CHECK(uint8_t);
    CHECK(int16_t);
    CHECK(uint16_t);
    CHECK(int32_t);
    CHECK(uint32_t);
    CHECK(int64_t);
    CHECK(uint64_t);
    return 0;
}
