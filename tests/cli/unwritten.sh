#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What nobody has written may have any value where a property's rules let it: a
# search that has met a read of it is not safe. So with local variables, also
# where compilers say nothing, and with blocks of the heap.
. "$(dirname "$0")/frame"

cat >one.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
void reach_error(void) {}
int given;
struct pair { int a, b; };
struct padded { char a; long b; };
struct many { int a[9]; };
#ifdef LOCAL
static void perhaps(int *p) { if (given) *p = 1; }
static int last(struct many x) { return x.a[8]; }
static struct pair half(void) { struct pair x; x.a = 1; return x; }
int main(void)
{
    LOCAL
    if (VALUE == 42)
        reach_error();
    return 0;
}
#else
static void set(int *p) { *p = 1; }
static void *echo(void *p) { return p; }
static long of(struct padded x) { return x.a + x.b; }
static int chosen(int i) { int x; if (i) x = 1; else x = 2; return x; }
static int unused(void) { int x; return given ? x : 1; }
static int by_address(void) { int x; set(&x); return x; }
static int array(void)
{
    int a[8], sum = 0;
    for (int i = 0; i < 8; i++)
        a[i] = i;
    for (int i = 0; i < 8; i++)
        sum += a[i];
    return sum;
}
static int rest_is_zero(int i) { int a[3] = {1}; return a[i]; }
static int behind_a_jump(int i)
{
    switch (i) {
        int x;
    case 0:
        x = 3;
        return x;
    }
    return 0;
}
static int text(void) { char b[8]; strcpy(b, "ab"); return strlen(b); }
static long with_padding(void)
{
    struct padded x, y;
    x.a = 1;
    x.b = 2;
    y = x;
    struct padded z = y;
    return z.a + of(y) - 1;
}
static void *blocks(void)
{
    struct padded *x = malloc(sizeof *x), *y = malloc(sizeof *y);
    x->a = 1;
    x->b = 2;
    memcpy(y, x, sizeof *y);
    return y->a + y->b == 3 ? NULL : x;
}
static long stored(void)
{
    _Atomic long x;
    volatile int y;
    x = 1;
    y = 2;
    return x + y;
}
int main(void)
{
    struct padded whole = {1, 2};
    pthread_t t;
    void *p;

    pthread_create(&t, NULL, echo, NULL);
    pthread_join(t, &p);
    if (chosen(0) + unused() + by_address() + array() + rest_is_zero(1) != 32 ||
        behind_a_jump(given) + text() + with_padding() + stored() != 11 ||
        of(whole) != 3 || blocks() || p)
        reach_error();
    return 0;
}
#endif
C
check() {
    run "$1" "$MAZURKA" check --property=unreach-call -w "${@:2}"
}
# doubts LOCAL VALUE
doubts() {
    check 3 one.c -DLOCAL="$1" -DVALUE="$2"
    prints 'but with one value of what nobody has written: '
}
for MAZURKA_CC in gcc clang; do
    export MAZURKA_CC
    command -v $MAZURKA_CC >/dev/null || continue
    check 0 one.c
    check 0 one.c -O2 --isolation=fork
    doubts 'int x;' x
    prints 'note: one.c:16: 4 bytes are read of which nobody has written all'
    prints 'hint: give local variables'
    doubts 'int x; if (given) x = 1;' x
    doubts 'int x; perhaps(&x);' x
    doubts 'int x[2]; x[given] = 1;' 'x[given + 1]'
    doubts 'struct pair x = half();' x.b
    doubts 'int y = 0; for (int i = 0; i < 2; i++) { int x; if (!i) x = 1; y = x; }' y
    doubts 'int y = 0; switch (given) { int x; case 0: y = x; }' y
    doubts 'int y = 0; goto l; { int x[2]; l: y = x[given]; }' y
    doubts 'int n = given + 2, x[n]; x[0] = 1;' 'x[1]'
    doubts 'int *x = __builtin_alloca(8);' 'x[1]'
    doubts '_Atomic int x;' x
    doubts 'struct pair x; static struct pair y; x.a = 1; y = x;' y.b
    doubts 'struct { unsigned a : 4, b : 4; } x; x.a = 1;' 'x.b * 6'
    doubts 'union { char a; int b; } x; x.a = 1;' x.b
    doubts 'int *x = malloc(4);' '*x'
    doubts 'int *x = malloc(4), y; memcpy(&y, x, 4);' y
    doubts 'struct pair x; x.a = 1; struct pair y = x;' y.b
    doubts 'struct many x; x.a[0] = 1; int y = last(x);' y
    doubts 'struct pair *x = malloc(sizeof *x); struct pair y = *x;' y.b
    check 42 one.c -DLOCAL='int x, y = 42; if (x) y = 42;' -DVALUE=y
done

# What compilers may do with such reads is no way out.
check 3 one.c -O2 -DLOCAL='int *x = malloc(4);' -DVALUE='*x'
check 3 one.c -O2 -DLOCAL='int x;' -DVALUE=x

# A program that is there already, C++, a child process: not all is seen.
run 0 "$MAZURKA" cc one.c -o one
run 3 "$MAZURKA" check --property=unreach-call ./one
prints 'or in C++, not all such reads are seen: name sources in C'
cp one.c one.cc
check 3 one.cc -fpermissive -DLOCAL= -DVALUE=given
cat >child.c <<'C'
#include <unistd.h>
int main(void) { if (!fork()) _exit(0); return 0; }
C
check 3 child.c --trust='*'
prints 'a child process begins'

# For --uninitialised such reads of local variables are errors, but for copies.
for MAZURKA_CC in gcc clang; do
    command -v $MAZURKA_CC >/dev/null || continue
    run 42 "$MAZURKA" check --uninitialised -DLOCAL='int x; perhaps(&x);' \
        -DVALUE=x one.c
    prints 'error: read of 4 uninitialised bytes of a local variable [memory]'
    run 42 "$MAZURKA" check --uninitialised -DLOCAL='int x;' -DVALUE=x -w one.c
    prints 'error: read of 4 uninitialised bytes of a local variable [memory]'
    run 0 "$MAZURKA" check --uninitialised one.c
    run 0 "$MAZURKA" check --uninitialised -w one.c -DVALUE=0 \
        -DLOCAL='struct { char a; int b; } x, y; x.a = 1; y = x;'
done
