/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 */
/* A read just past the end of a block. */
#include <stdlib.h>

static volatile int seen;

int main(void)
{
    volatile int *cells = calloc(6, sizeof *cells);
    volatile int length = 6;

    for (int i = 0; i <= length; i++)
        seen = cells[i];
    free((void *)cells);
    return 0;
}
