#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The form of the text: what editors look for in its first line; colours where
# they are wanted, and in no file unless they are asked for; preemptions marked.
. "$(dirname "$0")/frame"
write_wrong t.c
escape=$(printf '\033')

run 42 "$MAZURKA" check t.c
[ "$(sed -n '1s/^t\.c:21: error: assertion failed: .* \[assertion\]$/as it should be/p' \
    .out)" = 'as it should be' ] || failed 'the first line is another'
cp .out table
! grep -q "$escape" .out || failed 'colours in a file'
[ "$(grep -cE ' << preemption(, critical)?$' .out)" -eq 1 ] || failed 'not one mark'
line 'interleaving \([0-9]+ steps, [0-9]+ context switches, 1 preemption\):'
run 42 "$MAZURKA" check --format=json t.c
python3 -ISc 'import json
steps = json.load(open(".out"))["errors"][0]["trace"]
marked = [s["thread"] for s in steps if s.get("preempts")]
assert len(marked) == 1, marked' || failed 'JSON has not one preemption'

# Where the table, told in all words, would be broken by the terminal it has
# fewer; where nothing helps, or with -v, all.
cp "$here/list/07_aba.c" .
for columns in 70 80 100; do
    run 42 env COLUMNS=$columns "$MAZURKA" check 07_aba.c
    sed -n '/^interleaving/,/not shown/p' .out | sed '1d;$d' >steps
    [ "$(wc -l <steps)" -eq 22 ] || failed 'not 18 steps, an error, three marks'
    [ "$(awk '{ if (length > n) n = length } END { print n }' steps)" -le \
        $columns ] || failed "wider than $columns columns"
    line '       -- main\.1 is preempted --'
    line '   16  main\.2  compare_exchange top = &nodes\[1\] \(was &nodes\[0\]\)  .*:31.*'
done
run 42 env COLUMNS=60 "$MAZURKA" check 07_aba.c
line '   14  main\.2  atomic load: top is &nodes\[0\] +07_aba.c:26 in pop  << preemption'
run 42 env COLUMNS=150 "$MAZURKA" check -v 07_aba.c
line '   14  main\.2  atomic load: top is &nodes\[0\] +07_aba.c:26 in pop  << preemption'

# A thread that waits is not preempted.
cat >waits.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *post(void *unused)
{
    sem_post(&s);
    sem_post(&s);
    return unused;
}
int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, post, 0);
    sem_wait(&s);
    pthread_join(t, 0);
    assert(0);
}
END
run 42 "$MAZURKA" check waits.c
line 'interleaving \([0-9]+ steps, [0-9]+ context switches, 0 preemptions\):'
! grep -q '<<' .out || failed 'a mark'

run 42 "$MAZURKA" check --color=always t.c
grep -qF "${escape}[1;31merror:${escape}[0m " .out || failed 'no colours'
for way in '' NO_COLOR=1 TERM=dumb TERM= --color=never; do
    command="check on a terminal, $way"
    python3 -IS - "$MAZURKA" "$way" <<'END' || failed 'not as it should be'
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.environ['TERM'] = 'xterm'
    os.environ.pop('NO_COLOR', None)
    option = sys.argv[2]
    if '=' in option and option[0] != '-':
        name, value = option.split('=')
        os.environ[name] = value
        option = '--color=auto'
    os.execv(sys.argv[1], [sys.argv[1], 'check', '-q',
                           option or '--color=auto', 't.c'])
said = b''
try:
    while True:
        said += os.read(terminal, 65536)
except OSError:
    pass
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 42
assert b'error: ' in said or b'error:\x1b' in said
assert (b'\x1b[1;31m' in said) == (not sys.argv[2]), said
END
done
# Where there is room there is a lane a thread; the narrower it is, the less is
# told of a step, but for its number; then there is a table.
numbers=$(grep -oE '^ +[0-9]+  ' table | tr -d ' ' | tr '\n' ' ')
for columns in 120 70 55; do
    export COLUMNS=$columns
    run 42 "$MAZURKA" check t.c
    line ' +main +main\.1( +line)?' ' +-- preempted --'
    [ "$(awk '/^interleaving/ {on = 1} /^ *[0-9]+  / && on {print $1}' .out |
        tr '\n' ' ')" = "$numbers" ] || failed 'other steps'
    [ "$(sed -n '/^interleaving/,/^  (/p' .out | sed '1d;$d' | wc -L)" -le \
        "$columns" ] || failed 'too wide'
done
COLUMNS=30 run 42 "$MAZURKA" check t.c
line ' +[0-9]+  main\.1  atomic load: x is 0 .*'

# Nothing is left out with -v; what is left out is counted; numbers are those of
# the whole.
run 42 "$MAZURKA" check t.c
line '  \([0-9]+ steps of creation, join, allocation not shown; -v shows all\)'
shown=$(grep -cE '^ +[0-9]+  ' .out)
count=$(sed -n 's/^  (\([0-9]*\) steps of .*/\1/p' .out)
run 42 "$MAZURKA" check -v t.c
[ "$(grep -cE '^ +[0-9]+  ' .out)" -eq $((shown + count)) ] || failed 'not all'
line "interleaving \\($((shown + count)) steps, .*"

run 2 "$MAZURKA" check --color=yes t.c
says 'choose auto, always or never'

# That weaker orders were explored as seq_cst is said where they could matter:
# not of a thread that is alone, nor beside an error.
orders() {
    check "$1" --memory-model=sc <<END
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *thread(void *unused)
{
    $2
    return unused;
}
int main(void)
{
    pthread_t t;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
}
END
}
orders 0 ''
no_line 'note: .*'
orders 0 'atomic_store_explicit(&x, 1, memory_order_relaxed);'
line 'note: t\.c:7: all atomics were explored as if they were seq_cst: .*'
orders 42 'atomic_store_explicit(&x, 2, memory_order_relaxed);'
no_line 'note: .*'
nothing_left
