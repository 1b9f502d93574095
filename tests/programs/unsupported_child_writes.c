/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: system: what a child process does: openat /tmp/mazurka-of-a-child
 */
/* Nobody would undo what another program has written. */
#include <stdlib.h>

int main(void)
{
    return system("echo here >/tmp/mazurka-of-a-child");
}
