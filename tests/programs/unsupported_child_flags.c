/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: system: what a child process does: fcntl
 */
/* Flags of a file would be the program's, too, and stay. */
#include <stdlib.h>

int main(void)
{
    return system("exec perl -e 'fcntl(STDIN, 4, 04000)' </dev/null");
}
