/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 */
/* An illegal instruction. */
int main(void)
{
    __builtin_trap();
}
