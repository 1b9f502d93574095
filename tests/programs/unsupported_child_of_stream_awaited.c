/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: waiting for any child before pclose
 */
/* The child of a stream is among them. */
#include <stdio.h>
#include <sys/wait.h>

int main(void)
{
    FILE *stream = popen("true", "r");

    wait(NULL);
    return stream && pclose(stream);
}
