#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --algorithm: who is asked if nobody is named, and what becomes of a program
# that an algorithm cannot treat.
. "$(dirname "$0")/frame"
write_correct ok.c

# The one that the report tells.
used() {
    [ "$(field algorithm)" = "$1" ] || failed "the algorithm is not $1"
    python3 -ISc 'import json, sys
options = json.load(open(sys.argv[1]))["options"]
assert options["algorithm"] == sys.argv[2], options' "$work/.out" "$1" ||
        failed "the options do not tell $1"
}

run 0 "$MAZURKA" check --format=json ok.c
used pop
for bound in preemptions context-switches; do
    run 0 "$MAZURKA" check --format=json --$bound=9 ok.c
    used source
    refuses 2 "--$bound is for --algorithm=$(able_text $bound), not for pop" \
        "$MAZURKA" check --algorithm=pop --$bound=9 ok.c
done
refuses 2 "--sleep-sets is for --algorithm=$(able_text sleep-sets), not for pop" \
    "$MAZURKA" check --sleep-sets=on ok.c

# The registry: whoever has an ability takes its option, and nobody else does.
run 0 "$MAZURKA" algorithms --format=json
python3 -ISc 'import json, sys
able = {a["name"]: a for a in json.load(open(sys.argv[1]))}
for option in sorted({o for a in able.values() for o in a["options"]}):
    for name, a in able.items():
        print(name, option, int(option in a["options"]),
              a["dependence"][-1])' .out >able || failed 'no list'
[ -s able ] || failed 'an empty list'
while read -r algorithm option is_able relation; do
    asked="check --algorithm=$algorithm --dependence=$relation"
    case $option in
    sleep-sets) value=on ;;
    memory-model) value=rc11 ;;
    *) value=2 ;;
    esac
    if [ "$is_able" = 1 ]; then
        "$MAZURKA" $asked "--$option=$value" ok.c >.out 2>.err
        case $? in
        0 | 3) ;;
        *) failed "$algorithm does not take --$option" ;;
        esac
    else
        refuses 2 "-$option is for --algorithm=" \
            "$MAZURKA" $asked "--$option=$value" ok.c
    fi
done <able
for algorithm in $(cut -d ' ' -f 1 able | sort -u); do
    "$MAZURKA" check --format=json --algorithm=$algorithm ok.c >.out 2>.err
    case $? in
    0 | 3) ;;
    *) failed "$algorithm does not check ok.c" ;;
    esac
    used $algorithm
done

# What pop cannot treat: an await on a variable that is accessed in parts.
cat >parts.c <<'END'
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static union {
    _Atomic uint64_t whole;
    _Atomic uint32_t halves[2];
} both;
void *writer(void *unused)
{
    both.halves[0] = 1;
    both.halves[1] = 2;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    mz_await(both.whole, !=, 0);
    pthread_join(thread, 0);
}
END
"$MAZURKA" cc -g -pthread parts.c -o parts || failed 'does not compile'
what='an await on a variable that is accessed in parts'

refuses 2 "unsupported: $what, with --algorithm=pop: try --algorithm=optimal" \
    "$MAZURKA" check --algorithm=pop parts
run 2 "$MAZURKA" check --algorithm=pop --format=json parts
[ "$(field verdict)" = unsupported ] || failed 'not unsupported'
prints '"kind": "await-in-parts"'
used pop

# What was found before is told all the same.
sed -e '1i #include <assert.h>\nstatic _Atomic int first;' \
    -e 's/^    both.halves.0/    assert(!first);\n&/' \
    -e 's/^    mz_await/    first = 1;\n&/' parts.c >both.c
run 42 "$MAZURKA" check --algorithm=pop -k both.c
says "mazurka: unsupported: $what"
prints 'error found'

# Nobody asked for pop, so it need not be pop.
run 0 "$MAZURKA" check --format=json parts
[ "$(field blocked)" = 0 ] || failed 'not optimal'
used optimal
executions=$(field executions)
run 0 "$MAZURKA" check --format=json --algorithm=optimal parts
[ "$(field executions)" = "$executions" ] || failed "not $executions executions"
run 0 "$MAZURKA" check -v parts
says "mazurka: again, with --algorithm=optimal, not pop: $what"
prints 'algorithm optimal'
nothing_left
