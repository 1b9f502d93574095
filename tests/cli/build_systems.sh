#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The build files of docs/testing.md: a block is the file, or the next of the
# files, that the text before it names. With each build system the first program
# there is an error where mazurka-cc is the compiler, and with another one it is
# run once, which passes.
# linker: usual
. "$(dirname "$0")/frame"
build=$(dirname "$(readlink -f "$MAZURKA")")
python3 - "$root/docs/testing.md" <<'END_OF_PYTHON' || failed 'the text is wrong'
import re
import sys

text = open(sys.argv[1]).read()
open('counter_test.c', 'w').write(
    re.search(r'`counter_test\.c`:\n\n```c\n(.*?)^```$', text, re.M | re.S)[1])
text = text[text.index('## Build systems'):]
names = []
for before, block in re.findall(r'(.*?)^```\w+\n(.*?)^```$',
                                text[:text.index('\nWhat it costs')],
                                re.M | re.S):
    names += re.findall(r'`([A-Z]\w+\.txt|meson\.build|configure\.ac|'
                        r'Makefile(?:\.am)?)`', before)
    open(names.pop(0), 'w').write(block)
END_OF_PYTHON
mkdir -p prefix/lib/cmake/Mazurka prefix/lib/pkgconfig
ln -s "$root/include" prefix/include
ln -s "$build/libmazurka-unchecked.a" prefix/lib
ln -s "$root/src/unchecked/MazurkaConfig.cmake" prefix/lib/cmake/Mazurka
sed -e "s|^prefix=.*|prefix=$work/prefix|" -e 's|^libdir=.*|libdir=${prefix}/lib|' \
    "$build/meson-private/mazurka-unchecked.pc" \
    >prefix/lib/pkgconfig/mazurka-unchecked.pc
export PKG_CONFIG_PATH=$work/prefix/lib/pkgconfig CFLAGS=-O0

# ends WELL COMMAND...: does it, as it should with this compiler?
ends() {
    local status=0
    command="CC=$CC $2"
    bash -c "$2" >.out 2>.err </dev/null || status=$?
    case $1:$status in
    well:0) ;;
    well:*) failed "exit status $status" ;;
    *:0) failed 'the broken counter passes' ;;
    *) grep -rqs 'error: assertion failed' .out .err out || failed 'no report' ;;
    esac
}
for CC in gcc "$build/mazurka-cc"; do
    export CC
    tests=well
    [ "$CC" = gcc ] || tests=badly
    rm -rf out counter_test
    ends $tests "make check"
    ends well "meson setup out && ninja -C out"
    ends $tests "meson test -C out"
    rm -rf out
    ends well "cmake -DCMAKE_PREFIX_PATH=$work/prefix -S . -B out \
        -DCMAKE_BUILD_TYPE=Release && cmake --build out"
    ends $tests "cd out && ctest --output-on-failure"
    rm -rf out && mkdir out
    ends well "autoreconf -i && cd out && ../configure"
    ends $tests "make -C out check; s=\$?; cat out/*.log; exit \$s"
done
