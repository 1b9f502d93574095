#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A file that is no program to be checked is refused, and it is said what to do.
# linker: usual
. "$(dirname "$0")/frame"
write_correct ok.c
check() {
    refuses 2 "$2" "$MAZURKA" check "$1"
}

check ./none 'No such file'
check none.c 'No such file'
check none.o 'No such file'
mkdir folder folder.c
check folder 'is a directory'
check folder.c 'is a directory'
mkfifo pipe
check pipe 'not a regular file'
check /dev/null 'not a regular file'
: >empty
check empty 'is empty'
echo 'int main(void) { return 0; }' >text
check text 'is a text file'
printf '#!/bin/sh\n' >script
check script 'is a script'
printf '\001\002\003\004' >binary
check binary 'is not a program'
ln -s circle circle
check circle 'symbolic links'

gcc -c ok.c -o ok.o && ar rc libok.ar ok.o && gcc -c ok.c -o object
check libok.ar 'is an archive'
check object 'is an object file'
echo 'int f(void) { return 1; }' >f.c
gcc -shared -fPIC f.c -o libf.so
check ./libf.so 'is a shared library'
"$MAZURKA" cc -shared -fPIC f.c -o libg.so
check ./libg.so 'is a shared library'
gcc ok.c -o plain -pthread
check plain "is not instrumented: build it with 'mazurka cc'"
gcc -static ok.c -o static
check static 'is linked statically'
gcc -static-pie ok.c -o static-pie 2>/dev/null &&
    check static-pie 'is linked statically'
if gcc -fsanitize=thread ok.c -o tsan 2>/dev/null; then
    check tsan 'is linked with libtsan'
    says 'mazurka cc'
fi
if clang -fsanitize=thread ok.c -o ctsan 2>/dev/null; then
    check ctsan 'is linked with libtsan'
fi
for compiler in gcc clang; do # clang's is in the program
    $compiler -fsanitize=address ok.c -o asan 2>/dev/null || continue
    check asan 'is linked with libasan'
    refuses 2 'is linked with libasan' "$MAZURKA" check --preload asan
done

"$MAZURKA" cc ok.c -o ok || failed 'does not compile'
cp ok locked && chmod -x locked
[ "$(id -u)" -eq 0 ] && check locked 'cannot be executed'
# The machine is the half word at 18: aarch64.
cp ok other && printf '\267\000' | dd of=other bs=1 seek=18 conv=notrunc \
    status=none
check other 'is a program for aarch64'
# Cut anywhere, it is refused or at least does no harm.
for size in 4 63 64 100 500 1000 4000 8000 12000; do
    head -c "$size" ok >cut && chmod +x cut
    "$MAZURKA" check cut >.out 2>.err
    case $? in
    2 | 1 | 42) ;;
    *) failed "cut at $size: exit status $?" ;;
    esac
done

# Linked for checking, but compiled without.
"$MAZURKA" cc ok.o -o half || failed 'does not link'
"$MAZURKA" check half >.out 2>.err
says 'warning: nothing in half was compiled'
nothing_left
