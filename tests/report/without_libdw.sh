#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# libdw is loaded for a report: where that fails, which is said, the error is
# told without places in the source.
. "$(dirname "$0")/frame"
mkdir none
echo nonsense >none/libdw.so.1
cat >t.c <<'END'
#include <assert.h>
int main(void)
{
    assert(1 == 2);
}
END
"$MAZURKA" cc -g t.c -o t || failed 'does not compile'
LD_LIBRARY_PATH=$PWD/none "$MAZURKA" check ./t >.out 2>.err
[ $? = 42 ] || failed 'the status is not 42'
grep -q 'mazurka: no place in a source is told: .*libdw' .err ||
    failed 'does not say why'
[ "$(grep -c 'libdw' .err)" = 1 ] || failed 'says so more than once'
grep -q 'assertion failed: 1 == 2' .out || failed 'does not tell the error'
"$MAZURKA" check ./t >.out 2>.err
grep -q 't\.c:4' .out || failed 'with libdw: does not tell the place'
