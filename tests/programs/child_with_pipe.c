/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 */
/* What another program does with a pipe is one step. */
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    char byte;
    int ends[2];

    if (pipe(ends) || ends[1] != 4 || system("echo >&4"))
        return 0;
    return read(ends[0], &byte, 1) != 1;
}
