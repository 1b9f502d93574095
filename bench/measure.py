# SPDX-License-Identifier: Apache-2.0
"""The papers' programs: compiled, checked, and what a check took."""
import json
import os
import resource
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, os.environ.get('MAZURKA_BUILD', 'build'))
MAZURKA = os.path.join(BUILD, 'mazurka')
FLOOR = os.path.join(BUILD, 'bench', 'floor')
PAGES = 2 # that an execution of a small program writes


class Check:
    """What one `mazurka check` said and took."""
    def __init__(self, said, cpu):
        self.verdict = said['verdict']
        self.executions = said['executions']
        self.blocked = said['blocked']
        self.runs = self.executions + self.blocked
        self.transitions = said['events']    # edges of the search tree
        self.events_run = said['events_run'] # with the replayed ones
        self.nodes = said['largest_tree']
        self.megabytes = said['max_rss_kb'] / 1024
        self.stats = said.get('stats')       # with --stats
        self.cpu = cpu

    def nanoseconds(self):
        """For each event, replayed ones included."""
        return self.cpu * 1e9 / max(1, self.events_run)

    def nanoseconds_new(self):
        """For each event that is new, replayed ones not counted."""
        return self.cpu * 1e9 / max(1, self.transitions)

    def times_floor(self):
        """The time as a multiple of what its switches and pages take."""
        return self.times_floor_of(self.events_run)

    def times_floor_of_new(self):
        """The same, had it but to switch for what is new."""
        return self.times_floor_of(self.transitions)

    def times_floor_of(self, events):
        runs = max(1, self.runs)
        switches = max(2, round(events / runs))
        before = cpu_of_children()
        subprocess.run([FLOOR, str(runs), str(switches), str(PAGES)],
                       stdout=subprocess.DEVNULL, check=True)
        return self.cpu / (cpu_of_children() - before)


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Bench:
    """Checks programs in a folder, each way `best` times, for its time."""
    def __init__(self, folder, best):
        self.folder, self.best = folder, best
        self.programs, self.checks = {}, {}

    def program(self, file, flags):
        """bench/FILE compiled with FLAGS."""
        key = file, flags
        if key not in self.programs:
            path = os.path.join(self.folder, f'program{len(self.programs)}')
            subprocess.run([MAZURKA, 'cc', '-O2', '-pthread', *flags.split(),
                            os.path.join(ROOT, 'bench', file), '-o', path],
                           check=True)
            self.programs[key] = path
        return self.programs[key]

    def check(self, file, flags, *options):
        return self.check_ways(file, flags, [options])[0]

    def check_ways(self, file, flags, ways):
        """A check for each of several lists of options. Their runs alternate:
        what else the machine does, it does to all of them."""
        program = self.program(file, flags)
        keys = [(file, flags, way) for way in ways]
        new = [key for key in keys if key not in self.checks]
        for _ in range(self.best):
            for key in new:
                self.run_better(key, program)
        return [self.checks[key] for key in keys]

    def run_better(self, key, program):
        """Once more, and the faster one counts."""
        kept = self.checks.get(key)
        if kept and kept.verdict == 'incomplete':
            return # it took what it may
        check = self.run(program, key[2])
        if not kept or check.cpu < kept.cpu:
            self.checks[key] = check

    @staticmethod
    def run(program, options):
        before = cpu_of_children()
        # The papers' relation: additions whose results nobody uses depend.
        out = subprocess.run([MAZURKA, 'check', '--quiet', '--format=json',
                              '--dependence=rw', *options, program],
                             stdout=subprocess.PIPE)
        return Check(json.loads(out.stdout), cpu_of_children() - before)
