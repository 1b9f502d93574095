#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Errors of memory in a child of fork are no error of the program that is
# checked, but do not pass either: the child is refused.
. "$(dirname "$0")/frame"
cat >child.c <<'END'
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static char *volatile block;
static volatile int five = 5;
static int work(char what)
{
    char local[4] = "abc";

    switch (what) {
    case 'h': block[five] = 1; break;
    case 'm': memcpy(block, "12345", five); break;
    case 'l': five = strlen(memset(block, 'x', 4)); break;
    case 'f': free(block); return *block;
    case 's': local[five] = 1; break;
    default:
        strcpy(block, local);
        block = realloc(block, 6);
        block[five] = 0;
    }
    return local[0] != 'a';
}
int main(int count, char **what)
{
    int status;

    block = malloc(4);
    if (!fork())
        _exit(work(count > 1 ? *what[1] : 0));
    wait(&status);
    free(block);
    return status != 0;
}
END
"$MAZURKA" cc -fsanitize=address child.c -o child || failed 'does not compile'
for plain in check interleave; do
    run 0 "$MAZURKA" check --plain=$plain ./child
    for what in h m l f s; do
        run 2 "$MAZURKA" check --plain=$plain ./child -- $what
        says 'what a child process does: an error of its own'
    done
done
nothing_left
