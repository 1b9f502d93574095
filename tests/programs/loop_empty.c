/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --watchdog=0.2
 * verdict: error
 * error: loop
 * message: without a visible operation
 */
/* A loop without end, as its state shows, with not even a memory access in it. */
int main(void)
{
    for (;;)
        ;
}
