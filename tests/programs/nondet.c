/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 8
 */
/* SV-COMP's nondeterministic values. */
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void)
{
    int ones = 0;

    for (int i = 0; i < 3; i++)
        ones += __VERIFIER_nondet_bool();
    assert(ones <= 3);
    return 0;
}
