/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: a stream on a pipe or socket that nobody reads
 */
/* libc would be sent SIGPIPE as it writes what is in the buffer. */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    FILE *stream;

    if (pipe(ends))
        return 1;
    stream = fdopen(ends[1], "w");
    close(ends[0]);
    fputs("text", stream);
    fclose(stream);
    return 0;
}
