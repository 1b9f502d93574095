/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: mz_await on a variable of 16 bytes
 */
#include <mazurka.h>

static __int128 x;

int main(void)
{
    mz_await(x, ==, 0);
    return 0;
}
