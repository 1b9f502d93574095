#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Memory errors: where, and who has allocated and freed the block.
. "$(dirname "$0")/frame"

# spoils MESSAGE STATEMENT [FURTHER-REGEX...]: the statement is on line 10.
spoils() {
    local message=$1 statement=$2
    shift 2
    check 42 <<END
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static volatile int result;
static char *block;
static volatile int size = 24;
static void *drop(void *unused)
{
    free(block); return unused; }
static void fail(void) { $statement }
int main(void)
{
    pthread_t t;
    block = malloc(size);
    memset(block, 0, size);
    pthread_create(&t, 0, drop, 0);
    pthread_join(t, 0);
    block = (char *)malloc(size) + 0;
    fail();
}
END
    in_order "t\.c:10: error: $message(: [^:]*)? \\[memory\\]" '  thread main at t\.c:10 in fail' \
        "$@" 'interleaving .*' '    \*  main +error: [^:]* +t\.c:10 in fail' \
        'call stack of the failure \(thread main\):' \
        '  #0  t\.c:10 in fail' '  #1  t\.c:19 in main'
    replays
}
born='  allocated by thread main at t\.c:18 in main'
spoils 'heap-buffer-overflow: write of 1 byte, 0 bytes after a block of 24 bytes' \
    'block[size] = 1;' "$born"
spoils 'heap-buffer-overflow: read of 1 byte, 3 bytes after a block of 24 bytes' \
    'result = block[size + 3];' "$born"
spoils 'heap-buffer-underflow: write of 1 byte, 1 byte before a block of 24 bytes' \
    'block[size - 25] = 1;' "$born"
spoils 'heap-buffer-overflow: write of 30 bytes, .*' \
    'memset(block, 1, size + 6);' "$born"
spoils 'double free of a block of 24 bytes' \
    'free(block); char *again = block; free(again);' "$born" \
    '  freed by thread main at t\.c:10 in fail'
spoils 'invalid free of 0x[0-9a-f]+ \(8 bytes into a block of 24 bytes\)' \
    'char *inside = block + size / 3; free(inside);' "$born"
spoils 'invalid free of 0x[0-9a-f]+ \(not a heap block\)' \
    'char *volatile p = (char *)&result; free(p);'

check 42 <<'END'
#include <pthread.h>
#include <stdlib.h>
static int *cell;
static void *drop(void *unused)
{
    free(cell);
    return unused;
}
int main(void)
{
    pthread_t t;
    cell = malloc(sizeof *cell);
    *cell = 1;
    pthread_create(&t, 0, drop, 0);
    pthread_join(t, 0);
    return *cell - 1;
}
END
in_order 't\.c:[0-9]+: error: heap-use-after-free: read of 4 bytes, 0 bytes into a block of 4 bytes: \*cell \[memory\]' \
    '  thread main at t\.c:16 in main' '    return \*cell - 1;' \
    '  allocated by thread main at t\.c:12 in main' \
    '  freed by thread main\.1 at t\.c:6 in drop' 'interleaving .*' \
    ' +[0-9]+  main\.1  free: cell +t\.c:6 in drop'
replays
nothing_left
