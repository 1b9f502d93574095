/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: mz_await on a floating-point variable
 */
#include <mazurka.h>

static double x;

int main(void)
{
    mz_await(x, ==, 0);
    return 0;
}
