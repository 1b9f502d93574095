#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Where the report goes, and that a replay is offered.
. "$(dirname "$0")/frame"
write_correct ok.c
write_wrong wrong.c

run 0 "$MAZURKA" check ok.c
[ ! -s .err ] || failed 'stderr is not empty'
prints '2 executions'
run 0 "$MAZURKA" check -o report ok.c && silent
grep -q '2 executions' report || failed 'not in the file'
run 0 "$MAZURKA" check --output=report.json --format=json ok.c && silent
python3 -m json.tool report.json >/dev/null || failed 'not JSON'
# A longer file is replaced as a whole.
yes | head -c 100000 >report.json
run 0 "$MAZURKA" check --output=report.json --format=json ok.c && silent
python3 -m json.tool report.json >/dev/null || failed 'not JSON'
run 0 "$MAZURKA" check -o/dev/null ok.c && silent
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

# It is replaced as a whole: who reads the old one reads it to its end; what is a
# link stays one, and a file has the mode that it had.
echo old >target; chmod 640 target; ln -s target link; ln target other
run 0 "$MAZURKA" check --output=link ok.c && silent
[ -L link ] && grep -q '2 executions' target || failed 'not where the link leads'
[ "$(cat other)" = old ] || failed 'written in place'
[ "$(stat -c %a target)" = 640 ] || failed 'another mode'
run 0 "$MAZURKA" check --output=dangling ok.c
ln -s nowhere dangling2
run 0 "$MAZURKA" check --output=dangling2 ok.c
[ -L dangling2 ] && [ -s nowhere ] || failed 'a link that leads nowhere'
refuses 2 'cannot write no/folder' "$MAZURKA" check --output=no/folder ok.c
refuses 2 'cannot write state' "$MAZURKA" check --output=state ok.c

# A page beside the text, and without it.
run 42 "$MAZURKA" check --html=page.html wrong.c
prints 'assertion failed'
grep -q '^<!doctype html>' page.html || failed 'no page'
run 42 "$MAZURKA" check --html=page2.html --format=json --output=x.json wrong.c
silent
grep -q 'replay x.json' page2.html || failed 'the page names another report'
run 2 "$MAZURKA" check --html=new none.c
[ ! -e new ] || failed 'a file was made'
refuses 2 '--html=page.html: --output' "$MAZURKA" check --html=page.html \
    --output=page.html wrong.c
refuses 2 'that file is to be checked' "$MAZURKA" check --html=wrong.c wrong.c
refuses 2 'hunt writes one' "$MAZURKA" hunt --html=page.html wrong.c
run 1 "$MAZURKA" check -q --html=/dev/full wrong.c
says 'cannot write the report to /dev/full'
ls -A | grep -q '\.[0-9]*$' && failed 'a draft is left'

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
