#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The examples' comments and the README show what is really printed: each line
# of theirs in its order, up to `...`, which stands for anything.
. "$(dirname "$0")/frame"
export COLUMNS=80
cd "$root" || exit 1
cat >"$work/compare.py" <<'END'
import os, re, shlex, subprocess, sys

def sessions(path):
    """Each command that a file shows, with the lines of its output."""
    command, shown = None, []
    for line in open(path, encoding='utf-8'):
        block = re.match(r'(?: \*)? {4,5}(\S.*|  .*)?$|(?: \*)?$', line)
        text = re.sub(r'^( \* {5}| \*| {4})', '', line).rstrip()
        if block and text.startswith('$ mazurka '):
            if command:
                yield command, shown
            command, shown = text[2:], []
        elif block and command and text:
            shown.append(text)
        elif not block and command:
            yield command, shown
            command = None
    if command:
        yield command, shown

def is_shown(text, line):
    cut = text.find('...')
    return line == text if cut < 0 else line.startswith(text[:cut])

def compare(path, command, shown):
    words = shlex.split(command)
    ran = subprocess.run([os.environ['MAZURKA'], *words[1:]], text=True,
                         stdin=subprocess.DEVNULL, capture_output=True)
    lines = [line.rstrip() for line in ran.stdout.splitlines()]
    lines = [line.replace(os.environ['MAZURKA'], 'mazurka') for line in lines]
    for text in shown:
        while lines and not is_shown(text, lines[0]):
            lines.pop(0)
        if not lines:
            sys.exit(f'{path} shows, of {command}:\n{text}\n'
                     f'It prints:\n{ran.stdout}{ran.stderr}')
    error = any(text.count(': error: ') for text in shown)
    if ran.returncode != (42 if error else 0):
        sys.exit(f'{path}: {command}: status {ran.returncode}')

for path in sys.argv[1:]:
    found = list(sessions(path))
    if not found:
        sys.exit(f'{path} shows no command')
    for command, shown in found:
        if not shown:
            sys.exit(f'{path} shows no output')
        compare(path, command, shown)
END
python3 "$work/compare.py" examples/*.c* README.md || exit 1

# make run: the correct one, then the one with a bug.
grep -q 'check examples/ticket_lock.c$' Makefile || failed 'not in make run'
grep -q 'check examples/bank_transfer.c; test \$\$? = 42' Makefile ||
    failed 'not in make run'
nothing_left
