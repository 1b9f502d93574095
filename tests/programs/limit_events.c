/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=100
 * verdict: incomplete
 */
/* A long computation is no endless loop, though it meets the bound. */
#include <stdatomic.h>

static atomic_int x;

int main(void)
{
    for (int i = 0; i < 1000; i++)
        x++;
    return 0;
}
