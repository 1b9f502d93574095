/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 */
/* A library function writes past the end of a block. */
#include <stdlib.h>
#include <string.h>

volatile char last;

int main(void)
{
    volatile size_t length = 33;
    char *block = malloc(32);

    memset(block, 1, length);
    last = block[31];
    free(block);
    return 0;
}
