/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: heap-buffer-overflow: write of 10 bytes
 */
/* libc writes beyond a block on behalf of its caller, who told it a size. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *volatile text = malloc(8);

    snprintf(text, 32, "%d", 123456789);
    free(text);
    return 0;
}
