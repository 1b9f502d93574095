#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mazurka report: a kept report in other formats, the same that check writes.
. "$(dirname "$0")/frame"
write_wrong wrong.c
write_correct ok.c
refuses 2 'no check has kept a report yet' "$MAZURKA" report
run 42 "$MAZURKA" check --format=json --output=kept.json wrong.c && silent

run 0 "$MAZURKA" report --help
formats=$(grep -oE 'html|json|sarif|junit|github|dot|witness|graphml' .out | sort -u)
for format in $formats; do
    run 42 "$MAZURKA" check --format=$format --output=live wrong.c && silent
    run 0 "$MAZURKA" report kept.json --format=$format -o again && silent
    # They differ in the name of the report, and what is measured.
    for file in live again; do
        sed -E 's/(mazurka replay )[^ <"]*/\1REPORT/
                /"(seconds|max_rss_kb)"/d
                s/--format=[a-z]*|--output=[a-z.]*//g; /"(--|)",/d; /^   "",/d
                s/^    ?"",?$//; /^$/d' $file >$file.txt
    done
    [ $format = json ] && continue # has the command line in it
    cmp -s live.txt again.txt || failed "$format: not the same"
done
run 0 "$MAZURKA" report kept.json --format=json
python3 -ISB "$root/tests/report/schema.py" "$root/docs/report.schema.json" \
    .out >.err || failed 'not as the schema says'
cp .out copy.json
run 42 "$MAZURKA" replay copy.json

# The latest; to standard output; atomically, and not over the report itself.
run 42 "$MAZURKA" check wrong.c
run 0 "$MAZURKA" report
prints '<!doctype html>'
run 0 "$MAZURKA" report --html=page.html && silent
run 0 "$MAZURKA" report --html=beside.html --format=dot
prints 'digraph'
cmp -s page.html beside.html || failed 'another page'
run 0 "$MAZURKA" report --html=beside.html -o page.html && silent
cmp -s page.html beside.html || failed 'not the page twice'
refuses 2 'kept.json: that file is to be checked' "$MAZURKA" report kept.json \
    --html=kept.json
refuses 2 'kept.json: that file is to be checked' "$MAZURKA" report kept.json \
    --output=kept.json
refuses 2 'cannot write no/folder' "$MAZURKA" report kept.json \
    --output=no/folder
for format in $formats; do
    refuses 1 'cannot write the report to /dev/full' "$MAZURKA" report \
        kept.json --format=$format --output=/dev/full
done
run 1 sh -c '"$1" report kept.json >/dev/full' - "$MAZURKA" && one_line

# Where it cannot be written to its end the old one is still there.
echo old >full
(ulimit -f 1
 refuses 1 'cannot write the report to full' "$MAZURKA" report kept.json \
     --output=full) || exit
[ "$(cat full)" = old ] || failed 'a file was lost'
! ls -A | grep '^full\.' >.out || failed 'a draft is left'

# What is no report.
echo '{"mazurka": 1' >broken.json
echo '[]' >other.json
echo '{"mazurka": "0", "verdict": "error", "errors": [{"trace": [1, {}]}]}' \
    >poor.json
refuses 2 'broken.json is no report' "$MAZURKA" report broken.json
refuses 2 'other.json is no report' "$MAZURKA" report other.json
refuses 2 'none.json is no report' "$MAZURKA" report none.json
refuses 2 'a directory' "$MAZURKA" report .
refuses 2 'one report' "$MAZURKA" report kept.json kept.json
refuses 2 'choose html' "$MAZURKA" report kept.json --format=pdf
refuses 2 'mazurka replay' "$MAZURKA" report kept.json --format=text
for format in $formats; do
    run 0 "$MAZURKA" report poor.json --format=$format
done
nothing_left
