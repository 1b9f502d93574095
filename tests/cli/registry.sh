#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the registry of algorithms says is true: each of them, with each relation
# and each option that it names, treats a program as the others do, or refuses
# what its entry says that it refuses.
. "$(dirname "$0")/frame"

cat >halves.h <<'END'
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static union {
    _Atomic uint64_t whole;
    _Atomic uint32_t halves[2];
    _Atomic uint16_t quarters[4];
} both;
static void run(void *(*thread)(void *), void (*beside)(void))
{
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    beside();
    pthread_join(t, 0);
}
END
cat >await.c <<'END'
#include "halves.h"
static void *write_halves(void *unused)
{
    both.halves[0] = 1;
    both.halves[1] = 2;
    return unused;
}
static void wait(void) { mz_await(both.whole, !=, 0); }
int main(void) { run(write_halves, wait); }
END
cat >sizes.c <<'END'
#include "halves.h"
static void *write_half(void *unused) { both.halves[0] = 1; return unused; }
static void write(void) { both.whole = 2; }
int main(void) { run(write_half, write); }
END
cat >exchange.c <<'END'
#include "halves.h"
static void exchange(void)
{
    uint64_t expected = 1;
    atomic_compare_exchange_strong(&both.whole, &expected, 3);
}
static void *write_and_exchange(void *unused)
{
    both.halves[0] = 1;
    exchange();
    return unused;
}
int main(void) { run(write_and_exchange, exchange); }
END
cat >both.c <<'END'
#include "halves.h"
static void *write_quarters(void *unused)
{
    both.quarters[0] = 1;
    both.quarters[1] = 2;
    return unused;
}
static void *exchange(void *unused)
{
    uint64_t expected = 77;
    atomic_compare_exchange_strong(&both.whole, &expected, 3);
    return unused;
}
static void wait(void)
{
    pthread_t t;
    pthread_create(&t, 0, exchange, 0);
    mz_await(both.halves[0], !=, 0);
    pthread_join(t, 0);
}
int main(void) { run(write_quarters, wait); }
END
cat >several.c <<'END'
#include "halves.h"
struct __attribute__((packed)) shifted {
    char bytes[4];
    volatile uint64_t word;
};
static struct shifted s;
static void *write_there(void *unused) { s.word = 1; return unused; }
static void write(void) { s.word = 2; }
int main(void) { run(write_there, write); }
END
cat >many.c <<'END'
#include "halves.h"
struct large { char bytes[600]; };
static _Atomic struct large large;
static void store(char first)
{
    atomic_store(&large, ((struct large){{first}}));
}
static void *store_there(void *unused) { store(1); return unused; }
static void store_here(void) { store(2); }
int main(void) { run(store_there, store_here); }
END
write_correct plain.c
programs='await sizes exchange both several many plain'
for program in $programs; do
    "$MAZURKA" cc -g -pthread $program.c -o $program -latomic ||
        failed "$program.c does not compile"
done
run 0 "$MAZURKA" algorithms --format=json
cp .out list.json

cat >all.py <<'END'
import itertools, json, os, subprocess, sys

VALUES = {'sleep-sets': 'on'}
PLAIN = {'several': 'interleave'}
# What these programs show. No program is known for what else pop refuses: it
# stays, as nobody has proved that there is none.
SHOWN = {
    ('pop', 'an await on a variable that is accessed in parts'),
    ('qpor', 'awaits on variables that are accessed in parts, beside failed '
             'compare-exchanges'),
    ('qpor', 'so many accesses in one event'),
    ('qpor', 'bounds where reads commute'),
    ('qpor', 'accesses of different sizes to the same bytes, in a bound'),
    ('qpor', 'several accesses in one event, in a bound'),
}
algorithms = json.load(open('list.json'))
relations = sorted({r for a in algorithms for r in a['dependence']})
refused, traces = set(), {}

def check(algorithm, program, relation, option):
    command = [os.environ['MAZURKA'], 'check', '--format=json',
               f'--plain={PLAIN.get(program, "ignore")}',
               f'--algorithm={algorithm["name"]}',
               f'--dependence={relation}']
    command += [f'--{option}={VALUES.get(option, 2)}'] if option else []
    ran = subprocess.run(command + [program], capture_output=True, text=True)
    told = ' '.join(command + [program]) + '\n' + ran.stdout + ran.stderr
    if relation not in algorithm['dependence']:
        assert ran.returncode == 2, told
        return
    result = json.loads(ran.stdout)
    if ran.returncode == 2:
        found = [r for r in algorithm['refuses']
                 if f'unsupported: {r}, with' in ran.stderr]
        assert len(found) == 1, told
        refused.add((algorithm['name'], *found))
        return
    is_bound = option in ('preemptions', 'context-switches')
    assert ran.returncode == 0 or is_bound and ran.returncode == 3, told
    # Without sleep sets naive and dpor may run a trace more than once; so may
    # who is content with k-partial alternatives.
    if not is_bound and option != 'k' and (
            option == 'sleep-sets' or 'sleep-sets' not in algorithm['options']):
        count = result['executions']
        assert traces.setdefault((program, relation), count) == count, told

for algorithm, program, relation in itertools.product(
        algorithms, sys.argv[1:], relations):
    for option in [None, *algorithm['options']]:
        check(algorithm, program, relation, option)
assert refused >= SHOWN, f'nobody refuses {SHOWN - refused}'
END
run 0 python3 -ISc 'exec(open("all.py").read())' $programs
nothing_left
