/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: heap-use-after-free: read
 */
/* libc reads what the program gives it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *volatile text = malloc(8);

    strcpy(text, "freed");
    free(text);
    printf("%s\n", text);
    return 0;
}
