/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 */
/* A write just before the start of a block. */
#include <stdlib.h>

int main(void)
{
    volatile char *block = malloc(16);
    volatile int before = -1;

    block[before] = 1;
    free((void *)block);
    return 0;
}
