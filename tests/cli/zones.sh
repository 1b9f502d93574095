#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# -fsanitize=address: red zones of stacks and globals. Which accesses are seen;
# what is no error; units, libraries and calls of mz_check; refusals.
. "$(dirname "$0")/frame"

cat >kinds.c <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
struct five { int n[5]; };
struct bits { unsigned a : 3, b : 9; };
static struct five fives[2];
static char line[13] = "a text", rest[40];
static const char *const word = "seven";
static pthread_mutex_t locks[2];
static atomic_int counts[3];
static double doubles[3];
static __int128 wide[2];
static volatile int sink;
__attribute__((noinline)) static void copy(struct five *to, struct five *from)
{
    *to = *from;
}
__attribute__((noinline)) static int sum(struct five five)
{
    return five.n[0] + five.n[4];
}
__attribute__((noinline)) static struct five give(void)
{
    return fives[0];
}
static int own(int i)
{
    int items[4] = {1, 2, 3, 4};
    return items[i];
}
static int kind(int which, int zero)
{
    struct five *shifted = (struct five *)((char *)&fives[1] + 4 + zero);
    struct five five = {{0}};
    struct bits bits[2] = {{0, 0}};
    char small[6] = "xxxxx";
    int one = 0, *volatile first = &one;
    switch (which) {
    case 0: return word[6 + zero];
    case 1: return own(4 + zero);
    case 2: return own(-1 + zero);
    case 3: copy(shifted, &five); return 0;
    case 4: copy(&five, shifted); return five.n[0];
    case 5: return sum(*shifted);
    case 6: *shifted = give(); return 0;
    case 7: bits[2 + zero].b = 3; return bits[0].b;
    case 8: doubles[3 + zero] = 1; return 0;
    case 9: wide[2 + zero] = 1; return 0;
    case 10: return first[1 + zero];
    case 11: *(int *)(line + 11 + zero) = 1; return 0;
    case 12: line[13 + zero]++; return 0;
    case 13: return atomic_fetch_add(&counts[3 + zero], 1);
    case 14: return atomic_load(&counts[-1 + zero]);
    case 15: return atomic_compare_exchange_strong(&counts[3 + zero], &one, 1);
    case 16: return pthread_mutex_lock(&locks[2 + zero]);
    case 17: strcpy(small, line + zero); return small[0];
    case 18: return snprintf(small, 8 + zero, "%s", "1234567");
    case 19: memset(small, 'x', 6); return (int)strlen(small + zero);
    case 20: memmove(rest, line, 14 + zero); return 0;
    case 21: return memcmp(line, "a text\0\0\0\0\0\0\0", 14 + zero);
    case 22: one = open("/dev/zero", O_RDONLY);
             return (int)read(one, small, 7 + zero);
    case 23: __asm__("movl %1, %0" : "=m"(fives[2 + zero].n[0]) : "r"(zero));
             return 0;
    default: return own(3 + zero);
    }
}
int main(int argc, char **argv)
{
    sink = kind(atoi(argv[1]), argc - 2);
    sink = (int)doubles[0] + (int)wide[0] + rest[0];
    return 0;
}
END
LAST=23

# sees LEVEL: all kinds are told, with the variable and where it is declared.
sees() {
    run 0 "$MAZURKA" cc -w "$1" -fsanitize=address kinds.c -o program
    ! ldd program | grep -q san || failed 'a library of the compiler is linked'
    for kind in $(seq 0 $LAST); do
        run 42 "$MAZURKA" check program -- "$kind"
        grep -Eq '^kinds\.c:[0-9]+: error: (stack|global)-buffer-(over|under)flow: .* \[memory\]$' .out ||
            failed "$1, kind $kind: $(head -1 .out)"
    done
    run 0 "$MAZURKA" check program -- $((LAST + 1))
    run 0 ./program $LAST # alone it runs as ever
}

tells() {
    run 42 "$MAZURKA" check program -- 1
    grep -q '^  declared at kinds\.c:32, in the frame of own$' .out || failed 'no place'
    run 42 "$MAZURKA" check program -- 0
    grep -q ', 0 bytes after a string, which has 6 bytes \[memory\]$' .out ||
        failed "of a string: $(head -1 .out)"
    run 42 "$MAZURKA" check --format=json program -- 17
    [ "$(python3 -ISc 'import json
error = json.load(open(".out"))["errors"][0]
print(error["message"], error["variable"])')" = \
"stack-buffer-overflow: write of 7 bytes, 0 bytes after small, which has 6 bytes\
 {'name': 'small', 'size': 6, 'file': 'kinds.c', 'line': 40, 'function': 'kind'}" ] ||
        failed 'not what was expected'
}

# Units with and without, a library, and both sanitizers at once.
mixes() {
    cat >far.c <<'END'
int far_items[3], far_index = 3;
void set(int *at)
{
    *at = 1;
}
void set_far(void)
{
    set(far_items + far_index);
}
int sum(int a, int b)
{
    return a + b;
}
END
    cat >near.c <<'END'
#include <stdlib.h>
extern int far_items[3], far_index, sum(int, int);
void set(int *), set_far(void);
static int items[3], behind[8];
int main(int argc, char **argv)
{
    behind[argc] = 1;
    set(items + atoi(argv[1]));
    far_index = atoi(argv[2]);
    set_far();
    return sum(atoi(argv[3]), behind[4]) == 0;
}
END
    run 0 "$MAZURKA" cc -fsanitize=undefined,address -shared -fPIC far.c \
        -o libfar.so
    run 0 "$MAZURKA" cc -fsanitize=address -fno-sanitize=address near.c \
        ./libfar.so -o program
    run 0 "$MAZURKA" check program -- 3 2 1 # main has no zones
    run 42 "$MAZURKA" check program -- 2 3 1
    grep -q 'after far_items' .out || failed 'the library has no zones'
    run 42 "$MAZURKA" check program -- 2 2 2147483647
    grep -q 'integer overflow' .out || failed 'undefined is not checked'
    run 0 "$MAZURKA" cc -fsanitize=address -c near.c -o near.o
    run 0 "$MAZURKA" cc near.o ./libfar.so -o program
    run 42 "$MAZURKA" check program -- 3 2 1
    grep -q 'after items' .out || failed 'main has no zones'
}

# A test in a process that has run natively.
checks() {
    cat >test.c <<'END'
#include <mazurka.h>
static int items[4];
static void test(void *at)
{
    int own[3];
    *(volatile int *)(items + *(int *)at) = 1;
    *(volatile int *)(own + *(int *)at) = 1;
}
int main(int argc, char **argv)
{
    int at = argc + 1, found = mz_check(test, &at, 0);
    at = argc + 3;
    return found == MZ_CHECK_SAFE ? mz_check(test, &at, 0) : 9;
}
END
    run 0 "$MAZURKA" cc -fsanitize=address test.c -o program
    run 42 ./program
    grep -q 'global-buffer-overflow' .err || failed 'mz_check finds nothing'
}

# What the compiler adds at the end of a program is no destructor of it.
ends() {
    cat >end.c <<'END'
#include <pthread.h>
static int value[2];
static void *run(void *unused)
{
    value[0]++;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_exit(0);
}
END
    for zones in -fsanitize=address -fno-sanitize=address; do
        run 0 "$MAZURKA" check --format=json $zones end.c
        grep '"events' .out >$zones
    done
    diff ./-fsanitize=address ./-fno-sanitize=address || failed 'not the same'
}

cat >jump.c <<'END'
#ifdef __SANITIZE_ADDRESS__
#error the library is not there
#endif
static void *buffer[5];
void leave(void)
{
    __builtin_longjmp(buffer, 1);
}
END
refuses_jump() {
    run 1 "$MAZURKA" cc -fsanitize=address -c jump.c
    grep -q 'jump.c:7:.*cannot follow this jump' .err ||
        failed 'a jump is followed'
    run 0 "$MAZURKA" cc -c jump.c
}

# gcc calls another function where it has seen the error itself. (clang -O2 has
# no variable any more.)
scope() {
    cat >scope.c <<'END'
int main(void)
{
    int *kept;
    {
        int gone = 3;
        kept = &gone;
    }
    return *kept == 7;
}
END
    [ "$compiler" = clang ] && return
    run 42 "$MAZURKA" check -O2 -w -fsanitize=address scope.c
    prints 'scope.c:8: error: use after scope: read of 4 bytes of a variable'
}

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    export MAZURKA_CC=$compiler
    sees -O0
    tells
    sees -O2
    mixes
    checks
    ends
    refuses_jump
    scope
done
