#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Each process that runs the program, as a search begins anew or an error is
# told, reads the input that the first one has read.
. "$(dirname "$0")/frame"

# What both threads write is found to be shared when all has been read.
cat >again.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int shared;
static void *other(void *unused)
{
    shared++;
    return unused;
}
int main(int argc, char **argv)
{
    char text[8] = "", *wanted = argv[2];
    pthread_t thread;

    pthread_create(&thread, NULL, other, NULL);
    if (atoi(argv[1]) == 0)
        fgets(text, sizeof text, stdin);
    else
        read(3, text, sizeof text - 1);
    shared++;
    pthread_join(thread, NULL);
    return strcmp(text, wanted) != 0;
}
END
printf 'xab' >ab
run 0 "$MAZURKA" cc -w again.c -o again

check() { # STATUS DESCRIPTOR WANTED SHELL-COMMAND
    run "$1" bash -c "${4/CHECK/$MAZURKA check --plain=interleave -v ./again -- $2 $3}"
}
check 0 0 xab 'CHECK <ab'
says 'again, with 1 places of memory'
check 0 0 xab 'cat ab | CHECK'
says 'again, with 1 places of memory'
check 0 3 xab 'CHECK 3<ab'
says 'again, with 1 places of memory'

# From where it stands; the same for who has that position, too.
check 0 0 ab '{ head -c 1 >/dev/null; CHECK; } <ab'
check 0 3 xab '{ CHECK 3<&0; } <ab'

# The error is told by other processes.
check 42 0 none 'CHECK <ab'
prints 'exit with status 1'
check 42 3 none 'CHECK 3<ab'
prints 'exit with status 1'
check 42 0 none 'cat ab | CHECK'
prints 'exit with status 1'

# Several at a time.
run 0 bash -c "cat ab | '$MAZURKA' check --plain=interleave -j 2 ./again -- 0 xab"
run 0 bash -c "'$MAZURKA' hunt --plain=interleave --timeout=1 ./again -- 0 xab <ab"

# Functions of a program: what one search has read is there for the next, for
# the next function, and for the program.
cat >functions.c <<'END'
#include <mazurka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static const char *wanted;
static int shared;
static void *other(void *unused)
{
    shared++;
    return unused;
}
static void reads(void *unused)
{
    char text[8] = "";
    pthread_t thread;

    pthread_create(&thread, NULL, other, unused);
    fgets(text, sizeof text, stdin);
    shared++;
    pthread_join(thread, NULL);
    if (strcmp(text, wanted))
        exit(1);
}
int main(int argc, char **argv)
{
    const struct mz_options options = {.plain = "interleave", .more = "-v"};
    char text[8] = "";
    int status;

    wanted = argv[argc - 1];
    status = mz_check(reads, NULL, &options);
    if (!status)
        status = mz_check(reads, NULL, &options);
    if (!status && (read(0, text, sizeof text - 1) < 0 || strcmp(text, wanted)))
        return 7;
    return status;
}
END
run 0 "$MAZURKA" cc -w functions.c -o functions
for input in '<ab' '< <(cat ab)'; do
    run 0 bash -c "./functions xab $input"
    says 'again, with 1 places of memory'
    run 42 bash -c "./functions none $input"
    says 'exit with status 1'
done
nothing_left
