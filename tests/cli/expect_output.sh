#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --expect-output: what is written, by which ways, and where it ends up; which
# executions are compared, and with what.
. "$(dirname "$0")/frame"

told() {
    python3 -ISc 'import json, sys
told = json.load(open(".out"))
for name in sys.argv[1].split("."):
    told = told[int(name) if name.isdigit() else name]
print(told)' "$1"
}

# Two threads that write: SAY what they are given; then WAYS the process ends.
cat >two.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *say(void *what)
{
    const char *s = what;
    (void)s, (void)mutex;
    SAY;
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    BEFORE;
    pthread_create(&a, NULL, say, "a");
    pthread_create(&b, NULL, say, "b");
    END;
    return 0;
}
END
join='pthread_join(a, NULL); pthread_join(b, NULL)'

# checks STATUS SAY END [OPTION...]
checks() {
    local status=$1 say=$2 end=$3
    shift 3
    run "$status" "$MAZURKA" check --expect-output=same "-DSAY=$say" \
        "-DEND=$end" "-DBEFORE=${before:-}" "$@" two.c
}
before='puts("begin")'

# The order of output is explored, by all; and with it the error is found.
for how in '' -j2 --isolation=fork --algorithm=naive --algorithm=qpor \
    --algorithm=optimal --plain=interleave --checkpoints=always --keep-going \
    '--algorithm=pct --max-executions=100'; do
    checks 42 'puts(s)' "$join" $how
    prints 'error: the output is not as expected: stdout, line 2, byte 7: "b\n" instead of "a\n" [output]'
done
# What is written when the process ends may be cut off: that is not explored.
for end in exit _exit quick_exit; do
    checks 3 'if (*s == 97) write(1, s, 1)' "$end(0)"
    prints "not seen: $end (the process ends beside other threads"
done
checks 0 'if (*s == 97) write(1, s, 1)' "$join; _exit(0)"
# Without the option nothing is compared, nor explored.
run 0 "$MAZURKA" check "-DSAY=puts(s)" "-DEND=$join" -DBEFORE= two.c
prints ': 1 execution,'
# The same in all executions, of which there are as many as without output.
for how in '' -j2 --isolation=fork --algorithm=naive; do
    checks 0 'pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex)' \
        "$join; puts(\"end\")" $how
    prints ': 2 executions,'
done

# Replay shows the execution's own output, and the error.
checks 42 'puts(s)' "$join" --format=json --output=found.json
run 42 "$MAZURKA" replay found.json
prints 'line 2, byte 7: "b\n" instead of "a\n" [output]'
sed -n '1,3p' .out | tr -d '\n' | grep -qx beginba || failed 'no output shown'
cp found.json .out
[ "$(told errors.0.output.found) $(told errors.0.output.expected)" = 'b\n a\n' ] ||
    failed 'not told'

# By whatever way it is written.
while read -r say; do
    before= checks 42 "$say" "$join"
    prints '[output]'
done <<'END'
printf("%s%g", s, 1.5)
dprintf(1, "%s", s)
putc(*s, stdout)
write(1, s, 1)
pwrite(1, s, 1, 0)
write(dup(1), s, 1)
{ FILE *f = fopen("/dev/stdout", "a"); fputs(s, f); fclose(f); }
pthread_mutex_lock(&mutex); putchar_unlocked(*s); pthread_mutex_unlock(&mutex)
END
before= checks 2 'fputs(s, fdopen(1, "w"))' "$join"
says 'several streams on one file'

before= checks 2 '' "$join; system(\"echo\")"
says 'system with --expect-output'

# However the process ends: what has been flushed by then counts.
before= checks 42 'fputs(s, stdout)' 'pthread_exit(NULL)'
before= checks 0 'fputs(s, stdout)' "$join; _exit(0)"
before= checks 42 'write(1, s, 1)' "$join; _exit(0)"
before= checks 42 'write(1, s, 1)' "$join; quick_exit(0)"
before= checks 42 'write(1, s, 1)' "$join; close(1)"

# Executions that do not end so are not compared, nor the reference. That one is
# the same for all who search; if there is none the verdict says so.
before= checks 42 'write(1, s, 1)' "$join; mz_assume(mz_choose(3) == 2)" --format=json
reference=$(told errors.0.output.expected)
for how in -j2 -j4 '--algorithm=random --seed=7 --max-executions=1000'; do
    before= checks 42 'write(1, s, 1)' \
        "$join; mz_assume(mz_choose(3) == 2)" --format=json $how
    [ "$(told errors.0.output.expected)" = "$reference" ] || failed "not $reference"
done
# What one that is cut has written is not the next one's.
before= checks 0 '' "$join; if (mz_choose(2)) { write(1, \"more\", 4); mz_assume(0); } puts(\"x\")"
prints '1 more with a false assumption'
# One has written more, or less.
before= checks 42 '' "$join; puts(\"x\"); if (mz_choose(2)) puts(\"y\")"
prints 'line 2, byte 3: "y\n" instead of the end'
before= checks 42 '' "$join; puts(\"x\"); if (!mz_choose(2)) puts(\"y\")"
prints 'line 2, byte 3: the end instead of "y\n"'
before= checks 3 'write(1, s, 1)' "$join; mz_assume(0)"
prints '(no-reference-output)'
before= checks 3 'write(1, s, 1)' "$join; mz_assume(0)" -j2
before= checks 42 'write(1, s, 1)' "$join; exit(3)"
prints '[exit]'

# Files: by their names from where the check began; also one that is not there.
say='int d = open("file", O_CREAT | O_WRONLY | O_APPEND, 0600); write(d, s, 1); close(d)'
before='chdir("/tmp"); chdir(HERE)'
file() {
    local status=$1 files=$2 end=$3
    shift 3
    run "$status" "$MAZURKA" check --expect-output=same$files "-DSAY=$say" \
        "-DHERE=\"$work\"" "-DBEFORE=$before" "-DEND=$join; $end" "$@" two.c
}
file 0 '' ''
file 42 :file ''
prints 'file, line 1, byte 1: "ba" instead of "ab"'
file 42 :other,file '' --isolation=fork
file 42 ":$work/file" '' -j2
file 0 :other ''
gone='char c; int d = open("file", O_RDONLY); read(d, &c, 1); if (c == *NAME) unlink("file")'
file 42 :file "$gone" '-DNAME="a"'
prints '"ba" instead of no such file'
file 42 :file "$gone" '-DNAME="b"'
prints 'no such file instead of "ab"'
[ ! -e file ] || failed 'a file was left'

# C++: also where streams are no longer to be in step with those of C.
cat >two.cc <<'END'
#include <iostream>
#include <thread>
static void say(const char *s) { std::cout << s << '\n'; }
int main()
{
    std::ios_base::sync_with_stdio(false);
    std::thread a(say, "a"), b(say, "b");
    a.join();
    b.join();
}
END
run 42 "$MAZURKA" check --expect-output=same two.cc
prints '[output]'

# What is expected may be in a file.
printf 'begin\n1\n2\n' >expected
before='puts("begin")'
run 42 "$MAZURKA" check --expect-output=as:expected "-DSAY=puts(s)" \
    "-DEND=$join" "-DBEFORE=$before" two.c
prints 'line 2, byte 7: "a\n" instead of "1\n"'
printf 'begin\na\nb\n' >expected
run 42 "$MAZURKA" check -j2 --expect-output=as:expected "-DSAY=puts(s)" \
    "-DEND=$join" "-DBEFORE=$before" two.c
prints 'line 2, byte 7: "b\n" instead of "a\n"'
run 0 "$MAZURKA" check --expect-output=as:expected -DSAY= \
    "-DEND=$join; puts(\"a\\nb\")" "-DBEFORE=$before" two.c
run 2 "$MAZURKA" check --expect-output=as:nothing -DSAY= -DEND= -DBEFORE= two.c
says 'a file that cannot be read'

# A program that was not built for it.
cc -pthread "-DSAY=puts(s)" "-DEND=$join" -DBEFORE= -I"$root/include" -o stock two.c
run 42 "$MAZURKA" check --preload --expect-output=same ./stock
prints '"b\n" instead of "a\n"'

for value in other same, same: same:a,,b same:a, as: as; do
    refuses 2 '--expect-output=' "$MAZURKA" check --expect-output=$value two.c
done
refuses 2 'contradict' "$MAZURKA" check --expect-output=same \
    --property=unreach-call two.c
