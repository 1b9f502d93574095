/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/bytes.h"

void mz_bytes_move_up(char *to, const char *from, size_t size)
{
    const mz_word16 *f = (const mz_word16 *)(from + size);
    mz_word16 a = f[-1], b = f[-2], c = f[-3], d = f[-4];
    mz_word16 *t = (mz_word16 *)to, *end = (mz_word16 *)(to + size);

    f = (const mz_word16 *)from;
    for (; size > 64; size -= 64, t += 4, f += 4) {
        mz_word16 w = f[0], x = f[1], y = f[2], z = f[3];

        t[0] = w, t[1] = x, t[2] = y, t[3] = z;
        MZ_A_LOOP();
    }
    end[-1] = a, end[-2] = b, end[-3] = c, end[-4] = d;
}

void mz_bytes_move_down(char *to, const char *from, size_t size)
{
    const mz_word16 *f = (const mz_word16 *)from;
    mz_word16 a = f[0], b = f[1], c = f[2], d = f[3];
    mz_word16 *t = (mz_word16 *)(to + size), *start = (mz_word16 *)to;

    f = (const mz_word16 *)(from + size);
    for (; size > 64; size -= 64, t -= 4, f -= 4) {
        mz_word16 w = f[-1], x = f[-2], y = f[-3], z = f[-4];

        t[-1] = w, t[-2] = x, t[-3] = y, t[-4] = z;
        MZ_A_LOOP();
    }
    start[0] = a, start[1] = b, start[2] = c, start[3] = d;
}
