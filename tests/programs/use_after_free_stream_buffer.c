/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 */
/* The buffer that a stream was given is used until the stream is closed. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *stream = tmpfile();
    char *buffer = malloc(BUFSIZ);

    if (!stream || setvbuf(stream, buffer, _IOFBF, BUFSIZ))
        return 1;
    fputs("text", stream);
    free(buffer);
    fputs("more", stream);
    fclose(stream);
    return 0;
}
