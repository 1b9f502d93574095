/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: system: what a child process does: flock
 */
/* Whether the program has locked a file the kernel does not know. */
#include <stdlib.h>

int main(void)
{
    return system("flock 0 </dev/null");
}
