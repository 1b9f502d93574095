/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 */
/* A pointer into a block is freed. */
#include <stdlib.h>

int main(void)
{
    char *volatile block = malloc(32);
    void *volatile inside = block + 16;

    free(inside);
    return 0;
}
