/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 */
/* The same in main, whose stack is another. */
static volatile int depth = 1 << 30;

static int descend(int n)
{
    volatile char frame[256];

    frame[n % 256] = 1;
    return n == 0 ? 0 : descend(n - 1) + frame[n % 256];
}

int main(void)
{
    return descend(depth);
}
