/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-executions=1000000
 * verdict: incomplete
 */
/* Not every int can be tried: never `safe`. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    return __VERIFIER_nondet_int() == 1 << 30;
}
