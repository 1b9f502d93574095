#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Formats for machines: SARIF, JUnit, GitHub annotations, Graphviz. Each is what
# its readers take, whatever a program calls its things, and says what is known.
. "$(dirname "$0")/frame"
write_correct ok.c
write_wrong wrong.c
write_endless endless.c
cp "$root"/tests/programs/{deadlock_abba,race_write_write,use_after_free}.c .
cp "$root"/tests/programs/unsupported_fork.c .
mkdir '50%, a:b "c" <d> &'
odd='50%, a:b "c" <d> &/]]>%0A::ä\.c'
cat >"$odd" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *unused)
{
    pthread_setname_np(pthread_self(), "\"\\ ]]>\n::x::");
    x = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    assert(!x && "]]> \" \\ %0A,: </failure>" "\x01\xff");
    pthread_join(t, 0);
}
END

# view STATUS NAME OPTION...: checks, and keeps the report in each format.
view() {
    local status=$1 name=$2 format
    shift 2
    run "$status" "$MAZURKA" check --format=json --output="$name.json" "$@"
    for format in sarif junit github dot; do
        run 0 "$MAZURKA" report "$name.json" --format=$format \
            --output="$name.$format"
        silent
    done
}
view 0 ok ok.c
view 42 wrong wrong.c
view 42 all --keep-going wrong.c
view 3 limit --max-executions=9 endless.c
view 42 deadlock deadlock_abba.c
view 42 race race_write_write.c
view 42 memory use_after_free.c
view 42 odd -D_GNU_SOURCE "$odd"
view 2 unsupported unsupported_fork.c
view 42 again race_write_write.c
for format in sarif junit github dot; do
    cmp -s again.$format race.$format || failed 'not the same each time'
done
run 42 "$MAZURKA" check --format=sarif --output=live.sarif race_write_write.c
cmp -s live.sarif race.sarif || failed 'not the same as of a kept report'

python3 -ISB "$here/schema.py" "$here/sarif.schema.json" ./*.sarif \
    >.out 2>.err || failed 'no SARIF'
if command -v dot >/dev/null; then
    for graph in *.dot; do
        run 0 dot -Tsvg "$graph"
        [ ! -s .err ] || failed 'dot complains'
    done
fi

cat >read.py <<'END'
import json, re, urllib.parse, xml.etree.ElementTree as xml

# SARIF: the steps of all threads together are the interleaving.
def sarif(name):
    run, = json.load(open(name + '.sarif'))['runs']
    return run, run['results']

def place(location):
    at = location['physicalLocation']
    return at['artifactLocation']['uri'], at['region']['startLine']

run, results = sarif('ok')
assert not results and run['invocations'][0]['executionSuccessful']
rules = run['tool']['driver']['rules']
run, (error,) = sarif('wrong')
assert rules[error['ruleIndex']]['id'] == error['ruleId'] == 'assertion'
assert place(error['locations'][0]) == ('wrong.c', 21)
flows = error['codeFlows'][0]['threadFlows']
assert [flow['id'] for flow in flows] == ['main', 'main.1']
steps = sorted((at['executionOrder'], flow['id'], at)
               for flow in flows for at in flow['locations'])
assert [step[0] for step in steps] == list(range(1, len(steps) + 1))
assert steps[-1][1] == 'main' and place(steps[-1][2]['location'])[1] == 21
assert {'x': {'text': '1'}} in [step[2].get('state') for step in steps]
_, (race,) = sarif('race')
assert len(race['relatedLocations']) == 1 and len(race['stacks']) == 2
_, (deadlock,) = sarif('deadlock')
assert deadlock['locations']
assert [r['message']['text'] for r in deadlock['relatedLocations']] == [
    'main.1 waits: pthread_mutex_lock: b, held by main.2',
    'main.2 waits: pthread_mutex_lock: a, held by main.1',
    'main waits for the end of main.1']
assert 'waits for the end of main.1' in open('deadlock.dot').read()
_, (memory,) = sarif('memory')
assert {r['message']['text'] for r in memory['relatedLocations']} >= {
    'allocated there', 'freed there'}
run, results = sarif('limit')
note, = run['invocations'][0]['toolExecutionNotifications']
assert not results and note['level'] == 'warning', note
assert 'max-executions' in note['message']['text']
run, _ = sarif('unsupported')
assert not run['invocations'][0]['executionSuccessful']
assert 'fork' in run['invocations'][0]['toolExecutionNotifications'][0][
    'message']['text']
_, (odd,) = sarif('odd')
assert urllib.parse.unquote(place(odd['locations'][0])[0]) == \
    '50%, a:b "c" <d> &/]]>%0A::ä\\.c'
prints = [json.dumps(sarif(name)[1][0]['partialFingerprints'])
          for name in ('wrong', 'race', 'deadlock', 'memory', 'odd')]
assert len(set(prints)) == 5

# JUnit: as the schemas have it that CI systems publish.
ATTRIBUTES = {'testsuites': set(), 'testcase': {'classname', 'name'},
              'testsuite': {'name', 'tests', 'failures', 'errors', 'skipped'},
              'failure': {'type', 'message'}, 'error': {'type', 'message'}}
def junit(name):
    root = xml.parse(name + '.junit').getroot()
    for element in root.iter():
        assert set(element.attrib) == ATTRIBUTES[element.tag], element.attrib
    suite, = root
    cases = list(suite)
    for key, tag in ('failures', 'failure'), ('errors', 'error'):
        assert int(suite.get(key)) == len(suite.findall(f'testcase/{tag}'))
    assert int(suite.get('tests')) == len(cases) > 0
    return cases

assert [len(case) for case in junit('ok')] == [0]
failure = junit('wrong')[0].find('failure')
assert failure.get('message') == 'assertion failed: x == 2'
assert 'wrong.c:21 in main' in failure.text and 'atomic store' in failure.text
assert len(junit('all')) >= 1
for name in 'limit', 'unsupported': # they must not pass
    assert junit(name)[0].find('error') is not None
assert '</failure>' in junit('odd')[0].find('failure').get('message')

# GitHub: a line for each; what is escaped comes back.
def github(name):
    lines = open(name + '.github').read().splitlines()
    for line in lines:
        found = re.fullmatch('::(error|warning|notice) ([^:]*)::(.*)', line)
        assert found, line
        unquoted = [urllib.parse.unquote(part)
                    for part in found[2].split(',')]
        yield found[1], dict(p.split('=', 1) for p in unquoted), \
            urllib.parse.unquote(found[3])

(level, keys, text), = github('wrong')
assert (level, keys['file'], keys['line'], keys['title']) == \
    ('error', 'wrong.c', '21', 'mazurka: assertion'), keys
assert text.startswith('assertion failed: x == 2 [assertion]\n')
assert [level for level, _, _ in github('ok')] == ['notice']
assert [level for level, _, _ in github('limit')] == ['warning']
(level, keys, text), = github('unsupported')
assert level == 'error' and 'fork' in text and keys['file'].endswith('fork.c')
(level, keys, text), = github('odd')
assert keys['file'] == '50%, a:b "c" <d> &/]]>%0A::ä\\.c', keys

# Graphviz: braces and quotes are closed, edges lead to nodes.
def dot(name):
    text = open(name + '.dot').read()
    bare = re.sub(r'"(\\.|[^"\\])*"', 'S', text, flags=re.S)
    assert bare.count('{') == bare.count('}') and '"' not in bare, bare
    nodes = set(re.findall(r'^    (\w+) \[label', bare, re.M))
    edges = re.findall(r'^ +(\w+) -> (\w+)', bare, re.M)
    assert {end for edge in edges for end in edge} <= nodes, (edges, nodes)
    return text, nodes, edges

text, nodes, edges = dot('wrong')
assert 'cluster_1' in text and 'end0' in nodes and ('s1', 's2') in edges
assert 'not ordered' in dot('race')[0]
text, nodes, edges = dot('deadlock')
assert sum(start.startswith('end') for start, _ in edges) == 2
for name in 'ok', 'limit', 'unsupported', 'odd', 'memory', 'all':
    dot(name)
END
python3 -ISB read.py >.out 2>.err || failed 'not what it should be'
nothing_left
