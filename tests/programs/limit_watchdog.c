/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --watchdog=0.1
 * verdict: incomplete
 */
/* Takes longer than the watchdog waits, with a state in registers alone that is
 * another one in each turn. */
int main(void)
{
    double sum = 0;

    for (double i = 0; i < 1e15; i++)
        sum += 1 / (1 + i);
    return sum < 0;
}
