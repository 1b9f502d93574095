#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Choices of numbers with many values: likely ones first, with all orders of the
# threads; never `safe` unless all values were tried.
. "$(dirname "$0")/frame"

cat >one.c <<'C'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();

    assert(x != 0x7fffffff); /* the greatest: 5 is written nowhere but here */
    assert(x != -77002);
    return (unsigned)x % 4 == 5;
}
C
cat >both.c <<'C'
/* More orders than anyone explores with one value, and one bad pair. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
static int n, x;
static unsigned long y;
static void *count(void *unused)
{
    for (int i = 0; i < 8; i++)
        n++;
    return unused;
}
int main(void)
{
    pthread_t t[3];

    x = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, count, NULL);
    y = __VERIFIER_nondet_ulong();
    assert(x != -1 || y != -1ul);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
cat >choose.c <<'C'
#include <assert.h>
#include <mazurka.h>
int main(void)
{
    unsigned x = mz_choose(65537);

    assert(x != BAD);
    return 0;
}
C
told() {
    python3 -ISc 'import json, sys
told = json.load(open(".out"))
print(*[told.get(name) for name in sys.argv[1:]])' "$@"
}

# The greatest, then what is next to a constant of the text (or its opposite).
run 42 "$MAZURKA" check --format=json one.c
[ "$(told executions)" -le 10 ] || failed 'the greatest value comes late'
sed -i '/0x7fffffff/d' one.c
run 42 "$MAZURKA" check --format=json one.c
[ "$(told executions)" -le 30 ] || failed 'a constant comes late'
# No value violates this; that all were tried nobody says.
sed -i '/77002/d' one.c
run 3 "$MAZURKA" check --max-executions=3000 one.c
prints 'max-executions): 3000 executions'

# What one value and all orders would hide, and all values with one order; the
# same with several workers; and it is seen again.
run 42 "$MAZURKA" check --plain=interleave --format=json both.c
found=$(told executions blocked)
cp .out both.json
run 42 "$MAZURKA" check --plain=interleave --format=json -j 2 both.c
[ "$(told executions blocked)" = "$found" ] || failed 'two workers differ'
run 42 "$MAZURKA" replay both.json
prints 'x is -1'
prints 'y is 18446744073709551615'
run 42 "$MAZURKA" check --plain=interleave --algorithm=random both.c

# All values are tried, each once in the last lane.
run 0 "$MAZURKA" check -v -DBAD=70000 choose.c
says 'again, with 262144 values of each wide choice'
run 42 "$MAZURKA" check "-DBAD=13106 * 5" choose.c
run 3 "$MAZURKA" check --max-executions=1000 -DBAD=70000 choose.c
