/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 */
/* What a child sends by a pipe it has sent before anyone reads. */
#include <assert.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    char line[8];
    int from[2];
    FILE *stream;
    pid_t child;

    if (pipe(from))
        return 0;
    child = fork();
    if (!child) {
        dup2(from[1], 1);
        close(from[0]);
        close(from[1]);
        execlp("echo", "echo", "word", NULL);
        _exit(127);
    }
    close(from[1]);
    stream = fdopen(from[0], "r");
    assert(fgets(line, sizeof line, stream) && line[0] == 'w');
    assert(!fgets(line, sizeof line, stream));
    fclose(stream);
    return waitpid(child, NULL, 0) != child;
}
