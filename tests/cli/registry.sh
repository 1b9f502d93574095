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
# Of what the addition leaves only one half is seen in the first execution: in
# another the exchange of the other half is asked about.
cat >parts.c <<'END'
#include "halves.h"
static _Atomic int flag;
static void *set(void *unused) { flag = 1; return unused; }
static void *exchange(void *unused)
{
    uint32_t expected = 5;
    if (!flag)
        atomic_compare_exchange_strong(&both.halves[1], &expected, 6);
    return unused;
}
static void *look(void *unused) { (void)both.halves[0]; return unused; }
static void *add(void *unused) { both.whole++; return unused; }
int main(void)
{
    void *(*threads[])(void *) = {add, set, exchange, look};
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, threads[i], 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
}
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
# The schedule of each read in `read` contains that of the read before. All of
# them, with as many events in each, are looked at for the last in `read_too`.
cat >nested.c <<'END'
#include "halves.h"
enum { LEVELS = 45, LENGTH = 3500 };
static _Atomic int x[LEVELS], stop, own;
static void *write(void *unused)
{
    x[LEVELS - 1] = 1;
    for (int i = LEVELS - 1; !stop && i--;)
        x[i] = 1;
    return unused;
}
static void *read(void *unused)
{
    for (int i = 0; i < LEVELS - 1; i++)
        (void)x[i];
    stop = 1;
    (void)x[LEVELS - 1];
    return unused;
}
static void *read_too(void *unused)
{
    for (int i = 0; i < LENGTH; i++)
        own++;
    for (int i = 0; i < LEVELS; i++)
        (void)x[i];
    return unused;
}
int main(void)
{
    void *(*threads[])(void *) = {write, read, read_too};
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, threads[i], 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
}
END
cat >lock.h <<'END'
#include <pthread.h>
#define BEGIN static void *use(void *unused) {
#define END                         \
    return unused;                  \
    }                               \
    int main(void)                  \
    {                               \
        pthread_t t;                \
        pthread_create(&t, 0, use, 0); \
        use(0);                     \
        pthread_join(t, 0);         \
    }
END
cat >semaphore.c <<'END'
#include "lock.h"
#include <semaphore.h>
static sem_t s;
BEGIN sem_post(&s); END
END
cat >rwlock.c <<'END'
#include "lock.h"
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
BEGIN pthread_rwlock_rdlock(&l), pthread_rwlock_unlock(&l); END
END
cat >futex.c <<'END'
#include "lock.h"
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
static _Atomic int word;
BEGIN syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0); END
END
cat >barrier.c <<'END'
#include "lock.h"
static pthread_barrier_t b;
static void initialise(void) __attribute__((constructor));
static void initialise(void) { pthread_barrier_init(&b, 0, 2); }
BEGIN if (pthread_barrier_wait(&b)) pthread_barrier_destroy(&b); END
END
cat >file.c <<'END'
#include "lock.h"
#include <unistd.h>
BEGIN int ends[2]; if (!pipe(ends)) close(ends[0]); END
END
write_correct plain.c
programs='await sizes exchange parts both several many plain'
programs+=' semaphore rwlock futex barrier file'
for program in $programs nested; do
    "$MAZURKA" cc -g -pthread $program.c -o $program -latomic ||
        failed "$program.c does not compile"
done
run 0 "$MAZURKA" algorithms --format=json
cp .out list.json

cat >all.py <<'END'
import itertools, json, os, subprocess, sys

DOES_ALL = os.environ.get('MAZURKA_TEST_ALL')
VALUES = {'sleep-sets': 'on', 'memory-model': 'rc11'}
PLAIN = {'several': 'interleave'}
LARGE = {('pop', 'schedules nested too deep')} # what takes one of its own
# Where memory is weak the runtime refuses operations before the algorithm, whose
# refusal is a second one: memory_model.sh has the first.
SECOND = {('trust', refusal) for algorithm in json.load(open('list.json'))
          for refusal in algorithm['refuses'] if algorithm['name'] == 'trust'
          and refusal.endswith(', under tso, ra or rc11')}
algorithms = json.load(open('list.json'))
relations = sorted({r for a in algorithms for r in a['dependence']})
refused, by_model, traces, sampled = set(), set(), {}, {}

def check(algorithm, program, relation, option):
    is_weak = option == 'memory-model' # which is for --plain=check alone
    plain = 'check' if is_weak else PLAIN.get(program, 'ignore')
    command = [os.environ['MAZURKA'], 'check', '--format=json',
               f'--plain={plain}',
               f'--algorithm={algorithm["name"]}',
               f'--dependence={relation}']
    command += [f'--{option}={VALUES.get(option, 2)}'] if option else []
    ran = subprocess.run(command + [program], capture_output=True, text=True)
    told = ' '.join(command + [program]) + '\n' + ran.stdout + ran.stderr
    if relation not in algorithm['dependence']:
        assert ran.returncode == 2, told
        return
    result = json.loads(ran.stdout)
    if algorithm['reduction'] == 'sample':
        sampled[program, relation, algorithm['name'], option] = result
        assert ran.returncode == 3, told
        return
    if ran.returncode == 2:
        found = [r for r in algorithm['refuses']
                 if f'unsupported: {r}, with' in ran.stderr]
        if is_weak and 'with --memory-model' in ran.stderr:
            by_model.add(program)
            return
        assert len(found) == 1, told
        refused.add((algorithm['name'], *found))
        return
    if algorithm['reduction'] == 'repeated' or is_weak:
        assert ran.returncode == 0 or is_weak and ran.returncode == 42, told
        return
    is_bound = option in ('preemptions', 'context-switches')
    assert ran.returncode == 0 or is_bound and ran.returncode == 3, told
    # Without sleep sets naive and dpor may run a trace more than once; so may
    # who is content with k-partial alternatives.
    if not is_bound and option != 'k' and (
            option == 'sleep-sets' or 'sleep-sets' not in algorithm['options']):
        count = result['executions']
        assert traces.setdefault((program, relation), count) == count, told

# An option with one relation in turn: MAZURKA_TEST_ALL: with each.
for i, (algorithm, program) in enumerate(itertools.product(
        algorithms, sys.argv[1:])):
    for relation in relations:
        check(algorithm, program, relation, None)
    for j, option in enumerate(algorithm['options']):
        its = algorithm['dependence']
        for relation in relations if DOES_ALL else [its[(i + j) % len(its)]]:
            check(algorithm, program, relation, option)
# What samples meets some of the traces that there are, and no others.
for (program, relation, name, option), result in sampled.items():
    met, all_there_are = result['sampled']['traces'], traces[program, relation]
    assert met <= all_there_are, (program, relation, name, option, met)
    assert met == all_there_are or name == 'pct', (program, relation, name)
named = {(a['name'], r) for a in algorithms for r in a['refuses']}
expected = named - LARGE - SECOND
assert refused == expected, f'nobody refuses {expected - refused}'
assert {'file'} <= by_model, by_model
END
run 0 python3 -ISc 'exec(open("all.py").read())' $programs
refuses 2 'unsupported: schedules nested too deep, with --algorithm=pop' \
    "$MAZURKA" check -q --algorithm=pop --max-events=4000 nested
nothing_left
