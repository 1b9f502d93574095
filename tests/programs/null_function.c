/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 */
/* A call through a null function pointer. */
static void (*volatile function)(void);

int main(void)
{
    function();
    return 0;
}
