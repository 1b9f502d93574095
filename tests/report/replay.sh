#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A saved report shows its error again, whatever its kind, with the output of
# the program; a stale one is refused.
. "$(dirname "$0")/frame"

# What is compared: all but addresses, times, the summary, and the program's
# output, which a replay shows by itself.
essence() {
    sed -n '/^[^ ]*: error: .*\]$/,$p' "$1" | sed '/^[^ ]*: error found: /,$d
        /execution replayed/,$d; /^  *main[.0-9]*  *| /d
        s/0x[0-9a-f]*/ADDRESS/g'
}

again() {
    local program=$1 options
    options=$(sed -n 's/^.*mazurka: //p' "$program" | head -n 1)
    # shellcheck disable=SC2086
    run 42 "$MAZURKA" check ${options%% -- *} "$program"
    essence .out >first
    last=$(tail -n 1 .out)
    run 42 sh -c "$last"
    essence .out >second
    cmp -s first second ||
        failed "another account: $(diff first second | head -n 20)"
}
for program in assert_rare abort deadlock_three deadlock_leaked_lock \
    double_free invalid_free_interior misuse_destroy_race null_pointer \
    overflow_write peterson_broken race_free race_hidden race_stack \
    reach_error_defined stack_overflow stack_overflow_called treiber_aba \
    use_after_free loop_spin exit_in_thread choose_finds choose_by_two; do
    cp "$root/tests/programs/$program.c" .
    again "$program.c"
done
for program in cxx_data_race cxx_deadlock cxx_terminate; do
    cp "$root/tests/programs/$program.cc" .
    again "$program.cc"
done

# The output of that execution, once, and nothing of others.
cat >speaks.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x;
static void *store(void *unused)
{
    x = 1;
    puts("stored");
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t t;
    printf("%s says:\n", argv[argc - 1]);
    pthread_create(&t, 0, store, 0);
    int seen = x;
    printf("seen %d\n", seen);
    fprintf(stderr, "to stderr\n");
    assert(seen == 0);
    pthread_join(t, 0);
    return 0;
}
END
run 42 "$MAZURKA" check --format=json --output=r.json speaks.c -- Anna
run 42 "$MAZURKA" replay r.json
in_order 'speaks\.c:20: error: assertion failed: seen == 0 \[assertion\]'
[ "$(grep -cx 'Anna says:' .out)" -eq 1 ] || failed 'not said once'
[ "$(grep -cx 'seen 1' .out)" -eq 1 ] || failed 'not seen'
says 'to stderr'

# Stale: the source, an option, or the program is another one.
cp speaks.c kept.c
sed -i 's/seen == 0/seen <= 0/' speaks.c
refuses 2 'r.json is stale: the program has changed since' \
    "$MAZURKA" replay r.json
says 'speaks.c -- Anna'
cp kept.c speaks.c
run 42 "$MAZURKA" replay r.json
rm speaks.c
run 2 "$MAZURKA" replay r.json
nothing_left
