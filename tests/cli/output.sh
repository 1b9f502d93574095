#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Where the report goes, and that a replay is offered.
. "$(dirname "$0")/frame"
write_correct ok.c
write_wrong wrong.c

run 0 "$MAZURKA" check ok.c
[ ! -s .err ] || failed 'stderr is not empty'
prints '2 executions'
run 0 "$MAZURKA" check --output=report ok.c && silent
grep -q '2 executions' report || failed 'not in the file'
run 0 "$MAZURKA" check --output=report.json --format=json ok.c && silent
python3 -m json.tool report.json >/dev/null || failed 'not JSON'
# A longer file is replaced as a whole.
yes | head -c 100000 >report.json
run 0 "$MAZURKA" check --output=report.json --format=json ok.c && silent
python3 -m json.tool report.json >/dev/null || failed 'not JSON'
run 0 "$MAZURKA" check --output=/dev/null ok.c && silent
run 1 "$MAZURKA" check --output=/dev/full ok.c && one_line
says 'cannot write the report to /dev/full'
run 1 sh -c '"$1" check ok.c >/dev/full' - "$MAZURKA" && one_line

# Every format that there is.
run 0 "$MAZURKA" check --help
formats=$(sed -n 's/.*--format=\([a-z|]*\).*/\1/p' .out | tr '|' ' ')
[ "$(echo "$formats" | wc -w)" -gt 1 ] || failed 'no formats in --help'
for format in $formats; do
    run 0 "$MAZURKA" check --output=new --format=$format ok.c && silent
    [ -s new ] || failed "$format: nothing is written"
    run 42 "$MAZURKA" check --output=new --format=$format wrong.c && silent
    grep -q 'wrong.c' new || failed "$format: not about the error"
    run 1 "$MAZURKA" check --output=/dev/full --format=$format ok.c
    says 'cannot write the report to /dev/full'
    grep -q "^\.BR.*format=.*\b$format\b" "$root/docs/mazurka.1" ||
        failed "$format: not in the man page"
    rm new
done

# Where nothing is checked no file is made.
run 2 "$MAZURKA" check --output=new none.c
[ ! -e new ] || failed 'a file was made'
run 2 "$MAZURKA" check --output=report none.c
[ -s report ] || failed 'a file was lost'

# The last line replays; the same error has the same file.
run 42 "$MAZURKA" check wrong.c
last=$(tail -n 1 .out)
run 42 "$MAZURKA" check wrong.c
[ "$(tail -n 1 .out)" = "$last" ] || failed 'another file for the same error'
[ "$(ls state/mazurka | wc -l)" -eq 1 ] || failed 'not one report is kept'
run 42 sh -c "$last"
run 42 "$MAZURKA" check --format=json --output=kept.json wrong.c && silent
run 42 "$MAZURKA" replay kept.json
run 42 "$MAZURKA" check --output=text wrong.c && silent
run 42 sh -c "$(tail -n 1 text)"
# No state folder: it is kept here.
run 42 env -u XDG_STATE_HOME HOME=/dev/null/no "$MAZURKA" check wrong.c
run 42 sh -c "$(tail -n 1 .out)"
ls mazurka-wrong-*.json >.out || failed 'no report here'
nothing_left
