/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 * message: null pointer access
 */
/* There is no variable. */
#include <mazurka.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int *volatile x;

int main(void)
{
    mz_await(*x, ==, 1);
    return 0;
}
