#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# On a terminal there is a progress line, which is erased at the end; Ctrl-C
# there stops the search with its figures, and the command ends by the signal.
. "$(dirname "$0")/frame"
write_endless endless.c
"$MAZURKA" cc -O2 endless.c -o endless || failed 'does not compile'
command='on a terminal'
python3 -IS - "$MAZURKA" >.out 2>.err <<'END' || failed 'not as it should be'
import os, pty, re, signal, sys, time
os.environ['TERM'] = 'xterm'
def play(arguments, keys):
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.argv[1], [sys.argv[1], 'check', *arguments, './endless'])
    said = b''
    start = time.time()
    try:
        while True:
            if keys and time.time() - start > 0.7:
                os.write(terminal, keys)
                keys = None
            said += os.read(terminal, 65536)
    except OSError:
        pass
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said.decode()
status, said = play([], b'\x03')
print(repr(said))
assert status == -signal.SIGINT, status
assert 'executions, ' in said and '/s' in said and ', 0:00' in said
line = said.rindex('/s')
assert '\r\x1b[K' in said[line:], 'not erased'
status, said = play(['--timeout=2.5'], None)
print(repr(said))
assert re.search(r', about [\d.]+ %, 0:02', said), 'no share'
assert 'left' not in said, 'nobody knows'
# The share never shrinks, and no line is as long as the terminal is wide.
shares = [float(m) for m in re.findall(r'about ([\d.]+) %', said)]
assert shares == sorted(shares), shares
os.environ['COLUMNS'] = '30'
status, said = play(['--timeout=1'], None)
print(repr(said))
lines = [line for line in said.split('\r\x1b[K') if 'executions' in line
         and '\n' not in line]
assert lines and all(len(line) < 30 for line in lines), lines
del os.environ['COLUMNS']
for name in 'dumb', '': # where nothing can be erased nothing is shown
    os.environ['TERM'] = name
    status, said = play(['--timeout=0.5'], None)
    assert status == 3 and '/s' not in said and '\x1b' not in said, said
os.environ['TERM'] = 'xterm'
status, said = play(['-q', '--timeout=0.5'], None)
print(repr(said))
assert status == 3, status
assert '/s' not in said and '\x1b' not in said
END
nothing_left
