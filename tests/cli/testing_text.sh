#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# docs/testing.md: its programs, and what its commands print. A block of C code
# is a file, which the text before it names last; a line that begins with `$ ` is
# a command, and the lines below are among those that it prints; `...` and
# commands that explore nothing are passed over.
. "$(dirname "$0")/frame"
ln -s "$root/tests" tests
build=$(dirname "$(readlink -f "$MAZURKA")")
export PATH=$build:$PATH
python3 - "$root/docs/testing.md" <<'END_OF_PYTHON' || failed 'the text is wrong'
import re
import subprocess
import sys

text = open(sys.argv[1]).read()
status, ran = 0, 0
for before, kind, block in re.findall(r'(.*?)^```(\w*)\n(.*?)^```$', text,
                                      re.M | re.S):
    if kind == 'c':
        name = re.findall(r'`(\w+\.c)`', before)[-1]
        open(name, 'w').write(block)
        continue
    for command, lines in re.findall(r'^\$ (.*)\n((?:(?!\$ ).*\n)*)', block,
                                     re.M):
        if command == 'echo $?':
            printed = f'{status}\n'
        else:
            done = subprocess.run(command, shell=True, text=True,
                                  stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
            status, printed = done.returncode, done.stdout
            ran += 1
        for line in lines.splitlines():
            if line not in printed:
                sys.exit(f'{command}: does not print: {line}\n{printed}')
if ran < 8:
    sys.exit(f'only {ran} commands were run')
END_OF_PYTHON
