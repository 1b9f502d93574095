# SPDX-License-Identifier: Apache-2.0
"""The program's threads, and travel in time, for gdb under `mazurka replay`.

The program's threads are fibers: they take turns on one kernel thread, the
first. For each of them but main there is a kernel thread besides that sleeps
for ever and lends its thread-local storage. So gdb has as many threads as the
program, and more, and this is how they come to show the program's:

  - gdb's thread 1 is the kernel thread on which all of them run: it is the one
    whose turn it is, and gdb's own commands (next, finish, ...) are about that.
  - A kernel thread that sleeps stands for the program's thread of the same
    number. As a caller of the function in which it sleeps an unwinder presents
    the frame in which that thread waits for its turn. While that very thread
    runs its sleeper is free, and stands for main.

So nothing is ever written to registers to look at a thread, and nothing has to
be put back. What is known of the runtime is `struct mz_debugger`
(src/runtime/debugger.h); what steps there are is read from the report.
"""

import json
import re
import struct

import gdb
import gdb.unwinder

LIBRARY = 'libmazurka.so'
SYSTEM = ('/usr/include/', '/usr/local/include/', '/usr/lib/')
VERSION = 1  # of struct mz_debugger
NOBODY = 0xffff
STEP, FAILURE, LOOP, END = range(4)

# The words of struct mz_debugger, in order.
WORDS = (
    'version is_there goal goal_thread again reason wait_count '
    'waits active self self_size live live_size steps '
    'fibers fiber_count fiber_size '
    'fiber_left fiber_stack fiber_stack_size fiber_owned_size '
    'parked parked_size names bearers bearer_count '
    'action_names action_objects').split()


# ---- the runtime ------------------------------------------------------------

class Runtime:
    """The library in the process: its variables, by name."""

    def __init__(self):
        self.forget()

    def forget(self):
        self.address = None
        self.constant = {}
        self.sleepers = {}  # kernel thread -> number of the program's thread

    def read(self, address, size):
        return bytes(gdb.selected_inferior().read_memory(address, size))

    def number(self, address, size=8):
        return int.from_bytes(self.read(address, size), 'little')

    def text(self, address):
        return gdb.Value(address).cast(
            gdb.lookup_type('char').pointer()).string()

    def find(self):
        """Whether the library is there and has begun."""
        if self.address is None:
            try:
                self.address = int(gdb.parse_and_eval('(long)&mz_debugger'))
            except gdb.error:
                return False
        try:
            return self['version'] == VERSION
        except gdb.error:
            return False

    def __getitem__(self, name):
        if name in self.constant:
            return self.constant[name]
        value = self.number(self.address + 8 * WORDS.index(name))
        if WORDS.index(name) >= WORDS.index('waits') and value:
            self.constant[name] = value
        return value

    def __setitem__(self, name, value):
        gdb.selected_inferior().write_memory(
            self.address + 8 * WORDS.index(name), value.to_bytes(8, 'little'))

    def is_active(self):
        """Does an execution run, or stand?"""
        return self.number(self['active'], 1) != 0

    def running(self):
        return self.number(self['self'], self['self_size'])

    def told(self):
        """How many steps have been taken."""
        return self.number(self['steps'])

    def live(self):
        threads = self.number(self['live'], self['live_size'])
        return [t for t in range(8 * self['live_size']) if threads >> t & 1]

    def fiber(self, t, part, size=8):
        return self.number(
            self['fibers'] + t * self['fiber_size'] + self[part], size)

    def sleeper_at(self, sp):
        """The thread above whose stack this one is, of who sleeps there."""
        for t in range(self.number(self['fiber_count'], 4)):
            stack = self.fiber(t, 'fiber_stack')
            if (stack + self.fiber(t, 'fiber_stack_size') <= sp <
                    stack + self.fiber(t, 'fiber_owned_size')):
                return t
        return None

    def shown_by(self, sleeper):
        """The thread that a sleeper stands for; None: none."""
        shown = 0 if sleeper == self.running() else sleeper
        return shown if shown in self.live() else None

    # ---- names

    def birth(self, t):
        """Parent, number among its children, and the name that it was given."""
        size = struct.calcsize('<HHII16s')
        for i in reversed(range(self.number(self['bearer_count'], 4))):
            thread, parent, child, _, name = struct.unpack(
                '<HHII16s', self.read(self['bearers'] + i * size, size))
            if thread == t:
                return parent, child, name
        size = struct.calcsize('<HH16s')
        return struct.unpack('<HH16s',
                             self.read(self['names'] + t * size, size))

    def short_name(self, t):
        if t == 0:
            return 'main'
        parent, child, _ = self.birth(t)
        return '%s.%d' % (self.short_name(parent) if parent < t else parent,
                          child)

    def name(self, t):
        given = self.birth(t)[2].split(b'\0')[0].decode('utf-8', 'replace')
        return self.short_name(t) + (' (%s)' % given if given else '')

    # ---- what threads wait for

    def call(self, function):
        with Selection():
            runner().switch()
            gdb.parse_and_eval('((void (*)(void))%s)()' % function)

    def waits(self):
        """Those who cannot go on: thread -> what, objects, holder, address."""
        self.call('mz_debugger_look')
        waits = {}
        for i in range(self['wait_count']):
            thread, action, holder, address = struct.unpack(
                '<4Q', self.read(self['waits'] + 32 * i, 32))
            waits[thread] = (
                self.text(self.number(self['action_names'] + 8 * action)),
                self.text(self.number(self['action_objects'] + 8 * action)),
                holder, address)
        return waits


runtime = Runtime()


class Selection:
    """What is selected now, and is selected again afterwards."""

    def __enter__(self):
        self.thread = gdb.selected_thread()
        self.level = gdb.selected_frame().level()

    def __exit__(self, *unused):
        self.thread.switch()
        gdb.execute('select-frame %d' % self.level, to_string=True)


def runner():
    """gdb's thread on which all of the program's run."""
    inferior = gdb.selected_inferior()
    for thread in inferior.threads():
        if thread.ptid[1] == inferior.pid:
            return thread
    raise gdb.GdbError('the program does not run')


def sleeper(thread):
    """Whose storage this one of gdb's threads lends; None: it is the runner.
    Selects that thread."""
    lwp = thread.ptid[1]
    if lwp == gdb.selected_inferior().pid:
        return None
    if lwp not in runtime.sleepers:
        thread.switch()
        sp = int(gdb.newest_frame().read_register('rsp'))
        runtime.sleepers[lwp] = runtime.sleeper_at(sp)
    return runtime.sleepers[lwp]


def program_threads():
    """The program's threads: number -> gdb's thread that shows it."""
    shown = {}
    with Selection():
        for thread in gdb.selected_inferior().threads():
            t = sleeper(thread)
            if thread.ptid[1] == gdb.selected_inferior().pid:
                shown[runtime.running()] = thread
            elif t is not None and runtime.shown_by(t) is not None:
                shown[runtime.shown_by(t)] = thread
    return shown


# ---- frames -----------------------------------------------------------------

class FrameId:
    def __init__(self, sp, pc):
        self.sp = sp
        self.pc = pc


class FiberUnwinder(gdb.unwinder.Unwinder):
    """The caller of a sleeper is the frame in which the thread waits that it
    stands for."""

    def __init__(self):
        super().__init__('mazurka')

    def __call__(self, pending):
        if runtime.address is None:
            return None
        pc = pending.read_register('rip')
        if not 0 <= int(pc) - runtime['parked'] < runtime['parked_size']:
            return None
        sp = pending.read_register('rsp')
        sleeps = runtime.sleeper_at(int(sp))
        if sleeps is None:
            return None
        t = runtime.shown_by(sleeps)
        if t is None:
            return None
        left = struct.unpack('<3Q', runtime.read(
            runtime['fibers'] + t * runtime['fiber_size'] +
            runtime['fiber_left'], 24))
        info = pending.create_unwind_info(FrameId(sp, pc))
        for register, value in zip(('rsp', 'rip', 'rbp'), left):
            info.add_saved_register(
                register,
                gdb.Value(value).cast(pending.read_register(register).type))
        return info


def is_of_runtime(frame):
    name = gdb.solib_name(frame.pc())
    return name is not None and name.rsplit('/', 1)[-1] == LIBRARY


class RuntimeFilter:
    """Backtraces have no frames of the library, nor those by which libraries
    have begun the thread: what calls the program's first function."""

    def __init__(self):
        self.name = 'mazurka'
        self.priority = 100
        self.enabled = True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        callers = []  # that may be the last ones
        has_own = False
        for decorated in frames:
            frame = decorated.inferior_frame()
            if is_of_runtime(frame):
                continue
            symtab = frame.find_sal().symtab
            if symtab is not None and not is_of_system(symtab):
                yield from callers
                yield decorated
                callers, has_own = [], True
            else:
                callers.append(decorated)
        if not has_own:
            yield from callers


def is_of_system(symtab):
    """Is it a header of the compiler or the system?"""
    return symtab.fullname().startswith(SYSTEM)


def user_frame(frame):
    """The newest frame that is the program's own, in no library and no header
    of the system; else the newest with a line; else the newest at all."""
    others = [None, None]
    while frame is not None:
        if not is_of_runtime(frame):
            symtab = frame.find_sal().symtab
            if symtab is not None and not is_of_system(symtab):
                return frame
            which = 0 if symtab is not None else 1
            others[which] = others[which] or frame
        frame = frame.older()
    return others[0] or others[1]


def select_user_frame():
    frame = user_frame(gdb.newest_frame())
    if frame is not None:
        frame.select()
    return frame is not None


def say_storage(thread):
    """Main's storage is with the kernel thread that runs, where gdb does not
    look for it."""
    t = sleeper(thread)
    if t is not None and runtime.shown_by(t) == 0:
        say('thread-local variables are those of %s here' %
            runtime.name(runtime.running()))


def place(frame):
    if frame is None:
        return ''
    sal = frame.find_sal()
    where = '%s:%d' % (sal.symtab.filename, sal.line) if sal.symtab else ''
    return where + (' in %s' % frame.name() if frame.name() else '')


# ---- what memory is called --------------------------------------------------

def part_of(kind, offset):
    """The member, or element, at this offset in an object of that type."""
    if offset == 0 and (kind.name or '').startswith(
            ('pthread_', 'std::', 'sem_t')):
        return ''
    kind = kind.strip_typedefs()
    if kind.code == gdb.TYPE_CODE_ARRAY:
        element = kind.target()
        index = offset // element.sizeof
        return '[%d]%s' % (index, part_of(element,
                                          offset - index * element.sizeof))
    if kind.code == gdb.TYPE_CODE_STRUCT:
        for field in kind.fields():
            at = getattr(field, 'bitpos', None)
            if at is None or not 0 <= offset - at // 8 < field.type.sizeof:
                continue
            rest = part_of(field.type, offset - at // 8)
            return rest if field.is_base_class else '.%s%s' % (field.name, rest)
    return ''


def static_name(address):
    words = gdb.execute('info symbol %#x' % address, to_string=True).split()
    if 'section' not in words:
        return None
    symbol = gdb.lookup_global_symbol(words[0]) or \
        gdb.lookup_static_symbol(words[0])
    if symbol is None or not symbol.is_variable:
        return ' '.join(words[:words.index('in')])
    offset = int(words[2]) if words[1] == '+' else 0
    return words[0] + part_of(symbol.type, offset)


def local_name(address, frame):
    """By a variable of that frame that is there, or points there."""
    try:
        block = frame.block()
    except RuntimeError:
        return None
    while block is not None and not block.is_global and not block.is_static:
        for symbol in block:
            if not (symbol.is_variable or symbol.is_argument):
                continue
            try:
                value = symbol.value(frame)
                kind = symbol.type.strip_typedefs()
                if kind.code in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_REF):
                    kind = kind.target()
                    offset = address - int(value.cast(
                        gdb.lookup_type('long')) if value.type.code ==
                        gdb.TYPE_CODE_PTR else value.address)
                    part = part_of(kind, offset)
                    name = symbol.name + part
                    if value.type.code == gdb.TYPE_CODE_PTR:
                        name = symbol.name + part.replace('.', '->', 1) \
                            if part else '*' + symbol.name
                elif value.address is not None:
                    kind = symbol.type
                    offset = address - int(value.address)
                    name = symbol.name + part_of(kind, offset)
                else:
                    continue
                if 0 <= offset < kind.sizeof:
                    return name
            except (gdb.error, AttributeError):
                continue
        block = block.superblock
    return None


def object_name(address, frame):
    name = static_name(address)
    if name is None and frame is not None:
        name = local_name(address, frame)
    return name or report.names.get(address) or '%#x' % address


def wait_phrase(wait, frame):
    what, objects, holder, address = wait
    name = object_name(address, frame) if address else ''
    if what == 'pthread_join':
        return 'waits for the end of %s' % runtime.name(holder)
    if what == 'pthread_cond_wait':
        return 'waits for a signal on %s' % name
    if what == 'loop that waits':
        return 'waits in a loop for %s to change' % name
    if what == 'mz_await':
        return 'waits for %s to change (mz_await)' % name
    if objects:
        phrase = 'waits for %s %s' % (objects, name)
    else:
        phrase = 'waits: %s' % what + (' of %s' % name if name else '')
    if holder != NOBODY:
        phrase += ', held by %s' % runtime.name(holder)
    return phrase


# ---- the report -------------------------------------------------------------

class Report:
    """The steps of the execution, as the report has them."""

    def __init__(self):
        self.steps = {}
        self.message = ''
        self.other = None  # side of a race
        self.names = {}  # of objects, by their addresses
        self.notes = []
        self.blocked = []
        self.count = None

    def load(self, path, number):
        with open(path, encoding='utf-8', errors='replace') as file:
            error = json.load(file)['errors'][number - 1]
        self.message = error.get('headline') or error['message']
        self.names = {step['address']: step['object']
                      for step in error['trace'] if step['address']}
        self.other = error.get('other')
        self.notes = ((error.get('notes') or []) +
                      (error.get('critical') or {}).get('text', []))
        if error['kind'] == 'deadlock':
            self.blocked = error.get('blocked') or []
        self.steps = {step['step']: step for step in error['trace']}
        self.count = max(self.steps, default=0)

    def thread(self, number):
        return self.steps.get(number, {}).get('thread', NOBODY)

    def lines(self, numbers):
        """A line a step, in columns: number, thread, what, where."""
        rows = [self.row(number) for number in numbers]
        widths = [max((len(row[i]) for row in rows), default=0)
                  for i in range(2)]
        return ['%5d  %-*s  %-*s  %s' % (number, widths[0], row[0], widths[1],
                                         row[1], row[2])
                for number, row in zip(numbers, rows)]

    def row(self, number):
        step = self.steps.get(number)
        if step is None:
            return '', '(the report leaves it out)', ''
        where = ''
        if step.get('file'):
            where = '%s:%s' % (step['file'], step['line'])
            if step.get('function'):
                where += ' in %s' % step['function']
        return step['thread_name'], step['text'], where

    # ---- what the error depends on

    def slice(self):
        """The steps that explain the error, as the report's text has them."""
        return [n for n, step in self.steps.items() if not step.get('omitted')]

    def preempted(self, number):
        """Who could have gone on in its place; None: nobody."""
        before = self.steps.get(number - 1)
        if self.steps[number].get('preempts') and before:
            return before['thread_name']
        return None


report = Report()


def after(count):
    """Where an execution is that has taken so many steps."""
    if report.count and count >= report.count:
        return 'after the last step, %d' % report.count
    return 'before step %d of %s' % (count + 1, report.count or '?')


# ---- stops ------------------------------------------------------------------

def skip_runtime():
    """`step` does not go into the library."""
    where = gdb.find_pc_line(int(gdb.parse_and_eval('(long)&mz_debugger_come')))
    if where.symtab is not None and '/' in where.symtab.filename:
        gdb.execute('skip -gfile %s/*' %
                    where.symtab.filename.rsplit('/', 1)[0], to_string=True)


class Stop(gdb.Breakpoint):
    """Where the library wants the debugger to stop, and to say nothing."""

    def __init__(self):
        super().__init__('mz_debugger_come', internal=True)
        self.silent = True

    def stop(self):
        if not runtime.find():
            return False  # its SIGTRAP says that the library is another
        runtime['is_there'] = 1
        return True


def pending_stop():
    """The library is not there yet, which gdb would say."""
    gdb.execute('python Stop()', to_string=True)


def say(text):
    gdb.write('[mazurka: %s]\n' % text)


class Watcher:
    """Says at each stop what gdb does not say."""

    def __init__(self):
        self.steps = 0
        self.running = 0
        self.has_skipped = False
        self.is_sent = True  # to where it goes: else by a command of gdb's
        gdb.events.stop.connect(self.on_stop)
        gdb.events.exited.connect(self.on_exit)

    def on_exit(self, event):
        runtime.forget()
        self.is_sent = True
        self.steps = self.running = 0

    def on_stop(self, event):
        if not runtime.find():
            return
        breakpoints = getattr(event, 'breakpoints', [])
        if any(isinstance(b, (Returned, Silent)) for b in breakpoints):
            if any(isinstance(b, Arrived) for b in breakpoints):
                gdb.execute('frame')
                self.tell_others()
                self.note()
            return
        if any(isinstance(b, Stop) for b in breakpoints):
            self.on_own_stop(runtime['reason'])
        elif runtime.is_active():
            self.on_other_stop()
        self.note()
        self.is_sent = False
        self.give_names()

    def note(self):
        self.steps = runtime.told()
        self.running = runtime.running()

    def give_names(self):
        """So that front ends show them, too."""
        if not runtime.is_active():
            return
        for t, thread in program_threads().items():
            thread.name = runtime.name(t)

    def on_own_stop(self, reason):
        if not self.has_skipped:
            self.has_skipped = True
            skip_runtime()
        if reason == END:
            say("the execution is over: 'mz back' goes back into it, "
                "'continue' ends the process")
            return
        if reason == STEP:
            say(after(runtime.told()) + ', by %s:' %
                runtime.name(runtime.running()))
            step = report.steps.get(runtime.told() + 1)
            if step:
                gdb.write('  %s\n' % step['text'])
        elif reason == LOOP:
            say('%s has done no step for a second; %s' %
                (runtime.name(runtime.running()), report.message))
        else:
            if not self.is_sent:
                self.tell_others()
            say('error: ' + report.message)
        self.show_user_frame()

    def show_user_frame(self):
        if select_user_frame():
            gdb.execute('frame')

    def on_other_stop(self):
        """After a command of gdb's, or at a breakpoint of the user's."""
        self.tell_others()
        if is_of_runtime(gdb.newest_frame()):
            self.show_user_frame()

    def tell_others(self):
        """Who has run since the last stop, or runs now in place of another."""
        steps, running = runtime.told(), runtime.running()
        first = self.steps + 1 if steps >= self.steps else 1
        others = [n for n in range(first, steps + 1)
                  if report.thread(n) not in (NOBODY, self.running)]
        if running != self.running:
            say('%s runs now, %s' % (runtime.name(running), after(steps)))
        elif others:
            names = {report.steps[n]['thread_name']: None for n in others}
            say('meanwhile %s ran: steps %d to %d' %
                (' and '.join(names), others[0], others[-1]))


watcher = Watcher()


# ---- travel -----------------------------------------------------------------

def need_execution():
    if not runtime.find():
        raise gdb.GdbError('the program does not run under mazurka replay')


def check_where():
    """Nothing can be begun anew while the library is at work."""
    if not runtime.is_active() and runtime['reason'] != END:
        raise gdb.GdbError("no execution runs just now: 'continue' first")


def leave_execution():
    """It ends where it is: the next thing that the process does is to begin the
    execution anew."""
    runtime['again'] = 1
    if not runtime.is_active():
        return
    gdb.newest_frame().select()
    sp = int(gdb.parse_and_eval('(long)$rsp'))
    gdb.execute('set $rsp = %#x' % (((sp - 4096) & -16) - 8))
    gdb.execute('set $rip = (long)mz_debugger_abandon')


class NoBreakpoints:
    """On the way nothing of the user's stops."""

    def __enter__(self):
        self.enabled = [b for b in gdb.breakpoints()
                        if b.enabled and not isinstance(b, Stop)]
        for b in self.enabled:
            b.enabled = False

    def __exit__(self, *unused):
        for b in self.enabled:
            if b.is_valid():
                b.enabled = True


def travel(step):
    """To before this step; None: to where the execution fails."""
    need_execution()
    check_where()
    runner().switch()
    runtime['goal'] = step or 0
    runtime['goal_thread'] = report.thread(step)
    told = runtime.told()
    if step is not None and (step <= told or not runtime.is_active()):
        leave_execution()
    watcher.is_sent = True
    with NoBreakpoints():
        gdb.execute('continue')
    watcher.is_sent = False
    if runtime.find():
        runtime['goal'] = 0


def number_of(argument, otherwise):
    if not argument:
        return otherwise
    try:
        number = int(gdb.parse_and_eval(argument))
    except (gdb.error, ValueError):
        number = 0
    if number < 1:
        raise gdb.GdbError("'%s': a number from 1 is wanted" % argument)
    return number


class Mz(gdb.Command):
    """The execution that mazurka replays: its threads, its steps, its time.

The program's threads take turns, and each turn is a step; the steps are those
of the report. An execution stands before a step, or after the last one."""

    def __init__(self):
        super().__init__('mz', gdb.COMMAND_RUNNING, prefix=True)

    def invoke(self, argument, from_tty):
        if argument:
            raise gdb.GdbError("there is no 'mz %s': see help mz" %
                               argument.split()[0])
        gdb.execute('help mz')


class MzGoto(gdb.Command):
    """Go to a step: mz goto STEP, or mz goto end.

The execution stops before that step, in the thread that is about to take it;
'end' is where it fails. If the step has been taken already the execution is
begun anew and run up to there: it is the same each time, but what was changed
by hand is not. Breakpoints do not stop on the way."""

    def __init__(self):
        super().__init__('mz goto', gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        if argument == 'end':
            travel(None)
            return
        step = number_of(argument, 0)
        if not step:
            raise gdb.GdbError('mz goto STEP: which step? See mz list')
        if report.count is not None and step > report.count:
            raise gdb.GdbError('the execution has %d steps: mz goto end goes '
                               'to where it fails' % report.count)
        travel(step)


class MzStep(gdb.Command):
    """Take the next step: mz step [COUNT].

The thread whose turn it is takes it. The execution stops before the one that
comes then, whoever takes that, or where it fails."""

    def __init__(self):
        super().__init__('mz step', gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        need_execution()
        step = runtime.told() + 1 + number_of(argument, 1)
        travel(step if report.count is None or step <= report.count else None)


class MzBack(gdb.Command):
    """Go back by a step: mz back [COUNT].

The execution is begun anew and run up to there: it is the same each time, but
what was changed by hand is not."""

    def __init__(self):
        super().__init__('mz back', gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        need_execution()
        travel(max(1, runtime.told() + 1 - number_of(argument, 1)))


class MzList(gdb.Command):
    """List steps around the next one: mz list [all].

An arrow is at the step that comes next."""

    def __init__(self):
        super().__init__('mz list', gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        coming = runtime.told() + 1 if runtime.find() else 0
        first, last = 1, report.count or 0
        if argument != 'all':
            first, last = max(1, coming - 5), min(last, coming + 5)
        numbers = list(range(first, last + 1))
        for number, line in zip(numbers, report.lines(numbers)):
            gdb.write('%s%s\n' % ('=>' if number == coming else '  ', line))
        if coming > (report.count or 0):
            gdb.write('=>     *  error: %s\n' % report.message)


class MzWhy(gdb.Command):
    """List the steps that the error depends on.

They are those that the report shows, with who could have gone on where another
thread did; behind each are those of other threads that it comes after in the
partial order of the execution. 'mz list all' lists all steps."""

    def __init__(self):
        super().__init__('mz why', gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        gdb.write('error: %s\n' % report.message)
        for blocked in report.blocked:
            if blocked.get('object'):
                self.tell_blocked(blocked)
        if report.other and report.other.get('file'):
            gdb.write('  the other side is at %s:%s in %s\n' % (
                report.other['file'], report.other['line'],
                report.other.get('function')))
        for note in report.notes:
            gdb.write('  %s\n' % note)
        numbers = report.slice()
        for number, line in zip(numbers, report.lines(numbers)):
            preempted = report.preempted(number)
            if preempted:
                gdb.write('       -- %s could go on --\n' % preempted)
            before = ' and '.join('%d' % b for b in
                                  report.steps[number].get('after') or ()
                                  if b in numbers)
            gdb.write('%s%s\n' % (line.rstrip(),
                                  '  (after %s)' % before if before else ''))
        left_out = len(report.steps) - len(numbers)
        if left_out:
            gdb.write("(%d more step%s: mz list all)\n" %
                      (left_out, 's' * (left_out != 1)))

    def tell_blocked(self, blocked):
        line = '  %s waits for %s' % (blocked['thread_name'], blocked['object'])
        if blocked.get('holder_name'):
            line += ', held by %s' % blocked['holder_name']
        if blocked.get('since'):
            line += ' since step %d' % blocked['since']
        if blocked.get('sharers'):
            line += ', %s %s' % (blocked['shared'], ', '.join(
                'by %s since step %d' % (s['thread_name'], s['since'])
                for s in blocked['sharers']))
        gdb.write(line + '\n')


# ---- threads ----------------------------------------------------------------

def tell_threads():
    """Number -> (gdb's thread, its name, what it does, where)."""
    need_execution()
    if not runtime.is_active():
        raise gdb.GdbError('no execution runs just now')
    waits = runtime.waits()
    told = {}
    with Selection():
        for t, thread in sorted(program_threads().items()):
            thread.switch()
            frame = user_frame(gdb.newest_frame())
            if t in waits:
                what = wait_phrase(waits[t], frame)
            elif t == runtime.running():
                what = 'runs'
            else:
                what = 'can go on'
            told[t] = (thread, runtime.name(t), what, place(frame))
    return told


class InfoThreads(gdb.Command):
    """List the program's threads: what each waits for, and where.

They take turns on one kernel thread, which is gdb's thread 1: that is the
thread of the program that runs. Kernel threads that do nothing are not listed.
"""

    def __init__(self, name):
        super().__init__(name, gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        told = list(tell_threads().values())
        selected = gdb.selected_thread().num
        names = max(len(name) for _, name, _, _ in told)
        whats = max(len(what) for _, _, what, _ in told)
        gdb.write('  %-4s %-*s  %-*s  %s\n' % ('Id', names, 'Thread', whats,
                                              'What', 'Where'))
        for thread, name, what, where in told:
            gdb.write('%s %-4d %-*s  %-*s  %s\n' % (
                '*' if thread.num == selected else ' ', thread.num, names, name,
                whats, what, where))


class MzThread(gdb.Command):
    """Select a thread of the program by its name: mz thread NAME.

Its stack is the one that bt shows then, and the frame is the program's."""

    def __init__(self):
        super().__init__('mz thread', gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        need_execution()
        for t, thread in program_threads().items():
            if argument in (runtime.short_name(t), runtime.name(t)):
                thread.switch()
                select_user_frame()
                gdb.execute('frame')
                say_storage(thread)
                return
        raise gdb.GdbError("there is no thread '%s': see info threads" %
                           argument)


def apply(words, numbers):
    """A command, with its flags, to gdb's threads of these numbers; None: to
    all."""
    flags = ''
    while words and words[0].startswith('-'):
        flags += words.pop(0)
    if not words:
        raise gdb.GdbError('thread apply ... COMMAND: which command?')
    told = tell_threads()
    with Selection():
        for thread, name, what, _ in told.values():
            if numbers is not None and thread.num not in numbers:
                continue
            thread.switch()
            select_user_frame()
            title = '\nThread %d (%s, which %s):\n' % (thread.num, name, what)
            try:
                said = gdb.execute(' '.join(words), to_string=True)
            except gdb.error as error:
                if 's' not in flags and 'c' not in flags:
                    gdb.write(title)
                    raise gdb.GdbError(str(error)) from None
                said = '%s\n' % error if 's' not in flags else ''
            if said or 's' not in flags:
                gdb.write(title + said)


def numbers_in(word):
    """As `thread apply` has them: 2, 1.2, 2-4, $_thread; None: no such word."""
    if word.startswith('$'):
        return [int(gdb.parse_and_eval(word))]
    found = re.fullmatch(r'(?:1\.)?(\d+)(?:-(\d+))?', word)
    if not found:
        return None
    first, last = found.groups()
    return range(int(first), int(last or first) + 1)


class ThreadApply(gdb.Command):
    """Apply a command to some threads: thread apply ID... [FLAG] COMMAND.

They have the numbers that info threads tells; flags as with thread apply
all."""

    def __init__(self):
        super().__init__('thread apply', gdb.COMMAND_STATUS, prefix=True)

    def invoke(self, argument, from_tty):
        words, numbers = argument.split(), []
        while words and numbers_in(words[0]) is not None:
            numbers += numbers_in(words.pop(0))
        if not numbers:
            raise gdb.GdbError('thread apply ID... COMMAND: which threads? See '
                               'info threads')
        apply(words, numbers)


class ThreadApplyAll(gdb.Command):
    """Apply a command to all threads: thread apply all [FLAG] COMMAND.

In each the program's frame is selected before. With -c an error in one thread
does not keep the command from others; with -s nor is it shown."""

    def __init__(self):
        super().__init__('thread apply all', gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        apply(argument.split(), None)


class ThreadFind(gdb.Command):
    """List threads whose names match: thread find REGEX."""

    def __init__(self):
        super().__init__('thread find', gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        found = [(thread.num, name) for thread, name, _, _
                 in tell_threads().values() if re.search(argument, name)]
        for number, name in found:
            gdb.write('Thread %d is %s\n' % (number, name))
        if not found:
            gdb.write('No threads match \'%s\'\n' % argument)


class Thread(gdb.Command):
    """Select a thread of the program by its number: thread [ID].

It is the number that info threads tells; mz thread has names. The frame that is
selected is the program's. Without a number it is told which is selected."""

    def __init__(self):
        super().__init__('thread', gdb.COMMAND_STATUS, prefix=True)

    def invoke(self, argument, from_tty):
        selected = gdb.selected_thread()
        if not argument:
            if selected is None:
                gdb.write('No thread selected\n')
            else:
                gdb.write('[Current thread is %s]\n' % self.named(selected))
            return
        numbers = numbers_in(argument)
        for thread in gdb.selected_inferior().threads():
            if numbers is not None and thread.num in numbers:
                self.select(thread)
                return
        raise gdb.GdbError("there is no thread '%s': see info threads" %
                           argument)

    def named(self, thread):
        if not runtime.find() or not runtime.is_active():
            return str(thread.num)
        for t, shown in program_threads().items():
            if shown.num == thread.num:
                return '%d (%s)' % (thread.num, runtime.name(t))
        return "%d, none of the program's threads" % thread.num

    def select(self, thread):
        thread.switch()
        gdb.write('[Switching to thread %s]\n' % self.named(thread))
        if runtime.find() and runtime.is_active() and select_user_frame():
            gdb.execute('frame')
            say_storage(thread)
        else:
            gdb.execute('frame')


class MzBt(gdb.Command):
    """Show the stacks of all threads of the program."""

    def __init__(self):
        super().__init__('mz bt', gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        gdb.execute('thread apply all bt')


def select_runner():
    """The thread that runs is the one that commands like `next` are about."""
    if gdb.selected_thread().ptid[1] != gdb.selected_inferior().pid:
        say('this thread waits for its turn: %s goes on' %
            runtime.name(runtime.running()))
        runner().switch()


class Silent(gdb.Breakpoint):
    """For once, and without a word."""

    def __init__(self, address):
        super().__init__('*%#x' % address, internal=True, temporary=True)
        self.silent = True


class Arrived(Silent):
    """The same, but that it is told where."""


class Returned(gdb.FinishBreakpoint):
    """The program's call of the library is done."""

    def __init__(self, frame):
        super().__init__(frame, internal=True)
        self.silent = True
        self.is_met = False

    def stop(self):
        self.is_met = True
        return True


def stop_at_once(pc):
    """The command that comes now is to stop where the program is: at a
    breakpoint there, to which gdb must seem to come from elsewhere."""
    nop = int(gdb.parse_and_eval('(long)&mz_nothing'))
    gdb.execute('set $rip = %#x' % nop)
    Silent(nop + 1)
    gdb.execute('continue')
    gdb.execute('set $rip = %#x' % pc)
    Arrived(pc)


def leave_runtime():
    """A stop in the library is one in the program's line that has called it:
    such a command goes on from there."""
    newest = gdb.newest_frame()
    if not is_of_runtime(newest):
        return
    if runtime['reason'] == FAILURE:
        raise gdb.GdbError("here the execution fails: 'mz back' goes back, "
                           "'continue' ends it")
    caller = user_frame(newest)
    if caller is None:
        raise gdb.GdbError("nothing of the program runs: 'continue'")
    line = caller.find_sal().line
    callee = caller.newer()
    while callee.type() == gdb.INLINE_FRAME:
        callee = callee.newer()
    returned = Returned(callee)
    gdb.execute('continue')
    if not returned.is_met:
        raise gdb.GdbError('it has not come back from there')
    pc = gdb.newest_frame().pc()
    now = gdb.find_pc_line(pc)
    if now.pc == pc and now.line != line:
        stop_at_once(pc)


class BeforeStep(gdb.Command):
    """Before next, step and their like: where they are to begin."""

    def __init__(self):
        super().__init__('mazurka-before-step', gdb.COMMAND_OBSCURE)

    def invoke(self, argument, from_tty):
        if runtime.find() and gdb.selected_thread() is not None:
            select_runner()
            leave_runtime()


class BeforeGoingOn(gdb.Command):
    """Before finish and its like: of which thread they are."""

    def __init__(self):
        super().__init__('mazurka-before-going-on', gdb.COMMAND_OBSCURE)

    def invoke(self, argument, from_tty):
        if runtime.find() and gdb.selected_thread() is not None:
            select_runner()


# ---- begin ------------------------------------------------------------------

def load_report():
    path = gdb.convenience_variable('mazurka_report')
    if path is None:
        return
    try:
        number = gdb.convenience_variable('mazurka_error')
        report.load(path.string(), 1 if number is None else int(number))
    except (OSError, ValueError, LookupError, TypeError) as error:
        say('%s is a report of another version of mazurka: steps have no names '
            '(%r)' % (path.string(), error))


def begin():
    gdb.unwinder.register_unwinder(None, FiberUnwinder(), replace=True)
    RuntimeFilter()
    for command in (Mz, MzGoto, MzStep, MzBack, MzList, MzWhy, MzThread, MzBt,
                    Thread, ThreadApply, ThreadApplyAll, ThreadFind, BeforeStep,
                    BeforeGoingOn):
        command()
    InfoThreads('info threads')
    InfoThreads('mz threads')
    for name in ('step', 'next', 'stepi', 'nexti', 'until'):
        gdb.execute('define hook-%s\nmazurka-before-step\nend' % name)
    for name in ('finish', 'advance', 'jump'):
        gdb.execute('define hook-%s\nmazurka-before-going-on\nend' %
                    name)
    pending_stop()
    load_report()


begin()
