#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mazurka cc and c++ do what the compiler does, in all its modes, and say
# nothing of their own; what they make is instrumented and runs as usual.
# linker: usual
. "$(dirname "$0")/frame"
cat >a.c <<'END'
#include <mazurka.h>
#ifndef __MAZURKA__
#error not compiled by mazurka
#endif
extern int twice(int);
static int counter;
int main(void)
{
    counter += twice(21);
    return counter;
}
END
cat >b.c <<'END'
static int calls;
int twice(int x)
{
    calls++;
    return 2 * x;
}
END
cat >c.cc <<'END'
#include <atomic>
#include <thread>
#include <vector>
static std::atomic<int> x;
int main()
{
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; i++)
        threads.emplace_back([] { x++; });
    for (auto &t : threads)
        t.join();
    return x.load();
}
END
strict='-Wall -Wextra -Werror -pedantic'

instrumented() {
    nm "$1" | grep -q __tsan_init || failed "$1 is not instrumented"
}
linked() {
    readelf -d "$1" | grep NEEDED | head -n 1 | grep -q 'libmazurka\.so' ||
        failed "libmazurka.so is not the first library of $1"
    ! readelf -d "$1" | grep -q libtsan || failed "$1 is linked with libtsan"
}
same_as_compiler() { # with arguments: status and stderr
    local status
    "$real" "$@" >real.out 2>real.err </dev/null
    status=$?
    run $status "$MAZURKA" cc "$@"
    diff real.err .err >/dev/null || failed "$real itself says otherwise"
}

drive() {
    cc="$MAZURKA cc"
    cxx="$MAZURKA c++"
    real=$CC

    for level in -O0 -O2; do
        run 0 $cc $strict $level -c a.c -o a.o && silent && instrumented a.o
        run 0 $cc $strict $level -c b.c && silent && instrumented b.o
        run 0 $cc $strict a.o b.o -o prog && silent && linked prog
        run 42 ./prog && silent
        run 0 $cc $strict $level a.c b.c -o prog && silent && linked prog
        run 42 ./prog && silent
        run 0 $cc $strict $level a.c b.o -o prog -lm -Wl,--as-needed && silent
        linked prog
        run 0 $cxx $strict $level c.cc -o cprog && silent && linked cprog
        run 2 ./cprog && silent
    done
    readelf --debug-dump=decodedline prog 2>/dev/null | grep -q 'a\.c' ||
        failed 'no debug information'

    # Less than a program.
    run 0 $cc -E a.c && prints 'counter += twice'
    run 0 $cc -S a.c -o a.s && silent && grep -q __tsan_ a.s || failed a.s
    run 0 $cc $strict -c a.s -o a2.o && silent && instrumented a2.o
    run 0 $cc -M b.c && prints 'b.o: b.c'
    run 0 $cc -MMD -MF b.d -c b.c && silent && [ -s b.d ] || failed 'no b.d'
    run 0 $cc -fsyntax-only a.c && silent
    run 0 $cc -dM -E -x c /dev/null && prints '#define __MAZURKA__ 1'
    printf 'int answer = 42;\n' >answer.h
    run 0 $cc $strict answer.h -o answer.h.gch && silent
    rm answer.h.gch
    run 0 $cc -r a.o b.o -o both.o && silent
    run 0 $cc both.o -o prog && silent && run 42 ./prog

    # Where the source comes from, and what it is.
    "$MAZURKA" cc $strict -x c -c - -o in.o <b.c >.out 2>.err || failed 'stdin'
    silent
    instrumented in.o
    run 0 $cc -x c -c b.c -x none -o in.o && silent
    run 0 $cxx -x c++ -c b.c -o in.o && silent && nm in.o | grep -q _Z5twicei ||
        failed 'not C++'
    printf '.globl nothing\nnothing: ret\n.section .note.GNU-stack\n' >s.S
    run 0 $cc $strict -c s.S && silent
    run 0 $cc s.o a.o b.o -o prog && silent
    printf -- '-c "b.c" -o\n  file\\ name.o' >arguments
    run 0 $cc @arguments && silent && instrumented 'file name.o'
    printf -- 'a.o b.o -o prog' >arguments
    run 0 $cc @arguments && silent && linked prog
    run 42 ./prog

    # Libraries.
    run 0 $cc $strict -shared -fPIC b.c -o libb.so && silent && linked libb.so
    run 0 $cc $strict a.c -L. -lb -Wl,-rpath,"$work" -o prog && silent
    linked prog
    run 42 ./prog
    run 0 $cc $strict -shared -fPIC -Wl,-z,defs b.c -o libb.so && silent
    ar rc libb.a b.o
    run 0 $cc a.o libb.a -o prog && silent && run 42 ./prog

    # Where the compiler fails or only answers, nothing is ours.
    echo 'int main(void) { return x; }' >bad.c
    same_as_compiler
    same_as_compiler -c bad.c
    same_as_compiler -c none.c
    same_as_compiler -v
    same_as_compiler --version
    same_as_compiler -dumpmachine
    same_as_compiler -print-file-name=libc.so
    run 0 $cc --version && diff real.out .out >/dev/null
    run 0 $cc -print-search-dirs
}

CC=gcc CXX=g++
export CC CXX
drive
run 0 "$MAZURKA" cc -flto -O2 a.c b.c -o prog && silent
nm -D prog | grep -q __tsan_read || failed 'LTO loses the instrumentation'
run 0 "$MAZURKA" cc -save-temps -c a.c && silent
echo 'void both(void) { __atomic_thread_fence(5); }' >fence.c
run 0 "$MAZURKA" cc -O2 -Wall -Werror -c fence.c && silent

if command -v clang >/dev/null; then
    CC=clang CXX=clang++
    drive
    run 0 "$MAZURKA" cc -Werror=unused-command-line-argument -c a.c && silent
fi
refuses 2 '-static: ' "$MAZURKA" cc -static a.c b.c
refuses 2 '-fsanitize=thread: ' "$MAZURKA" cc -fsanitize=thread -c a.c
refuses 2 '-fsanitize=kernel-address: ' "$MAZURKA" cc -fsanitize=kernel-address a.c
echo '-static' >arguments
refuses 2 '-static: ' "$MAZURKA" cc @arguments a.c b.c
nothing_left
