#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Damaged and hand-edited reports: one line each, exit status 2, never a crash
# and never a wait. (A schedule that fits, but does not fail, has status 1.)
. "$(dirname "$0")/frame"

cp "$root"/tests/programs/{deadlock_three,race_two_locks,choose_finds}.c .
for program in deadlock_three race_two_locks choose_finds; do
    "$MAZURKA" cc -g $program.c -o $program || failed 'does not compile'
    run 42 "$MAZURKA" check --format=json --output=$program.json ./$program
done
cp race_two_locks.json report.json

: >empty.json
mkdir folder
head -c 1000000 /dev/zero >zeros.json
head -c 100000 /dev/urandom >random.json
printf '[%.0s' $(seq 100000) >deep.json
printf '{"a":%.0s' $(seq 100000) >deeper.json
printf '{"mazurka": 1e999}' >huge.json
printf '{"mazurka": 99999999999999999999999999}' >long.json
printf '{"mazurka": "\\ud800"}' >surrogate.json
printf '\357\273\277{}' >bom.json
ln -s loop.json loop.json
for file in empty zeros random deep deeper huge long surrogate bom loop none; do
    refuses 2 "$file.json" "$MAZURKA" replay $file.json
done
refuses 2 'folder' "$MAZURKA" replay folder
says 'a directory'
refuses 2 '/dev/null' "$MAZURKA" replay /dev/null
refuses 2 'deadlock_three' "$MAZURKA" replay ./deadlock_three

cat >damage.py <<'END'
import copy, json, os, random, subprocess, sys, time

MAZURKA, ODD = sys.argv[1], [
    None, True, -1, 0, 1, 63, 64, 255, 256, 1 << 31, (1 << 32) - 1, 1 << 32,
    (1 << 63) - 1, -(1 << 63), 1.5, '', 'x', '/', '\n\x1b[2J', 'a' * 5000, [],
    {}, [None], [[0, 0]], [[1, 5]], [-1], [0] * 100]
random.seed(2)
VALUES = 3 if os.environ.get('MAZURKA_TEST_ALL') else 1 # of a field

def paths(value, path=()):
    if path:
        yield path
    items = (value.items() if isinstance(value, dict) else
             enumerate(value) if isinstance(value, list) else ())
    for key, inner in items:
        if key not in ('trace', 'stacks', 'options'):
            yield from paths(inner, path + (key,))

def edited(report, path, *new):
    changed = copy.deepcopy(report)
    place = changed
    for key in path[:-1]:
        place = place[key]
    if new:
        place[path[-1]] = new[0]
    else:
        del place[path[-1]]
    return json.dumps(changed).encode()

def variants(text):
    report = json.loads(text)
    for cut in [*range(40), *random.sample(range(len(text) - 2), 40)]:
        yield f'cut after {cut} bytes', text[:cut], [2]
    for i in range(40):
        bytes_ = bytearray(text)
        for _ in range(random.choice([1, 1, 3, 30])):
            bytes_[random.randrange(len(bytes_))] = random.randrange(256)
        yield f'bytes changed ({i})', bytes(bytes_), [1, 2, 42]
    for path in paths(report):
        needed = path[0] == 'replay' and len(path) == 2 and \
            path[1] not in ('cc', 'cxx')
        yield f'without {path}', edited(report, path), \
            [2] if needed else [1, 2, 42]
        for value in random.sample(ODD, VALUES):
            yield f'{path} is {value!r:.50}', edited(report, path, value), \
                [1, 2, 42]
    schedule = report['replay']['schedule']
    for i in range(20):
        other = [random.choice([0, 1, 2, 3, [0, 1], [1, 7], [3, 1 << 31]])
                 for _ in range(random.randrange(2 * len(schedule) + 2))]
        yield f'schedule {other}', edited(
            report, ('replay', 'schedule'), other), [1, 2, 42]
    yield 'schedule of a million steps', edited(
        report, ('replay', 'schedule'), [0] * 1000000), [1, 2, 42]
    yield 'schedule too long', edited(
        report, ('replay', 'schedule'), [0] * 1100000), [2]

def judge(what, text, expected):
    with open('damaged.json', 'wb') as file:
        file.write(text)
    start = time.monotonic()
    ran = subprocess.run([MAZURKA, 'replay', 'damaged.json'], timeout=60,
                         stdin=subprocess.DEVNULL, capture_output=True)
    said = ran.stderr
    one_line = said.count(b'\n') == 1 and said.startswith(b'mazurka: ') and \
        not any(c < 32 for c in said[:-1])
    if ran.returncode in expected and time.monotonic() - start < 20 and (
            ran.returncode == 42 or one_line and not ran.stdout):
        return
    sys.exit(f'{what}: status {ran.returncode}, expected {expected}\n' +
             said.decode(errors='replace'))

for name in sys.argv[2:]:
    text = open(name, 'rb').read()
    judge('the report itself', text, [42])
    for variant in variants(text):
        judge(*variant)
END
run 0 python3 damage.py "$MAZURKA" deadlock_three.json race_two_locks.json \
    choose_finds.json
nothing_left
