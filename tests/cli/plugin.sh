#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The plugins that compilers load: a compiler without one is refused, and so is,
# by its line, each access that cannot be announced; nothing opts out.
. "$(dirname "$0")/frame"
write_correct ok.c

cat >gcc-99 <<'END'
#!/bin/sh
[ "$1" = -dumpfullversion ] && echo 99.1.0 && exit
exec gcc "$@"
END
printf '#!/bin/sh\necho 99.1.0\n' >clang-99
printf '#!/bin/sh\nexit 1\n' >clang-mute
chmod +x gcc-99 clang-99 clang-mute
refuses 2 'install gcc-99-plugin-dev and' env CC=./gcc-99 "$MAZURKA" cc -c ok.c
refuses 2 'install llvm-99-dev and' env CC=./clang-99 "$MAZURKA" cc -c ok.c
refuses 2 'install llvm-99-dev and' env CC=./clang-99 "$MAZURKA" check ok.c
refuses 2 'its version' env CC=./clang-mute "$MAZURKA" cc -c ok.c

cat >functions.c <<'END'
#define _GNU_SOURCE
#include <math.h>
#include <stdarg.h>
#include <string.h>
char text[64];
double real, whole;
int number;
long double rest;
__attribute__((no_sanitize("thread"))) void exempt(void)
{
    number++;
}
void all(double x)
{
    memset(text, 0, sizeof text);
    strcpy(text, "literal");
    strcat(text, "literal");
    number = memcmp(text, "abcd", 4) || strcmp(text, "x") || strlen(text);
    real = frexp(x, &number) + modf(x, &whole) + remquo(x, 2, &number) +
           lgamma_r(x, &number) + (double)frexpl((long double)x, &number);
    sincos(x, &real, &whole);
}
END
cat >segment.c <<'END'
extern __seg_gs int number;
int read(void)
{
    return number;
}
END
cat >masks.c <<'END'
#include <immintrin.h>
__m256 read(const float *from, __m256i mask)
{
    return _mm256_maskload_ps(from, mask);
}
END
cat >gather.c <<'END'
#include <immintrin.h>
__m256i read(const int *from, __m256i at)
{
    return _mm256_i32gather_epi32(from, at, 4);
}
END

calls() {
    nm -u "$1" | grep -qw "$2" || failed "$1 does not call $2"
}
cannot_see() {
    run 1 "$MAZURKA" cc -O2 -mavx2 -c "$1"
    says "$1:4"
    says 'mazurka cannot see this access to memory'
}
see() {
    for level in -O0 -O1 -O2 -Os; do
        run 0 "$MAZURKA" cc $level -c functions.c && silent
        for name in "$@"; do
            calls functions.o "$name"
        done
        ! objdump -d functions.o | grep -qE 'rep[a-z]* (stos|movs|cmps)' ||
            failed "$CC $level: a function is done inline"
    done
    cannot_see masks.c
    cannot_see gather.c
    # Whatever the user says of it.
    for option in -fno-sanitize=thread -fno-sanitize=all -flto; do
        run 0 "$MAZURKA" cc -O2 $option -c functions.c && silent
        calls functions.o __tsan_write4
    done
}

CC=gcc CXX=g++
export CC CXX
see memset memcmp strcmp frexp modf remquo lgamma_r frexpl \
    __tsan_write4
run 1 "$MAZURKA" cc -c segment.c && says 'segment register'
if command -v clang >/dev/null; then
    CC=clang CXX=clang++
    see frexp modf remquo lgamma_r frexpl __tsan_write4
    run 1 "$MAZURKA" cc -c segment.c && says 'segment register'
    for option in -flegacy-pass-manager '-Xclang -disable-llvm-passes'; do
        refuses 2 "${option#-Xclang }: accesses" \
            "$MAZURKA" cc $option -c functions.c
    done
fi
nothing_left
