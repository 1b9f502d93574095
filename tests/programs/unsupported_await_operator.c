/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: mz_await with the operator &
 */
#include <mazurka.h>
#include <stdatomic.h>

atomic_int x = 2;

int main(void)
{
    mz_await(x, &, 2);
    return 0;
}
