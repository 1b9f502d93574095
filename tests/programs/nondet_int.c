/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-executions=100
 * verdict: error
 * error: assertion
 */
/* A wide choice is explored from the values nearest to zero. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    assert(__VERIFIER_nondet_int() != -3);
    return 0;
}
