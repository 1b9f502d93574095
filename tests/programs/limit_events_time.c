/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=200
 * verdict: incomplete
 */
/* The clock goes on, and so this ends, though memory and registers come again
 * in each turn. */
#include <stdatomic.h>
#include <time.h>

static atomic_int x;

int main(void)
{
    while (clock() < 2 * CLOCKS_PER_SEC)
        atomic_exchange(&x, 0);
    return 0;
}
