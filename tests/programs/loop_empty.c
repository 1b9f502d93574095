/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: loop
 */
/* The same with not even a memory access in it. */
int main(void)
{
    for (;;)
        ;
}
