#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A file that is not there cannot be renamed, whatever file system the files of
# an execution are on.
. "$(dirname "$0")/frame"

cat >rename.c <<'END'
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
static void *make(void *unused)
{
    FILE *f = fopen("f", "w");
    assert(f && !fclose(f));
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, make, NULL);
    assert(rename("g", "f") && errno == ENOENT);
    pthread_join(a, NULL);
    return 0;
}
END
run 0 "$MAZURKA" cc rename.c -o program
for other in /tmp /dev/shm; do
    mkdir "$other/$$" || continue
    run 0 env TMPDIR="$other/$$" "$MAZURKA" check ./program
    rmdir "$other/$$"
done
nothing_left
