#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The JSON of each verdict: fields, their types, and what they say.
. "$(dirname "$0")/frame"
write_correct ok.c
write_wrong wrong.c
write_endless endless.c
cp "$root"/tests/programs/{deadlock_abba,race_write_write,use_after_free}.c .
cp "$root"/tests/programs/{assume_false,unsupported_fork}.c .
cp "$root"/tests/programs/{await_disabled_again,semaphore_trywait_and_wait}.c .

run 0 "$MAZURKA" check --format=json ok.c && cp .out safe.json
run 42 "$MAZURKA" check --format=json wrong.c -- a b && cp .out error.json
run 42 "$MAZURKA" check --format=json --keep-going wrong.c && cp .out all.json
run 3 "$MAZURKA" check --format=json --max-executions=9 endless.c &&
    cp .out incomplete.json
run 42 "$MAZURKA" check --format=json deadlock_abba.c && cp .out deadlock.json
run 42 "$MAZURKA" check --format=json await_disabled_again.c &&
    cp .out await.json
run 42 "$MAZURKA" check --format=json semaphore_trywait_and_wait.c &&
    cp .out semaphore.json
run 42 "$MAZURKA" check --format=json race_write_write.c && cp .out race.json
run 42 "$MAZURKA" check --format=json use_after_free.c && cp .out memory.json
run 0 "$MAZURKA" check --format=json assume_false.c && cp .out assume.json
run 2 "$MAZURKA" check --format=json unsupported_fork.c &&
    cp .out unsupported.json
run 42 "$MAZURKA" check --format=json --output=file.json wrong.c && silent
run 42 "$MAZURKA" replay error.json

python3 -IS - <<'END' >.out 2>.err || failed 'JSON is not what it should be'
import json

WHOLE = {'mazurka': str, 'program': str, 'algorithm': str, 'dependence': str,
         'verdict': str, 'executions': int, 'blocked': int,
         'assume_blocked': int, 'loop_blocked': int, 'cut_short': int,
         'deadlocked': int,
         'race_checked': int,
         'events': int,
         'explored': (float, None), 'threads': int, 'seconds': float,
         'max_rss_kb': int, 'errors': list}
ERROR = {'kind': str, 'message': str, 'file': (str, None), 'line': int,
         'function': (str, None), 'trace': list, 'thread': (int, None)}
STEP = {'step': int, 'thread': int, 'thread_name': str, 'operation': str,
        'object': (str, None), 'value': (int, float, None),
        'file': (str, None), 'line': int, 'function': (str, None)}
PLACE = {'file': (str, None), 'line': int, 'function': (str, None)}
BLOCKED = {**PLACE, 'thread': int, 'thread_name': str, 'operation': str,
           'holder': (int, None)}

def must_have(value, fields):
    for name, kinds in fields.items():
        kinds = kinds if isinstance(kinds, tuple) else (kinds,)
        assert name in value, f'no {name} in {value}'
        ok = (value[name] is None if None in kinds else False) or isinstance(
            value[name], tuple(k for k in kinds if k)) and not isinstance(
            value[name], bool)
        assert ok, f'{name} is {value[name]!r}'

def load(name):
    result = json.load(open(name + '.json'))
    must_have(result, WHOLE)
    assert (result['algorithm'], result['dependence']) == ('pop', 'rw')
    for error in result['errors']:
        must_have(error, ERROR)
        for step in error['trace']:
            must_have(step, STEP)
        for stack in error.get('stacks', []):
            for frame in stack['frames']:
                must_have(frame, PLACE)
        for blocked in error.get('blocked', []):
            must_have(blocked, BLOCKED)
    return result

def at(value):
    return value['file'], value['line'], value['function']

safe = load('safe')
assert safe['verdict'] == 'safe' and safe['errors'] == []
assert safe['executions'] == 2 and safe['blocked'] == 0
assert safe['threads'] == 2 and safe['program'] == 'ok.c'
assert safe['explored'] == 1
assert 0 <= safe['seconds'] < 60 and safe['max_rss_kb'] > 100
assert 'replay' not in safe

for name in 'error', 'file', 'all':
    result = load(name)
    assert result['verdict'] == 'error'
    error = result['errors'][0]
    assert error['kind'] == 'assertion'
    assert error['message'] == 'assertion failed: x == 2'
    assert at(error) == ('wrong.c', 21, 'main')
    steps = error['trace']
    assert [s['step'] for s in steps] == list(range(1, len(steps) + 1))
    assert [s['thread'] for s in steps if s['operation'] == 'pthread_create'] \
        == [0]
    last = steps[-1]
    assert (last['operation'], last['object'], last['value']) == \
        ('atomic load', 'x', 1), last
    assert at(last) == ('wrong.c', 21, 'main')
    stores = [s for s in steps if s['operation'] == 'atomic store']
    assert len(stores) == 2 and {s['thread'] for s in stores} == {0, 1}
    assert stores[0]['second'] == 0 and stores[0]['value_text'] == '1'
    assert error['stacks'][0]['role'] == 'failure'
    assert at(error['stacks'][0]['frames'][0]) == ('wrong.c', 21, 'main')
assert load('error')['executions'] <= load('all')['executions']

incomplete = load('incomplete')
assert incomplete['verdict'] == 'incomplete' and incomplete['errors'] == []
assert incomplete['executions'] == 9
assert incomplete['limit'] == 'max-executions'

deadlock = load('deadlock')
assert deadlock['deadlocked'] == 1 <= deadlock['executions']
error = deadlock['errors'][0]
assert error['kind'] == 'deadlock' and error['thread'] is None
waits = {b['thread']: b for b in error['blocked']}
assert waits[1]['object'] == 'b' and waits[1]['holder'] == 2
assert waits[2]['object'] == 'a' and waits[2]['holder'] == 1
assert waits[0]['operation'] == 'pthread_join' and waits[0]['holder'] == 1
assert waits[1]['operation'] == 'pthread_mutex_lock'
assert at(waits[1])[2] == 'a_then_b' and at(waits[0])[2] == 'main'

error = load('await')['errors'][0]
waits = {b['thread']: b for b in error['blocked']}
assert waits[1]['operation'] == 'mz_await' and waits[1]['object'] == 'flag'
assert waits[1]['condition'] == 'flag == 1 (now 0)' and waits[1]['value'] == 0
assert waits[1]['holder'] is None and at(waits[1])[2] == 'wait_for_flag'

error = load('semaphore')['errors'][0]
waits = {b['thread']: b for b in error['blocked']}
assert waits[2]['operation'] == 'sem_wait' and waits[2]['object'] == 's'
assert waits[2]['holder'] is None and 'condition' not in waits[2]
took = [s for s in error['trace'] if s['operation'] == 'sem_trywait'][0]
assert took['text'] == 'sem_trywait: s = 0 (was 1)'
assert (took['value'], took['second']) == (0, 1)

error = load('race')['errors'][0]
assert error['kind'] == 'data-race' and error['object'] == 'x'
assert error['other']['object'] == 'x' and error['other']['write'] is True
assert {error['function'], error['other']['function']} == {'first', 'second'}
assert {s['role'] for s in error['stacks']} >= {'failure', 'other'}

error = load('memory')['errors'][0]
assert error['kind'] == 'memory'
assert at(error['allocated'])[2] == 'main' and error['allocated']['thread'] == 0
assert at(error['freed'])[2] == 'drop' and error['freed']['thread'] == 1
assert error['object'].startswith('*cell (int allocated at ')

assert load('assume')['assume_blocked'] > 0
unsupported = json.load(open('unsupported.json'))
assert unsupported['verdict'] == 'unsupported'
assert 'fork' in unsupported['message']
END

# follows_schema FILE...: each is as docs/report.schema.json says.
follows_schema() {
    python3 -ISB "$here/schema.py" "$root/docs/report.schema.json" "$@" \
        >"$work/.out" 2>"$work/.err" || failed 'not as the schema says'
}
for options in --stats --count-traces --plain=interleave --algorithm=pct \
    '--algorithm=qpor --stats' --fail=malloc '--timeout=1.5 --audit=9 --algorithm=qpor --k 2'; do
    run 42 "$MAZURKA" check --format=json $options wrong.c
    cp .out "options$((n = ${n:-0} + 1)).json"
done
run 3 "$MAZURKA" hunt --format=json --timeout=0.5 endless.c
cp .out hunt.json
follows_schema *.json
# The validator sees what is wrong.
for change in 's/"step": 1,/"step": "1",/' 's/"kind": "assertion"/"kind": "x"/' \
    's/"verdict": "error",//' 's/"thread": 0/"threat": 0/' \
    's/"line": 21/"line": -21/'; do
    sed "$change" error.json >broken.json
    ! python3 -ISB "$here/schema.py" "$root/docs/report.schema.json" \
        broken.json >.out || failed "not seen: $change"
done
rm broken.json
# Numbers are numbers: options, too.
python3 -IS - <<'END' >.out 2>.err || failed 'options or steps are wrong'
import json
options = json.load(open('options7.json'))['options']
assert options['timeout'] == 1.5 and options['audit'] == 9, options
assert options['max-events'] == 1000000 and options['spurious'] == 0
assert options['algorithm'] == 'qpor' and options['k'] == 2

# What comes before what: creation, and one object; not two loads.
trace = {s['step']: s for s in json.load(open('error.json'))['errors'][0]['trace']}
first = {}
for number, step in trace.items():
    first.setdefault(step['thread'], number)
assert trace[first[1]]['after'] == [first[0]], trace
for number, step in trace.items():
    for before in step['after']:
        other = trace[before]
        assert before < number and other['thread'] != step['thread']
        if 'create' not in other['operation'] and \
                'join' not in step['operation']:
            assert other['address'] == step['address']
            assert not other['access'] == step['access'] == 'read'
assert {s['omitted'] for s in trace.values() if 'create' in s['operation']} \
    == {'life'}
stores = [s for s in trace.values() if s['operation'] == 'atomic store']
assert [s['omitted'] for s in stores] == [None] * 2
assert [(s['access'], s['size'], s['atomic'], s['result']) for s in stores] \
    == [('write', 4, True, 1)] * 2, stores
assert any(s['preempts'] for s in trace.values())

# The other side of a race is the step that the text names.
race = json.load(open('race.json'))['errors'][0]
other, steps = race['other'], race['trace']
assert other['step'] == other['ordinal']
step = steps[other['step'] - 1]
assert (step['thread'], step['object'], step['access'], step['atomic']) == \
    (other['thread'], 'x', 'write', False), step
assert json.load(open('race.json'))['sources']['race_write_write.c'][
    str(other['line'])].strip().startswith('x'), race

blocked = json.load(open('deadlock.json'))['errors'][0]['blocked']
trace = json.load(open('deadlock.json'))['errors'][0]['trace']
for thread in blocked:
    if thread['operation'] == 'pthread_mutex_lock':
        taken = trace[thread['since'] - 1]
        assert taken['object'] == thread['object']
        assert taken['thread'] == thread['holder']
        assert taken['result_text'] == 'held by ' + thread['holder_name']
END

# Reports from before there was a number for it are replayed, too.
run 42 "$MAZURKA" replay race.json
python3 -ISc 'import json
report = json.load(open("race.json"))
report["errors"][0]["other"]["ordinal"] = report["replay"].pop("other_ordinal")
del report["schema"]
json.dump(report, open("old.json", "w"))'
run 42 "$MAZURKA" replay old.json

# Values have the type of their object.
cat >values.c <<'END'
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
static atomic_int i;
static atomic_uint u;
static atomic_long l;
static atomic_ulong most;
static _Atomic double d, third, none;
static _Atomic bool b;
static _Atomic char c;
static _Atomic(void *) p;
int main(void)
{
    i = -1;
    u = 0xffffffff;
    l = -5000000000;
    most = -1ul;
    d = 0.25;
    third = 1.0 / 3;
    none = 0.0 / 0.0;
    b = true;
    c = 'a';
    p = 0;
    assert(0);
}
END
run 42 "$MAZURKA" check --format=json values.c
cp .out values.json && follows_schema values.json && cp values.json .out
python3 -IS - <<'END' 2>.err || failed 'values are not what they should be'
import json
steps = json.load(open('.out'))['errors'][0]['trace']
values = {s['object']: s['value'] for s in steps}
assert values == {'i': -1, 'u': 0xffffffff, 'l': -5000000000, 'd': 0.25,
                  'most': '18446744073709551615', 'third': 1 / 3, 'none': None,
                  'b': 1, 'c': 97, 'p': 0}, values
texts = {s['object']: s['value_text'] for s in steps}
assert texts == {'i': '-1', 'u': '4294967295', 'l': '-5000000000',
                 'most': '18446744073709551615', 'd': '0.25', 'b': 'true',
                 'third': '0.3333333333333333', 'none': texts['none'],
                 'c': "97 'a'", 'p': 'NULL'}, texts
END

# It is JSON whatever the program's names and messages are.
printf '#include <assert.h>\n#include <stdlib.h>\nint main(void)\n{\n' >odd.c
printf '    assert(!"\\"\xff\xfe \\\\ \xc3\xa4 \\t");\n}\n' >>odd.c
run 42 "$MAZURKA" check --format=json odd.c
python3 -m json.tool .out >pretty.json || failed 'not JSON'
run 42 "$MAZURKA" replay pretty.json
mkdir "a folder"
cp wrong.c "a folder/it's \"wrong\" ä.c"
run 42 "$MAZURKA" check --format=json "a folder/it's \"wrong\" ä.c"
python3 -m json.tool .out >pretty.json || failed 'not JSON'
run 42 "$MAZURKA" replay pretty.json
run 42 "$MAZURKA" check "a folder/it's \"wrong\" ä.c"
run 42 bash -c "$(tail -n 1 .out)"
nothing_left
