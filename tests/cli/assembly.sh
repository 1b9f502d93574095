#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The way of inline assembly to the assembler, which leads through us however
# the compiler is called; what is not understood is refused, or told.
. "$(dirname "$0")/frame"
cat >known.c <<'END'
#include <stdio.h>
static int counter;
int main(void)
{
    __asm__ volatile("lock; incl %0" : "+m"(counter));
    return printf("%d\n", counter) != 2;
}
END
cat >unknown.c <<'END'
int main(void)
{
    unsigned long random;

    __asm__ volatile("nop\n\trdrand %0" : "=r"(random));
    return random == 42;
}
END
refused='unknown.c:5: error: inline assembly is not understood: rdrand'
announced() {
    nm "$1" | grep -q 'U mz_assembly$' || failed "$1 does not tell"
}

for CC in gcc clang; do
    command -v $CC >/dev/null || continue
    export CC
    rm -f ./*.o ./*.s
    # In one step and in several, with pipes, and whatever it is told.
    run 0 "$MAZURKA" cc known.c -o known && silent && announced known
    run 0 ./known && prints 1
    [ $CC = gcc ] && status=1 only=-pipe || status=2 only=-fintegrated-as
    for way in -pipe $only -flto '-O3 -g0' -fomit-frame-pointer \
        -fno-asynchronous-unwind-tables -save-temps; do
        # shellcheck disable=SC2086
        run 0 "$MAZURKA" cc -c $way known.c -o known.o && announced known.o
    done
    # Text is for people; assembled later, it is seen.
    run 0 "$MAZURKA" cc -S known.c -o known.s && silent
    ! grep -q mz_assembly known.s || failed 'known.s is not as compiled'
    run 0 "$MAZURKA" cc -c known.s -o known.o && silent && announced known.o
    # Without inline assembly nothing changes.
    echo 'int x;' >none.c
    run 0 "$MAZURKA" cc -c none.c -o none.o && silent
    run 0 "$CC" -c -o plain.o none.c
    [ "$(readelf -p .comment none.o)" = "$(readelf -p .comment plain.o |
        sed s/plain.o/none.o/)" ] || failed 'none.o has something of ours'

    # What comes past us is sighted by the audit.
    run 0 "$MAZURKA" cc -S "$root/tests/programs/assembly_counter.c" -o hid.s
    sed -i '/#APP\|#NO_APP/d' hid.s
    run 0 "$MAZURKA" cc hid.s -o hid && silent
    run 3 "$MAZURKA" check --audit=all ./hid && prints 'not seen: '

    # Refused, by every way in.
    run $status "$MAZURKA" cc -c -pipe unknown.c && says "$refused"
    run $status "$MAZURKA" cc -c -O2 unknown.c && says "$refused"
    [ ! -e unknown.o ] || failed 'unknown.o is there'
    run 2 "$MAZURKA" check unknown.c && says "$refused"
    run $status "$MAZURKA" cc -masm=intel -c known.c && says 'Intel syntax'
    # Trusted: the verdict says where.
    run 0 "$MAZURKA" cc --asm=trust unknown.c -o unknown && silent
    run 0 ./unknown && silent
    run 3 "$MAZURKA" check ./unknown
    prints 'not seen: unknown.c:5 (inline assembly is not understood: rdrand'
    prints 'hint: write it with atomics of C or C++, or say with --trust=FILE:LINE'
    run 3 "$MAZURKA" check --asm=trust unknown.c
    prints 'not seen: unknown.c:5'
    run 3 "$MAZURKA" check --asm=trust --format=json unknown.c
    prints '"assembly"'
done

refuses 2 '--asm=perhaps: choose' "$MAZURKA" cc --asm=perhaps -c known.c
refuses 2 '--asm=perhaps: choose' "$MAZURKA" check --asm=perhaps known.c
# An assembler that is not ours is not used in silence.
printf '#!/bin/sh\n[ "${1##*/}" != as ] || { shift; set -- as "$@"; }\n%s\n' \
    'exec "$@"' >other && chmod +x other
CC=gcc run 1 "$MAZURKA" cc -c -wrapper "$work/other" known.c
says mazurka-asm
nothing_left
