/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 */
/* A stack address is freed. */
#include <stdlib.h>

int main(void)
{
    char on_stack[32];
    void *volatile pointer = on_stack;

    free(pointer);
    return 0;
}
