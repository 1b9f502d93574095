#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Data races that are not to be reported: the search goes on, finds what else
# there is, and the verdict says that there were some.
. "$(dirname "$0")/frame"

cat >library.c <<'END'
static int hits;
int theirs, ours;
void library_count(void)
{
    hits++;
}
int library_look(void)
{
    return theirs;
}
END
cat >program.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void library_count(void);
int library_look(void);
extern int theirs, ours;
static atomic_int turns;
static void *run(void *unused)
{
    library_count();
#ifdef RACE
    ours++;
#endif
    int before = turns;
    turns = before + 1;
    return unused;
}
static void *look(void *unused)
{
    library_look();
    return unused;
}
#ifdef LOOK
static void *look_oneself(void *unused)
{
    return theirs ? unused : 0;
}
#else
#define look_oneself look
#endif
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, run, 0);
    run(0);
    pthread_join(a, 0);
#ifdef CHECK
    assert(turns == 2);
#endif
    pthread_create(&a, 0, look, 0);
    pthread_create(&b, 0, look_oneself, 0);
    theirs = 1;
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
END
"$MAZURKA" cc -c library.c program.c
"$MAZURKA" cc program.o library.o -o program
"$MAZURKA" cc -shared -fPIC library.c -o liblibrary.so
"$MAZURKA" cc program.o ./liblibrary.so -o with_library

# suppressed PATTERN ARGUMENTS...: nothing is left to be reported.
suppressed() {
    echo "$1" >file
    shift
    run 3 "$MAZURKA" check --suppressions=file "$@"
    prints 'all executions explored, but '
    prints 'data races were suppressed: '
    prints 'hint: '
}
# reported PATTERN TEXT ARGUMENTS...: something is, and the rest counted.
reported() {
    local text=$2
    echo "$1" >file
    shift 2
    run 42 "$MAZURKA" check --suppressions=file "$@"
    prints "$text"
}
for options in '' --isolation=fork -j2 '--algorithm=source --keep-going'; do
    suppressed 'race:library_' $options ./program
done
suppressed 'race:^library_*' ./program
suppressed 'race_top:library.c$' ./program
suppressed 'race:lib*ry.c' ./program
suppressed 'race:liblibrary.so' ./with_library
suppressed '  race:library_count
# a comment

race:^library_look$ ' ./program
prints 'note: '
reported 'race:library_look' 'library_count' ./program
reported 'race:^brary' 'library_count' ./program
reported 'race:library_$' 'library_count' ./program
reported 'race:library?count' 'library_count' ./program
reported 'race:library_' 'data race on ours' -DRACE program.c library.c
prints 'were suppressed'
reported 'race:library_' 'assertion failed' -DCHECK program.c library.c
last=$(tail -n 1 .out)
run 42 sh -c "$last"
prints 'assertion failed'
# One of several readers is passed over, not the others.
reported 'race:library_' 'data race on theirs' -DLOOK program.c library.c
run 3 "$MAZURKA" check --format=json --suppressions=file ./program
[ "$(field limit) $(field suppressed)" = 'suppressed 3' ] ||
    failed 'not counted'

# A file without a race to suppress changes nothing.
write_correct ok.c
run 0 "$MAZURKA" check --suppressions=file ok.c

refuses 2 'No such file' "$MAZURKA" check --suppressions=none ./program
printf 'race:a\nmutex:b\n' >file
refuses 2 'file:2: ' "$MAZURKA" check --suppressions=file ./program
echo 'called_from_lib:libx.so' >file
refuses 2 'file:1: ' "$MAZURKA" check --suppressions=file ./program
echo 'race:^' >file
refuses 2 'the pattern is empty' "$MAZURKA" check --suppressions=file ./program
nothing_left
