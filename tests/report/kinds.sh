#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An error of each kind that there is: its report in each format for machines is
# as the format's schema has it, and names the kind; and the page has it.
. "$(dirname "$0")/frame"
cp "$root"/tests/programs/{abort,deadlock_abba,race_write_write}.c .
cp "$root"/tests/programs/{use_after_free,await_null,exit_status}.c .
cp "$root"/tests/programs/{c11_join_twice,undefined_index,loop_spinlock}.c .
cp "$root"/tests/programs/nondeterminism.c .
write_wrong wrong.c
cat >prints.c <<'END'
#include <stdio.h>
int main(void)
{
    return puts("\"a\" <b> & \\c") < 0;
}
END
# A counter of two steps, whose calls hinder one another.
cat >object.c <<'END'
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static void *create(void)
{
    return calloc(1, sizeof(atomic_int));
}
static long next(void *object)
{
    int n = atomic_load((atomic_int *)object);
    atomic_store((atomic_int *)object, n + 1);
    return n;
}
static long wait(void *object)
{
    while (atomic_exchange((atomic_int *)object, 1))
        ;
    atomic_store((atomic_int *)object, 0);
    return 0;
}
int main(int argc, char **argv)
{
    struct mz_object object = {.create = create, .operations = {MZ_OP(next)}};
    struct mz_scenario scenario = {.length = 1};
    if (argc > 1) {
        object.operations[0] = (struct mz_operation)MZ_OP(wait);
        scenario.progress = MZ_LOCK_FREE;
    }
    return argv ? mz_linearizable(&object, &scenario) : 1;
}
END
run 0 "$MAZURKA" cc object.c -o object

# kind NAME OPTION...: such an error, in all formats.
kind() {
    local name=$1 format
    shift
    run 42 "$MAZURKA" check --format=json --output="$name.json" \
        --simplest=off --critical=off "$@"
    python3 -ISc 'import json, sys
kinds = [e["kind"] for e in json.load(open(sys.argv[1]))["errors"]]
sys.exit(0 if kinds == [sys.argv[2]] else f"{kinds}")' "$name.json" "$name" \
        >.out 2>.err || failed "not just $name"
    for format in sarif junit github html; do
        run 0 "$MAZURKA" report "$name.json" --format=$format \
            --output="$name.$format"
        silent
        grep -qF -- "$name" "$name.$format" || failed "$format: no $name"
    done
}
kind assertion wrong.c
kind abort abort.c
kind deadlock deadlock_abba.c
kind data-race race_write_write.c
kind memory use_after_free.c
kind signal await_null.c
kind exit exit_status.c
kind misuse c11_join_twice.c
kind undefined-behaviour -fsanitize=undefined undefined_index.c
kind loop loop_spinlock.c
echo other >expected
kind output --expect-output=as:expected prints.c
kind linearizability --function=1 ./object
kind progress --function=1 ./object -- waits
kind nondeterminism nondeterminism.c

# The tool itself says which there are.
run 2 "$MAZURKA" check --expect=? wrong.c
for name in $(sed 's/.*choose none, //; s/,\| or\|;.*/ /g' .err); do
    [ -s "$name.json" ] || failed "no error of the kind $name here"
done
python3 -ISB "$here/schema.py" "$root/docs/report.schema.json" ./*.json \
    >.out 2>.err || failed 'JSON: not as the schema says'
python3 -ISB "$here/schema.py" "$here/sarif.schema.json" ./*.sarif \
    >.out 2>.err || failed 'SARIF: not as the schema says'
cat >read.py <<'END'
import glob, json, re, xml.etree.ElementTree as xml
for path in sorted(glob.glob('*.json')):
    name = path[:-len('.json')]
    error, = json.load(open(path))['errors']
    run, = json.load(open(name + '.sarif'))['runs']
    result, = run['results']
    rules = run['tool']['driver']['rules']
    assert rules[result['ruleIndex']]['id'] == result['ruleId'] == name
    assert result['level'] == 'error', result
    told = result['message']['text'].splitlines()[0]
    assert told.startswith(error['message'].split(':')[0]), told
    suite, = xml.parse(name + '.junit').getroot()
    failure, = suite.findall('testcase/failure')
    assert failure.get('type') == name, name
    assert failure.get('message') == told, name
    lines = open(name + '.github').read().splitlines()
    assert len(lines) == 1, lines
    form = r'::error( file=[^,]+,line=\d+,| )title=[^,:]*::(.+)'
    said = re.fullmatch(form, lines[0])[2].replace('%25', '%')
    assert said.startswith(told), lines
    assert ' file=' in lines[0] or error['file'] is None, lines
END
python3 -ISB read.py >.out 2>.err || failed 'not what it should be'
nothing_left
