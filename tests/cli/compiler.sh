#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Which compiler is used, and that mazurka never runs itself as one.
. "$(dirname "$0")/frame"
write_correct ok.c
echo 'int main() { return 0; }' >ok.cc
compiler_of() {
    readelf -p .comment "$1" | grep -o 'clang\|GCC' | sort -u | tail -n 1
}
is_made_by() {
    [ "$(compiler_of "$2")" = "$1" ] || failed "$2 is not made by $1"
}

run 0 "$MAZURKA" cc -c ok.c && silent
run 0 env CC= "$MAZURKA" cc -c ok.c && silent
run 0 env CC=gcc "$MAZURKA" cc -c ok.c && silent && is_made_by GCC ok.o
run 0 env CC='gcc -DX' "$MAZURKA" cc -c ok.c && silent
if command -v clang >/dev/null; then
    run 0 env CC=clang "$MAZURKA" cc -c ok.c && silent && is_made_by clang ok.o
    run 0 env CC=gcc MAZURKA_CC=clang "$MAZURKA" cc -c ok.c && silent
    is_made_by clang ok.o
    run 0 env CXX=clang++ "$MAZURKA" c++ -c ok.cc && silent
    is_made_by clang ok.o
    # A name that does not tell.
    printf '#!/bin/sh\nexec clang "$@"\n' >compile && chmod +x compile
    run 0 env CC=./compile "$MAZURKA" cc -c ok.c && silent
    is_made_by clang ok.o
fi
printf '#!/bin/sh\nexec gcc "$@"\n' >compile && chmod +x compile
run 0 env CC=./compile "$MAZURKA" cc -c ok.c && silent && is_made_by GCC ok.o

# As `make CC="mazurka cc"` sets it.
bin=$(dirname "$MAZURKA")
run 0 env CC="$MAZURKA cc" "$MAZURKA" cc ok.c -o ok && silent
run 0 env CC="$bin/mazurka-cc" "$bin/mazurka-cc" ok.c -o ok && silent
run 0 env PATH="$bin:$PATH" CC=mazurka-cc mazurka-cc ok.c -o ok && silent
run 0 env CXX="$MAZURKA c++" "$bin/mazurka-c++" ok.cc -o ok && silent
printf '#!/bin/sh\nexec %s cc "$@"\n' "$MAZURKA" >round && chmod +x round
run 0 env CC=./round ./round -c ok.c && silent
mkdir path && ln -s "$MAZURKA" path/cc
refuses 2 'is mazurka itself' env PATH="$PWD/path:$PATH" "$MAZURKA" cc -c ok.c

refuses 2 "no compiler: 'none'" env CC=none "$MAZURKA" cc -c ok.c
refuses 2 'neither gcc nor clang' env CC=true "$MAZURKA" cc -c ok.c
refuses 2 "no compiler: 'none'" env CC=none "$MAZURKA" check ok.c
nothing_left
