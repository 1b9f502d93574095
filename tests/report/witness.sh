#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Witnesses as SV-COMP has them, YAML and GraphML: they have the form that the
# formats ask for, say what the program does, and are not written where nothing
# was shown. An error that they tell comes again when the program is run with
# the values that they tell.
. "$(dirname "$0")/frame"
export SOURCE_DATE_EPOCH=1700000000
svcomp=$root/tests/svcomp
cp "$svcomp"/{lazy,lazy_correct,publish_race,preprocessed,use_after_free}.[ci] .
cp "$svcomp"/properties/*.prp .
mkdir 'odd "]]>'
cat >'odd "]]>/ä<.c' <<'END'
#include <assert.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
char __VERIFIER_nondet_char(void);
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { assert(0); }
int main(void)
{
    /* ä */ int a = __VERIFIER_nondet_char();
    int b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_bool ( );
    if (a == -2 && b && !c)
        if (__VERIFIER_nondet_int() == -1 && __VERIFIER_nondet_uint() == 3)
            reach_error();
    return 0;
}
END
cp odd*/*.c odd.c
cat >fails.c <<'END'
#include <assert.h>
int main(void) { assert(0); }
END
gcc -E odd.c -o marked.i
cat >leak.c <<'END'
#include <stdlib.h>
int main(void) { return !malloc(1); }
END

# witness STATUS NAME PROPERTY FILE OPTION...
witness() {
    local status=$1 name=$2 property=$3
    shift 3
    run "$status" "$MAZURKA" check --format=json --output="$name.json" \
        --property="$property" --witness="$name.yml" "$@"
    silent
    run 0 "$MAZURKA" report "$name.json" --format=graphml -o "$name.graphml"
    run 0 "$MAZURKA" report "$name.json" --format=witness -o "$name.again"
    cmp -s "$name.yml" "$name.again" || failed 'not the same as of the report'
}
witness 42 lazy unreach-call.prp lazy.c
witness 0 correct unreach-call lazy_correct.c
witness 42 race no-data-race publish_race.c
witness 42 freed valid-memsafety.prp use_after_free.c
witness 42 odd unreach-call 'odd "]]>/ä<.c' -pthread
witness 42 odd2 unreach-call odd.c
witness 42 marked unreach-call marked.i
witness 42 preprocessed unreach-call preprocessed.i
run 0 "$MAZURKA" check --property=unreach-call --witness=correct2.graphml \
    lazy_correct.c
cmp -s correct.graphml correct2.graphml || failed 'not the same format'

# What earns none.
witness 42 none_assert unreach-call fails.c
witness 42 none_leak valid-memsafety leak.c
witness 3 none_cut unreach-call --max-executions=1 lazy_correct.c
witness 3 none_memory valid-memsafety lazy_correct.c
run 42 "$MAZURKA" check --format=witness -o none_property.yml fails.c
mkdir elsewhere
echo 'void reach_error(void) {} static void f(void) { reach_error(); }' \
    >elsewhere/f.h
printf '#include "elsewhere/f.h"\nint main(void) { f(); }\n' >included.c
witness 42 none_place unreach-call included.c
refuses 2 '--witness needs --property' "$MAZURKA" check --witness=w.yml lazy.c
refuses 2 'ends in .yml or .graphml' "$MAZURKA" check --witness=w.txt \
    --property=unreach-call lazy.c
refuses 2 'another option names that file' "$MAZURKA" check --witness=w.yml \
    --property=unreach-call --output=w.yml lazy.c
run 0 "$MAZURKA" cc lazy.c -o prog
refuses 2 'prog is none' "$MAZURKA" check --witness=w.yml \
    --property=unreach-call ./prog
refuses 2 'give --format=witness' "$MAZURKA" hunt --witness=w.yml \
    --property=unreach-call lazy.c
[ ! -e w.yml ] || failed 'a file was made'

cat >read.py <<'END'
import glob, hashlib, json, re, subprocess, xml.etree.ElementTree as xml

# The part of YAML that is written: blocks, and scalars of JSON.
def yaml(text):
    lines = [(len(line) - len(line.lstrip()), line.strip())
             for line in text.splitlines()
             if line.strip() and not line.startswith('#')]
    def block(depth):
        if lines[0][1].startswith('- '):
            items = []
            while lines and lines[0][0] == depth and lines[0][1][:2] == '- ':
                lines[0] = depth + 2, lines[0][1][2:]
                items.append(block(depth + 2))
            return items
        found = re.fullmatch(r'(\w+|"(?:[^"\\]|\\.)*"):(?: (.*))?', lines[0][1])
        if not found:
            return json.loads(lines.pop(0)[1])
        values = {}
        while lines and lines[0][0] == depth:
            key, value = re.fullmatch(
                r'(\w+|"(?:[^"\\]|\\.)*"):(?: (.*))?', lines.pop(0)[1]).groups()
            key = json.loads(key) if key[0] == '"' else key
            assert key not in values, key
            values[key] = json.loads(value) if value else block(lines[0][0])
        return values
    if text.splitlines()[-1] == '[]':
        return []
    value = block(0)
    assert not lines, lines
    return value

KEYS = {'threadId', 'createThread', 'enterFunction', 'returnFromFunction',
        'startline', 'endline', 'assumption', 'assumption.resultfunction'}
G = '{http://graphml.graphdrawing.org/xmlns}'
def data(element):
    return {one.get('key'): one.text for one in element.findall(G + 'data')}

# A path from the entry to the violation; or that one state.
def graphml(name, wrong):
    root = xml.parse(name + '.graphml').getroot()
    known = {key.get('id'): key.get('for') for key in root.findall(G + 'key')}
    graph, = root.findall(G + 'graph')
    says = data(graph)
    nodes, edges = graph.findall(G + 'node'), graph.findall(G + 'edge')
    for element in [graph, *nodes, *edges]:
        for key in data(element):
            assert known[key] == element.tag.replace(G, ''), key
    assert {'witness-type', 'sourcecodelang', 'producer', 'specification',
            'programfile', 'programhash', 'architecture',
            'creationtime'} == set(says)
    assert says['witness-type'] == \
        ('violation_witness' if wrong else 'correctness_witness')
    assert says['creationtime'] == '2023-11-14T22:13:20Z'
    text = open(says['programfile'], 'rb').read()
    assert hashlib.sha256(text).hexdigest() == says['programhash']
    lines = text.decode().splitlines()
    assert len(nodes) == len(edges) + 1
    assert data(nodes[0]) == {'entry': 'true'}
    alive, begun = set(), {}
    path = []
    for i, edge in enumerate(edges):
        assert edge.get('source') == nodes[i].get('id')
        assert edge.get('target') == nodes[i + 1].get('id')
        facts = data(edge)
        assert set(facts) <= KEYS, facts
        created = facts.get('createThread')
        if created is not None:
            assert created not in alive
            alive.add(created)
            assert i == 0 or 'pthread_create' in lines[
                int(facts['startline']) - 1]
        assert facts['threadId'] in alive
        if 'enterFunction' in facts:
            begun[facts['threadId']] = facts['enterFunction']
        if 'returnFromFunction' in facts:
            assert facts['returnFromFunction'] == begun[facts['threadId']]
            alive.remove(facts['threadId'])
        if 'assumption' in facts:
            assert re.fullmatch(r'\\result == -?\d+', facts['assumption'])
            assert facts['assumption.resultfunction'] in lines[
                int(facts['startline']) - 1]
        path.append(facts)
    violations = [node for node in nodes if 'violation' in data(node)]
    assert violations == ([nodes[-1]] if wrong else [])
    return says, path, lines

def witness(name, wrong=True):
    entry, = yaml(open(name + '.yml', encoding='utf-8').read())
    json.dump([entry], open(name + '.converted', 'w'))
    task = entry['metadata']['task']
    for file in task['input_files']:
        text = open(file, 'rb').read()
        assert hashlib.sha256(text).hexdigest() == \
            task['input_file_hashes'][file]
    assert set(task['input_file_hashes']) == set(task['input_files'])
    assert entry['metadata']['creation_time'] == '2023-11-14T22:13:20Z'
    points = [segment['segment'][-1]['waypoint'] for segment in entry['content']]
    types = [point['type'] for point in points]
    assert types == ['function_return'] * (len(types) - 1) + ['target'] * wrong
    says, path, lines = graphml(name, wrong)
    assert says['specification'] == task['specification']
    for point in points[:-1]:
        at = point['location']
        assert lines[at['line'] - 1][at['column'] - 1] == ')'
    if wrong:
        line = points[-1]['location']['line']
        assert path[-1]['startline'] == str(line)
        return points, path, lines[line - 1]
    return points, path, None

points, path, line = witness('lazy')
assert 'reach_error();' in line and points[-1]['location']['function'] == 'look'
# The interleaving: its locks are those of the three threads, one by one.
locks = [facts['threadId'] for facts in path
         if facts.get('startline') in ('16', '24', '32')]
assert locks == ['1', '2', '3'], path
assert witness('correct', False)[:2] == ([], [])
points, path, line = witness('race')
assert len(points) == 1
witness('freed')
for name in 'odd', 'odd2', 'marked':
    points, path, line = witness(name)
    values = [point['constraint']['value'].split()[-1] for point in points[:-1]]
    told = [facts['assumption'].split()[-1] for facts in path
            if 'assumption' in facts]
    assert told == ['-2', '1', '0', '-1', '3'], told
    # A file that was preprocessed has no text to look for a column in.
    assert values == (['-2', '-1', '3'] if name != 'marked' else []), values
    assert 'reach_error();' in line
witness('preprocessed')

# With these values in their order the program calls reach_error by itself.
stub = 'static long long values[] = {%s}, *next = values;' % ', '.join(told)
stub += '#include <stdlib.h>\nvoid __assert_fail() { _Exit(7); }\n'.replace(
    '#', '\n#', 1)
for of, type in dict(int='int', uint='unsigned', char='char',
                     bool='_Bool').items():
    stub += f'{type} __VERIFIER_nondet_{of}(void) {{ return *next++; }}\n'
open('stub.c', 'w').write(stub)
subprocess.run(['gcc', '-w', 'odd.c', 'stub.c', '-o', 'odd'], check=True)
assert subprocess.run(['./odd']).returncode == 7

WHY = {'none_assert': 'assertion failed', 'none_leak': 'the format has no way',
       'none_cut': 'the verdict is incomplete', 'none_place': 'in none of the',
       'none_memory': 'the verdict is incomplete',
       'none_property': 'no property was named'}
assert sorted(WHY) == sorted(name[:-4] for name in glob.glob('none*.yml'))
for name, why in WHY.items():
    text = open(name + '.yml').read()
    assert why in text.splitlines()[0] and yaml(text) == [], text
    if name != 'none_property':
        root = xml.parse(name + '.graphml').getroot()
        assert not list(root) and why in open(name + '.graphml').read()
END
python3 -ISB read.py >.out 2>.err || failed 'not what it should be'
python3 -ISB "$here/schema.py" "$here/witness.schema.json" ./*.converted \
    >.out 2>.err || failed 'not as the schema says'
nothing_left
