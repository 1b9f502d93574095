/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* The type of the variable says how it is compared, whatever its size. */
#include <assert.h>
#include <mazurka.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum state { IDLE, BUSY };

_Atomic int8_t s8 = -1;
_Atomic int16_t s16 = -2;
_Atomic int32_t s32 = INT32_MIN;
_Atomic int64_t s64 = INT64_MIN;
_Atomic uint8_t u8 = 0xff;
_Atomic uint16_t u16 = 0xfffe;
_Atomic uint32_t u32 = 1u << 31;
_Atomic uint64_t u64 = 1ull << 63;
atomic_bool flag = true;
_Atomic(enum state) state = BUSY;
static _Atomic(int *) pointer;
static volatile int target;

int main(void)
{
    assert(mz_await(s8, <, 0) == -1);
    assert(mz_await(s16, <=, -2) == -2);
    assert(mz_await(s32, <, s32 + 1) == INT32_MIN);
    assert(mz_await(s64, <, 0) == INT64_MIN);
    assert(mz_await(u8, >, 0x7f) == 0xff);
    assert(mz_await(u16, >=, 0xfffe) == 0xfffe);
    assert(mz_await(u32, >, 0) == 1u << 31);
    assert(mz_await(u64, >, INT64_MAX) == 1ull << 63);
    assert(mz_await(flag, !=, false));
    assert(mz_await(state, ==, BUSY) == BUSY);
    assert(mz_await(pointer, ==, NULL) == NULL);
    atomic_store(&pointer, (int *)&target);
    assert(mz_await(pointer, !=, NULL) == &target);
    assert(mz_await(target, ==, 0) == 0);
    return 0;
}
