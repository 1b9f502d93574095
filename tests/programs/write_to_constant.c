/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 */
/* A write to memory that is read-only. */
static const int constant = 1;

int main(void)
{
    int *volatile pointer = (int *)&constant;

    *pointer = 2;
    return 0;
}
