#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# On a terminal there is a progress line, which is erased at the end; Ctrl-C
# there stops the search with its figures, and the command ends by the signal.
. "$(dirname "$0")/frame"
write_endless endless.c
"$MAZURKA" cc -O2 endless.c -o endless || failed 'does not compile'
# Its error comes at once, and its critical step is looked for for seconds.
cat >wrong.c <<'END_OF_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *add(void *arg)
{
    for (int i = 0; i < 3; i++, n++)
        for (volatile int work = 0; work < 600000; work++)
            ;
    return arg;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(n != 9);
    return 0;
}
END_OF_C
"$MAZURKA" cc wrong.c -o wrong || failed 'does not compile'
command='on a terminal'
python3 -IS - "$MAZURKA" >.out 2>.err <<'END' || failed 'not as it should be'
import fcntl, os, pty, re, signal, struct, sys, termios, time
os.environ['TERM'] = 'xterm'
os.environ.pop('COLUMNS', None)
def play(arguments, keys, columns=(), program='./endless'):
    pid, terminal = pty.fork()
    if pid == 0: # when it ends the terminal may lose what is on its way
        child = os.fork()
        if child == 0:
            os.execv(sys.argv[1], [sys.argv[1], 'check', *arguments, program])
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        time.sleep(0.2)
        if status < 0:
            signal.signal(-status, signal.SIG_DFL)
            os.kill(os.getpid(), -status)
        os._exit(status)
    said = b''
    start = time.time()
    columns = list(columns)
    try:
        while True:
            if columns and time.time() - start >= columns[0][0]:
                size = struct.pack('HHHH', 24, columns.pop(0)[1], 0, 0)
                fcntl.ioctl(terminal, termios.TIOCSWINSZ, size)
            if keys and keys[0] in said: # however long that takes
                os.write(terminal, keys[1])
                keys = None
            said += os.read(terminal, 65536)
    except OSError:
        pass
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said.decode()
status, said = play([], (b'/s', b'\x03'))
print(repr(said))
assert status == -signal.SIGINT, status
assert 'executions, ' in said and '/s' in said and ', 0:0' in said
line = said.rindex('/s')
assert '\r\x1b[K' in said[line:], 'not erased'
status, said = play(['--timeout=2.5'], None)
print(repr(said))
assert re.search(r', about [\d.]+ %, 0:02', said), 'no share'
assert 'left' not in said, 'nobody knows'
# The share never shrinks, and no line is as long as the terminal is wide.
shares = [float(m) for m in re.findall(r'about ([\d.]+) %', said)]
assert shares == sorted(shares), shares
def lines_of(said):
    return [line for line in said.split('\r\x1b[K') if 'execution' in line
            and '\n' not in line]
# What matters is told on narrow terminals, too.
for width in 20, 40, 200:
    status, said = play(['--timeout=1.5'], None, [(0, width)])
    lines = lines_of(said)
    print(lines)
    assert lines and all(len(line) < width for line in lines), width
    told = ['about' in line for line in lines] # at first nobody knows
    assert width < 40 or (told[-1] and told == sorted(told)), width
    assert width < 200 or all(line.startswith('mazurka: ') and '/s' in line
                              for line in lines)
status, said = play(['--timeout=3'], None, [(0, 100), (1.5, 25)])
lines = lines_of(said)
print(lines)
assert len(lines[0]) > 25 and len(lines[-1]) < 25, 'not as wide as it is now'
# Who waits for more than the error is told so, and need not wait.
step = 'error found, looking for its critical step, 0:0'
status, said = play([], (step.encode(), b'\x03'), [(0, 80)], './wrong')
print(repr(said))
assert status == 42 and 'error: ' in said, status
assert step in said
assert 'critical is' not in said and 'every execution' not in said
os.environ['COLUMNS'] = '30'
status, said = play(['--timeout=1.5'], None)
print(repr(said))
lines = lines_of(said)
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
