#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Code that was not instrumented: however it comes into a program, a lost update
# in it is not passed over in silence. --trust says that it does not matter.
# linker: usual
. "$(dirname "$0")/frame"

cat >counter.c <<'END'
static int count;
void bump(void)
{
    int old = count;
    count = old + 1;
}
int value(void)
{
    return count;
}
END
cat >program.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void bump(void);
int value(void);
static atomic_int turns;
static void *run(void *unused)
{
    turns++;
    bump();
    turns++;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    assert(value() == 2);
    return 0;
}
END
echo 'int twice(int a) { return 2 * a; }' >other.c
gcc -O1 -c counter.c -o foreign.o
gcc -c other.c -o other.o
gcc -shared -fPIC counter.c -Wl,-soname,libforeign.so.1 -o libforeign.so.1
ln -s libforeign.so.1 libforeign.so
gcc -shared -fPIC counter.c -o libplain.so
ar rcs libone.a foreign.o other.o
ar rcsT libthin.a other.o foreign.o
"$MAZURKA" cc -c program.c -o program.o
"$MAZURKA" cc -c counter.c -o ours.o
"$MAZURKA" cc -shared -fPIC counter.c -o libours.so
gcc -Dbump=b2 -Dvalue=v2 -O1 -c counter.c -o hidden.o
ld -r ours.o hidden.o -o mixed.o
"$MAZURKA" cc -r ours.o hidden.o -o noted.o

# not_seen NAME COMMAND...: and nothing else is told.
not_seen() {
    local name=$1
    shift
    run 3 "$MAZURKA" check "$@"
    [ "$(grep '^not seen: ' .out | grep -cv 'nobody announced it')" -eq 1 ] ||
        failed 'not just one'
    prints "not seen: $name ("
    prints 'not everything was seen'
    prints 'hint: build it with '
}
# built NAME ARGUMENTS...: linked from program.o and these, then checked.
built() {
    local name=$1
    shift
    command="mazurka cc $*"
    "$MAZURKA" cc program.o "$@" -Wl,-rpath,"$PWD" -o built ||
        failed 'does not link'
    not_seen "$name" ./built
}
not_seen foreign.o program.c foreign.o
not_seen 'libone.a(foreign.o)' program.c libone.a
not_seen libplain.so program.c ./libplain.so
built foreign.o foreign.o
built 'libone.a(foreign.o)' -L. -Wl,-Bstatic -lone -Wl,-Bdynamic
built 'foreign.o' libthin.a
built libforeign.so.1 -L. -lforeign
built libforeign.so.1 ./libforeign.so.1
for linker in gold lld; do
    ! command -v ld.$linker >/dev/null || built 'libone.a(foreign.o)' \
        -fuse-ld=$linker libone.a
done
echo 'program.o libone.a' >arguments
built 'libone.a(foreign.o)' -o built -Wl,-Map=kept.map libone.a
grep -q foreign.o kept.map || failed 'no map'
"$MAZURKA" cc @arguments -o built || failed 'does not link'
not_seen 'libone.a(foreign.o)' ./built

# What is instrumented shows its error; what was linked with it is told, too.
finds() {
    run 42 "$MAZURKA" check "$@"
    prints 'data race'
}
silent_but() {
    [ "$(grep '^not seen: ' .out | grep -v 'nobody announced it' |
        cut -d'(' -f1)" = "$1" ] ||
        failed "not told: $1"
}
finds program.c ours.o
silent_but ''
finds program.c ./libours.so
silent_but ''
finds program.c mixed.o
silent_but 'not seen: mixed.o '
finds program.c noted.o
silent_but 'not seen: hidden.o '

# Whoever links without us does not know.
gcc program.o ours.o -o alien "$(dirname "$MAZURKA")/libmazurka.so" \
    -Wl,-rpath,"$(dirname "$MAZURKA")" -pthread
finds ./alien
silent_but 'not seen: alien '

# A library of the system is no more seen than another, but for the runtimes.
cat >safe.c <<'END'
#include <pthread.h>
static void *nothing(void *unused)
{
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, nothing, 0);
    pthread_join(t, 0);
    return 0;
}
END
run 0 "$MAZURKA" check safe.c -lm -Wl,--no-as-needed -ldl -latomic
run 0 "$MAZURKA" check safe.c other.c
not_seen libjansson.so.4 safe.c -Wl,--no-as-needed -ljansson
cp safe.c safe.cc
run 0 "$MAZURKA" check safe.cc
run 0 "$MAZURKA" check -static-libstdc++ -static-libgcc safe.cc


# ---- trust -------------------------------------------------------------------

trusts() {
    local expected=$1
    shift
    run "$expected" "$MAZURKA" check "$@"
}
trusts 0 --trust=foreign.o program.c foreign.o
prints 'all executions explored, trusting foreign.o: '
prints 'trusted: foreign.o (linked into the program; not instrumented)'
trusts 0 --trust='libone.a(foreign.o)' program.c libone.a
trusts 0 --trust=libone.a program.c libone.a
trusts 0 --trust=./libplain.so program.c ./libplain.so
trusts 0 --trust=all program.c ./libplain.so
trusts 0 --trust=other --trust=libplain.so program.c ./libplain.so
trusts 3 --trust=libplain program.c ./libplain.so
trusts 3 --trust=foreign.o program.c libone.a
trusts 3 --trust=one.a program.c libone.a
trusts 42 --trust=all program.c ours.o
run 3 "$MAZURKA" check --format=json program.c libone.a
python3 -ISc 'import json
told = json.load(open(".out"))
[one] = [t for t in told["not_seen"] if t["kind"] != "access"]
assert (told["limit"], one["kind"], one["name"], one["trusted"]) == (
    "not-seen", "unit", "libone.a(foreign.o)", False), told' || failed 'not told'
refuses 2 '--trust=' "$MAZURKA" check --trust= program.c

# What a library does by libc is seen, but not its lock: two such calls are no
# race, and one beside an access of the program is, if no call lies between.
cat >box.c <<'END'
#include <string.h>
static char box[16];
static int held;
void put(const char *text)
{
    while (__atomic_exchange_n(&held, 1, __ATOMIC_ACQUIRE))
        ;
    strcpy(box, text);
    __atomic_store_n(&held, 0, __ATOMIC_RELEASE);
}
char *inside(void)
{
    return box;
}
END
cat >putting.c <<'END'
#include <pthread.h>
#include <string.h>
void put(const char *text);
char *inside(void);
static void *run(void *text)
{
#ifdef PAST
    strcpy(inside(), text);
#else
    put(text);
#endif
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, "a");
    put("b");
    pthread_join(t, 0);
    return 0;
}
END
gcc -O1 -fno-builtin -shared -fPIC box.c -o libbox.so
run 3 "$MAZURKA" check -fno-builtin putting.c ./libbox.so
run 42 "$MAZURKA" check -fno-builtin -DPAST putting.c ./libbox.so
prints 'error: data race on box'
contains .out 'order of' && failed 'an error is told twice'

# Thread-specific data whose key it has made before our constructors: each
# execution begins without.
cat >specific.c <<'END'
#include <pthread.h>
static pthread_key_t key;
__attribute__((constructor)) static void begin(void)
{
    pthread_key_create(&key, 0);
}
void *get(void)
{
    return pthread_getspecific(key);
}
void set(void *value)
{
    pthread_setspecific(key, value);
}
END
cat >user.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void *get(void);
void set(void *);
static atomic_int turns;
static void *run(void *value)
{
    assert(!get());
    turns++;
    set(value);
    turns++;
    assert(get() == value);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, &t);
    run(&turns);
    pthread_join(t, 0);
    assert(get() == &turns);
}
END
gcc -shared -fPIC specific.c -o libspecific.so
trusts 0 --trust=all user.c ./libspecific.so
prints ' 6 executions, '
nothing_left
