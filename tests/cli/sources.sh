#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mazurka check FILE...: sources, objects and options of the compiler.
. "$(dirname "$0")/frame"
write_correct ok.c
write_wrong wrong.c
check() {
    local status=$1
    shift
    run "$status" "$MAZURKA" check --format=json "$@"
    [ ! -s .err ] || failed 'stderr is not empty'
    nothing_left
}

check 0 ok.c
[ "$(field verdict)" = safe ] || failed 'not safe'
[ "$(field executions)" = 2 ] || failed 'not 2 executions'
check 42 wrong.c
check 0 -O2 -std=gnu11 -Wall -Wextra -Werror -pthread -g -fno-inline ok.c
check 0 -x c ok.c -lm -L .
check 0 ./ok.c -I. -I folder -DX=1 -D Y -UZ -U W -include stdio.h

cat >main.c <<'END'
#include <assert.h>
#include "part.h"
#ifndef RIGHT
#define RIGHT 7
#endif
int main(int argc, char **argv)
{
    assert(part() == RIGHT);
    assert(argc == EXTRA + 1);
    return EXTRA > 1 && argv[2][0] != '-';
}
END
mkdir include
echo 'int part(void);' >include/part.h
echo 'int part(void) { return 7; }' >part.c
echo 'extern "C" int part(void) { return 7; }' >part.cc
check 0 -I include -D EXTRA=0 main.c part.c
check 0 -Iinclude -DEXTRA=2 main.c part.c -- 1 --algorithm=none
check 42 -Iinclude -DEXTRA=0 -DRIGHT=8 main.c part.c
check 0 -Iinclude -DEXTRA=0 main.c part.cc
"$MAZURKA" cc -c part.c && ar rc libpart.a part.o
check 0 -Iinclude -DEXTRA=0 main.c part.o
check 0 -Iinclude -DEXTRA=0 main.c libpart.a
check 0 -Iinclude -DEXTRA=0 main.c -L. -lpart
"$MAZURKA" cc -Iinclude -DEXTRA=0 -c main.c && check 0 main.o part.o
"$MAZURKA" cc -E ok.c >ok.i && check 0 ok.i
cp ok.c 'name with spaces.c' && check 0 'name with spaces.c'
cp ok.c language && check 0 -xc language
if command -v clang >/dev/null; then
    CC=clang check 0 ok.c
    CC=clang check 42 wrong.c
    CXX=clang++ check 0 -Iinclude -DEXTRA=0 main.c part.cc
fi

# What the compiler says is shown as it is; there is no more to it.
echo 'int main(void) { return x; }' >bad.c
run 2 "$MAZURKA" check bad.c
[ ! -s .out ] || failed 'stdout is not empty'
sed '$!d' .err | grep -q 'reported only once' || says 'undeclared'
! grep -q ^mazurka .err || failed 'something of our own'
nothing_left
run 2 "$MAZURKA" check ok.c bad.c && nothing_left
run 2 "$MAZURKA" check part.c
says main
nothing_left
run 2 "$MAZURKA" check ok.c -lno-such-library && nothing_left
refuses 2 '-static: ' "$MAZURKA" check -static ok.c
refuses 2 '-fsanitize=thread: ' "$MAZURKA" check -fsanitize=thread ok.c
refuses 1 'no temporary folder' env TMPDIR=/no/such "$MAZURKA" check ok.c
nothing_left
