/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 * message: __VERIFIER_error
 */
extern void __VERIFIER_error(void);

int main(void)
{
    __VERIFIER_error();
    return 0;
}
