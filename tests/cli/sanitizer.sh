#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# -fsanitize=: what is served, by each compiler; what is refused.
. "$(dirname "$0")/frame"

cat >add.c <<'END'
#include <mazurka.h>
#include <stdio.h>
int main(void)
{
    int most = 0x7ffffffd;
    for (int i = 0; i < 3; i++)
        most += (int)mz_choose(3);
    fprintf(stderr, "%d\n", most);
    return 0;
}
END
cat >kinds.c <<'END'
#include <mazurka.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
static unsigned char two = 2;
static int ints[4];
static char bytes[8];
__attribute__((nonnull)) static void take(int *p)
{
    ints[0] = p == ints;
}
__attribute__((noinline)) static int kind(unsigned which, int zero)
{
    bool truth;
    char *volatile at = bytes;
    switch (which) {
    case 0: return 0x7fffffff + (1 - zero);
    case 1: return -2 - (0x7fffffff + zero);
    case 2: return 0x10000 * (0x10000 + zero);
    case 3: return -(-0x7fffffff - 1 + zero);
    case 4: return 5 / zero;
    case 5: return (-0x7fffffff - 1) / (zero - 1);
    case 6: return 1 << (33 + zero);
    case 7: return 1 << (zero - 1);
    case 8: return ints[4 + zero];
    case 9: return *(int *)(bytes + 1 + zero);
    case 10: memcpy(&truth, &two, 1); return truth;
    case 11: take((int *)(long)zero); return 0;
    case 12: { char some[zero]; take((int *)some); return 0; }
    case 13: return __builtin_clz(zero);
    case 14: __builtin_unreachable();
    case 15: return (long)(at - ((1L << 48) + zero));
    default: return 0;
    }
}
int main(int argc, char **argv)
{
    return kind(atoi(argv[1]), argc - 2) & 0;
}
END
# of N MESSAGE: so is what kinds does.
of() {
    run 42 "$MAZURKA" check program -- "$1"
    grep -q "^kinds\.c:[0-9]*: error: $2.* \[undefined-behaviour\]" .out ||
        failed "no '$2': $(head -1 .out)"
    grep -q '^  thread main at kinds\.c:' .out || failed 'no place'
}

serve() {
    # one place, whatever the operands are
    run 42 "$MAZURKA" check --keep-going --format=json -fsanitize=undefined add.c
    [ "$(python3 -ISc 'import json
told = json.load(open(".out"))
print([each["kind"] for each in told["errors"]])')" = "['undefined-behaviour']" ] ||
        failed 'not one error'
    run 0 "$MAZURKA" check -fsanitize=undefined \
        -fno-sanitize=signed-integer-overflow add.c
    echo -fsanitize=undefined >arguments
    run 0 "$MAZURKA" cc @arguments -O1 kinds.c -o program
    ! ldd program | grep -q san || failed 'a library of the compiler is linked'
    of 0 "integer overflow: [12][0-9]* + [12][0-9]* in 'int'"
    of 1 "integer overflow: -2 - 2147483647 in 'int'"
    of 2 "integer overflow: 65536 \* 65536 in 'int'"
    of 3 "integer overflow: -(-2147483648) in 'int'"
    of 4 "division by zero: 5 / 0 in 'int'"
    of 5 "integer overflow: -2147483648 / -1 in 'int'"
    of 6 "shift out of range: 1 by 33 bits in 'int'"
    of 7 "shift out of range: 1 by -1 bits in 'int'"
    of 8 'index out of bounds: 4 of '
    of 9 "misaligned pointer: load of 'int' at 0x[0-9a-f]*, which needs an"
    of 10 "load of what is no value of its type: 2 in '_\?[Bb]ool'"
    of 11 'null pointer as argument 1, which must not be null'
    of 12 'array of 0 elements'
    of 13 'zero is passed to __builtin_clz'
    of 14 '__builtin_unreachable is reached'
    of 15 'pointer arithmetic overflows: from 0x'
    # a program that runs alone goes on, or does not
    run 0 ./program 0
    grep -q "^kinds\.c:[0-9:]* undefined behaviour: [12][0-9]* + [12]" .err ||
        failed 'nothing is said natively'
    run 0 "$MAZURKA" cc -fsanitize=undefined -fno-sanitize-recover=all \
        kinds.c -o program
    run 134 bash -c './program 0; exit $?'
    for other in thread memory leak undefined,thread kernel-address \
        vptr; do
        refuses 2 "-fsanitize=$other: " "$MAZURKA" cc -fsanitize=$other -c add.c
    done
}

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    export MAZURKA_CC=$compiler
    serve
done
