#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# examples/unit: mz_check in the tests of frameworks. A test that explores passes,
# and fails where the code is broken, as the framework's own, with the report; and
# by another compiler, linked with libmazurka-unchecked, it passes, too.
. "$(dirname "$0")/frame"
build=$(dirname "$(readlink -f "$MAZURKA")")
examples=$root/examples/unit

# good SOURCE TEXT [LIBRARY...]: what it prints where it passes.
good() {
    local source=$1 text=$2 driver=cc
    shift 2
    case $source in *.cc) driver=c++ ;; esac
    run 0 "$MAZURKA" $driver "$examples/$source" -o good "$@"
    run 0 ./good
    grep -q "$text" .out .err || failed "does not say: $text"
}
# broken SOURCE TEXT [LIBRARY...]: where it fails.
broken() {
    local source=$1 text=$2 driver=cc
    shift 2
    case $source in *.cc) driver=c++ ;; esac
    run 0 "$MAZURKA" $driver -DBROKEN "$examples/$source" -o broken "$@"
    command="$source -DBROKEN"
    ./broken >.out 2>.err && failed 'the broken one passes'
    grep -q "$text" .out .err || failed "does not say: $text"
    grep -q '== 130\|left by a jump\|noted a failure' .out .err ||
        failed 'does not show the report'
}
# plain SOURCE [LIBRARY...]: by another compiler.
plain() {
    local source=$1
    shift
    run 0 gcc -I"$root/include" "$examples/$source" -o plain \
        "$build/libmazurka-unchecked.a" "$@" -pthread
    MAZURKA_STRESS=20 run 0 ./plain
}
# mazurka cc explores though the other library is linked, too, or refuses.
run 0 "$MAZURKA" cc -DBROKEN "$examples/with_assert.c" -o both \
    "$build/libmazurka-unchecked.a"
run 42 ./both
run 0 "$MAZURKA" cc "$examples/with_assert.c" -o both -Wl,--whole-archive \
    "$build/libmazurka-unchecked.a" -Wl,--no-whole-archive
run 2 ./both
says 'libmazurka-unchecked.a stands before'
check=$(pkg-config --libs check)
broken with_assert.c 'error: assertion failed'
plain with_assert.c
good with_cmocka.c '2 test(s) run' -lcmocka
broken with_cmocka.c '\[  FAILED  \] both_deposits_arrive' -lcmocka
plain with_cmocka.c -lcmocka
good with_check.c '100%: Checks: 1, Failures: 0' $check
broken with_check.c 'Failures: 1' $check
good with_googletest.cc 'PASSED.* 1 test' -lgtest
broken with_googletest.cc 'FAILED.*BothDepositsArrive' -lgtest
run 0 "$MAZURKA" c++ -DBROKEN "$examples/linearizable.cc" -o broken
run 42 ./broken
says '  put(1) = 0   take() = 1'
# Catch2 takes seconds to compile, two thirds of that by clang.
command -v clang++ >/dev/null && export CXX=clang++
broken with_catch2.cc 'due to unexpected exception' -g1
unset CXX
# Boost's headers are large: it is not among what tools/setup installs.
if echo '#include <boost/test/unit_test.hpp>' | g++ -E -xc++ - >.out 2>.err; then
    good with_boost.cc 'No errors detected' -lboost_unit_test_framework
    broken with_boost.cc '1 failure is detected' -lboost_unit_test_framework
fi
# Unity, which is source code, and no package of Debian's: where it is.
if [ -n "${UNITY_DIR:-}" ]; then
    good with_unity.c '2 Tests 0 Failures' "-I$UNITY_DIR" "$UNITY_DIR/unity.c"
    broken with_unity.c 'both_deposits_arrive:FAIL: .*left by a jump' \
        "-I$UNITY_DIR" "$UNITY_DIR/unity.c"
    plain with_unity.c "-I$UNITY_DIR" "$UNITY_DIR/unity.c"
fi
