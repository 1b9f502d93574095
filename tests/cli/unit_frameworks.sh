#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# examples/unit: mz_check in the tests of frameworks. A test that explores passes,
# and fails where the code is broken, as the framework's own, with the report; and
# by another compiler, linked with libmazurka-unchecked, it passes, too.
# linker: usual
. "$(dirname "$0")/frame"
build=$(dirname "$(readlink -f "$MAZURKA")")
examples=$root/examples/unit

# says_of FILE PASSES FAILS: what the framework says of its own.
says_of() {
    command="examples/unit/run $1"
    [ -z "$2" ] || grep -q "$2" "kept/$1.passes" || failed "does not say: $2"
    grep -q "$3" "kept/$1.fails" || failed "does not say: $3"
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
plain with_assert.c
plain with_cmocka.c -lcmocka
# The frameworks that `tools/setup tests` installs, each, and all of them.
mkdir kept
export KEPT=$work/kept UNITY_DIR=${UNITY_DIR:-$build/unity}
run 0 "$examples/run"
if [ -f "$UNITY_DIR/unity.c" ]; then
    [ "$(grep -c ': passes; with -DBROKEN: error' .out)" -eq \
        "$(ls "$examples"/*.c "$examples"/*.cc | wc -l)" ] ||
        failed 'some were left out'
    says_of with_unity.c '2 Tests 0 Failures' \
        'both_deposits_arrive:FAIL: .*the test fails: its framework'
    plain with_unity.c "-I$UNITY_DIR" "$UNITY_DIR/unity.c"
else
    prints 'with_unity.c: left out: there is no <unity.h>'
fi
says_of with_cmocka.c '2 test(s) run' '\[  FAILED  \] both_deposits_arrive'
says_of with_check.c '100%: Checks: 1, Failures: 0' 'Failures: 1'
says_of with_googletest.cc 'PASSED.* 1 test' 'FAILED.*BothDepositsArrive'
says_of with_boost.cc 'No errors detected' '1 failure is detected'
says_of with_boost.cc '' 'mazurka::failure: with_boost.cc:[0-9]*: .*error: '
says_of with_catch2.cc 'All tests passed' 'due to unexpected exception'
[ ! -s kept/linearizable.cc.passes ] || failed 'linearizable.cc is not silent'
says_of linearizable.cc '' '  put(1) = 0   take() = 1'
# By another compiler the framework is asked, too.
cat >noted.cc <<'END'
#include <gtest/gtest.h>
#include <mazurka.hpp>

TEST(Noted, Failure)
{
    EXPECT_EQ(MZ_CHECK_SAFE, mazurka::check([] { EXPECT_EQ(1, 1); }));
    EXPECT_EQ(MZ_CHECK_ERROR, mazurka::check([] { EXPECT_EQ(1, 2); }));
}
END
run 0 g++ -I"$root/include" noted.cc -o noted "$build/libmazurka-unchecked.a" \
    -lgtest -lgtest_main -pthread
run 0 ./noted
says 'the test framework has noted a failure'
