#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mazurka replay: the same error again, with the program's output; a report
# that does not fit, or is damaged, is refused in one line.
. "$(dirname "$0")/frame"
write_wrong wrong.c
"$MAZURKA" cc wrong.c -o wrong || failed 'does not compile'

for subject in wrong.c ./wrong; do
    run 42 "$MAZURKA" check --format=json --output=report.json $subject -- a b
    silent
    run 42 "$MAZURKA" replay report.json
    [ ! -s .err ] || grep -q 'Assertion' .err || failed 'something on stderr'
    [ "$(grep -c 'the program speaks' .out)" -eq 1 ] || failed 'not once'
    prints 'x == 2'
    mkdir -p elsewhere
    (cd elsewhere && "$MAZURKA" replay ../report.json) >.out 2>.err
    [ $? -eq 42 ] || failed 'not from another folder'
    nothing_left
done

# Stale: the program has changed since.
sed 's/x == 2/x == 3/' wrong.c >other.c
"$MAZURKA" cc other.c -o wrong
refuses 2 'is stale: the program has changed' "$MAZURKA" replay report.json
says "check --format=json --output=report.json ./wrong -- a b' again"
rm wrong
refuses 2 'wrong: No such file' "$MAZURKA" replay report.json
run 42 "$MAZURKA" check --format=json --output=report.json wrong.c
cp wrong.c kept.c
cp other.c wrong.c
refuses 2 'is stale: the program has changed' "$MAZURKA" replay report.json
cp kept.c wrong.c
run 42 "$MAZURKA" replay report.json

# Without a name it is the report that was written last, wherever that is.
rm -rf state
refuses 2 'no check has kept a report yet' "$MAZURKA" replay
run 42 "$MAZURKA" check wrong.c
run 42 "$MAZURKA" replay
says 'replaying'
says 'state/mazurka/wrong-'
prints 'x == 2'
mkdir -p elsewhere
run 42 "$MAZURKA" check --format=json --output=elsewhere/last.json other.c
run 42 "$MAZURKA" replay
says 'elsewhere/last.json'
prints 'x == 3'
rm elsewhere/last.json
run 2 "$MAZURKA" replay
says 'elsewhere/last.json: No such file'

# Where the state folder cannot be, it is the one written last in this folder.
for nowhere in 'HOME= XDG_STATE_HOME=' '-u HOME -u XDG_STATE_HOME' \
    '-u XDG_STATE_HOME HOME=/dev/null/no'; do
    mkdir homeless
    cd homeless
    # shellcheck disable=SC2086
    homeless() { env $nowhere "$MAZURKA" "$@"; }
    refuses 2 'no check has kept a report yet' homeless replay
    run 42 homeless check ../wrong.c
    run 42 homeless replay
    says 'homeless/mazurka-wrong-'
    prints 'x == 2'
    run 42 homeless check --format=json --output=last.json ../other.c
    run 0 homeless report --format=github
    prints 'x == 3'
    cd ..
    rm -r homeless
done
refuses 2 'use --gdb, too' "$MAZURKA" replay report.json -- -batch
run 42 "$MAZURKA" check --format=json --output=report.json wrong.c

# The compiler is that of the check.
if command -v clang >/dev/null; then
    run 42 env CC=clang "$MAZURKA" check --format=json --output=c.json wrong.c
    run 42 env CC=gcc "$MAZURKA" replay c.json
    run 42 env CC=clang "$MAZURKA" replay report.json
fi

# A report of a program without errors has nothing to replay.
write_correct ok.c
run 0 "$MAZURKA" check --format=json --output=ok.json ok.c
refuses 2 'ok.json' "$MAZURKA" replay ok.json

# A thread that waits in a loop for good does so in the replay, too.
programs=$(dirname "$0")/../programs
run 42 "$MAZURKA" check --format=json --output=loop.json \
    "$programs/signal_exit.c"
run 42 "$MAZURKA" replay loop.json
prints 'assertion failed: !last'
sed 's/"at": \[/&[-1, 2], /' loop.json >damaged.json
grep -q -e '-1' damaged.json || failed 'the report has no loops'
refuses 2 'the field `loops` is impossible' "$MAZURKA" replay damaged.json

# Damage.
damaged() {
    refuses 2 'damaged.json' "$MAZURKA" replay damaged.json
}
size=$(wc -c <report.json)
for cut in 0 1 10 100 $((size / 2)) $((size - 3)); do
    head -c "$cut" report.json >damaged.json
    damaged
done
for text in '[]' '{}' 'null' 'text' '{"mazurka": 1}' '"\u0000"'; do
    echo "$text" >damaged.json
    damaged
done
head -c 1000 /dev/urandom >damaged.json && damaged
# Each field in turn is left out, and has another type: of a report of a program,
# or of its source, where that has something else to say.
"$MAZURKA" cc wrong.c -o wrong
run 42 "$MAZURKA" check --format=json --output=program.json ./wrong
python3 -IS - "$MAZURKA" <<'END' || failed 'a damaged report is not refused well'
import json, subprocess, sys
source, program = (json.load(open(name))
                   for name in ('report.json', 'program.json'))
def variants():
    for name in source:
        report = program if source[name] == program.get(name) else source
        yield name, {k: v for k, v in report.items() if k != name}
        for value in None, -1, 1 << 62, 'x', [], {}, [None], 1.5, True:
            yield name, {**report, name: value}
for name, value in variants():
    json.dump(value, open('damaged.json', 'w'))
    ran = subprocess.run([sys.argv[1], 'replay', 'damaged.json'],
                         stdin=subprocess.DEVNULL, capture_output=True)
    lines = ran.stderr.decode().count('\n')
    if ran.returncode == 42:
        continue # nothing that is needed
    if ran.returncode not in (1, 2) or lines < 1:
        sys.exit(f'{name}: {value.get(name)!r}: status {ran.returncode}\n' +
                 ran.stderr.decode())
END
nothing_left
