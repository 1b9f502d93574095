#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mz_linearizable: what is explored, what is told, what is refused.
. "$(dirname "$0")/frame"

cat >tests.c <<'END_OF_C'
#include <assert.h>
#include <limits.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 8 };

/* A counter, and one that forgets. */
static void *create(void)
{
    return calloc(1, 64 * sizeof(long));
}
static long add(void *counter)
{
    return atomic_fetch_add((atomic_long *)counter, 1);
}
static long add_in_two(void *counter)
{
    long n = atomic_load((atomic_long *)counter);

    atomic_store((atomic_long *)counter, n + 1);
    return n;
}
static long get(void *counter)
{
    return atomic_load((atomic_long *)counter);
}
static long add_twice(void *counter)
{
    return atomic_fetch_add((atomic_long *)counter, 1) * 2;
}

/* A queue that forgets nothing, but has two in the wrong order. */
struct queue {
    atomic_int ends[2];
    atomic_long items[2][SIZE];
};
static long put(void *object, long value)
{
    struct queue *q = object;
    int list = value % 2, i = atomic_fetch_add(&q->ends[list], 1);

    atomic_store(&q->items[list][i], value);
    return 0;
}
static long take(void *object)
{
    struct queue *q = object;

    for (int list = 0; list < 2; list++)
        for (int i = 0; i < atomic_load(&q->ends[list]); i++) {
            long value = atomic_exchange(&q->items[list][i], 0);

            if (value)
                return value;
        }
    return -1;
}
struct list {
    int first, end;
    long items[SIZE];
};
static long put_in_list(void *object, long value)
{
    struct list *l = object;

    l->items[l->end++] = value;
    return 0;
}
static long take_from_list(void *object)
{
    struct list *l = object;

    return l->first < l->end ? l->items[l->first++] : -1;
}

/* A buffer of one, in which calls wait. */
struct buffer {
    pthread_mutex_t m;
    pthread_cond_t c;
    long value;
};
static void *create_buffer(void)
{
    struct buffer *b = calloc(1, sizeof *b);

    pthread_mutex_init(&b->m, NULL);
    pthread_cond_init(&b->c, NULL);
    return b;
}
static long fill(void *object, long value)
{
    struct buffer *b = object;

    pthread_mutex_lock(&b->m);
    while (b->value)
        pthread_cond_wait(&b->c, &b->m);
    b->value = value;
    pthread_cond_broadcast(&b->c);
    pthread_mutex_unlock(&b->m);
    return 0;
}
static long empty_and(void *object, int (*wake)(pthread_cond_t *))
{
    struct buffer *b = object;
    long value;

    pthread_mutex_lock(&b->m);
    while (!b->value)
        pthread_cond_wait(&b->c, &b->m);
    value = b->value;
    b->value = 0;
    wake(&b->c);
    pthread_mutex_unlock(&b->m);
    return value;
}
static long empty(void *object)
{
    return empty_and(object, pthread_cond_broadcast);
}
static int forget(pthread_cond_t *c)
{
    (void)c;
    return 0;
}
static long empty_alone(void *object)
{
    return empty_and(object, forget);
}
static long model_fill(void *object, long value)
{
    struct buffer *b = object;

    if (b->value)
        return MZ_WAITS;
    b->value = value;
    return 0;
}
static long model_empty(void *object)
{
    struct buffer *b = object;
    long value = b->value;

    b->value = 0;
    return value ? value : MZ_WAITS;
}

/* Each thread sees its own writes at once, those of the other late. */
static _Thread_local long own;
static long write_late(void *variable, long value)
{
    own = value;
    atomic_store((atomic_long *)variable, value);
    return 0;
}
static long read_own(void *variable)
{
    return own ? own : atomic_load((atomic_long *)variable);
}
static long write_now(void *variable, long value)
{
    *(long *)variable = value;
    return 0;
}
static long read_now(void *variable)
{
    return *(long *)variable;
}

/* Which of two came first: always the same, it says. One trace, one order of
 * whose events shows that it is wrong. */
static long set_a(void *flags)
{
    atomic_store(&((atomic_int *)flags)[0], 1);
    return 0;
}
static long set_b(void *flags)
{
    atomic_store(&((atomic_int *)flags)[1], 1);
    return 0;
}
static long which(void *flags)
{
    return atomic_load(&((atomic_int *)flags)[0]) &&
           atomic_load(&((atomic_int *)flags)[1]);
}
static long note_a(void *object)
{
    long *came = object;

    came[0] = ++came[2];
    return 0;
}
static long note_b(void *object)
{
    long *came = object;

    came[1] = ++came[2];
    return 0;
}
static long which_came(void *object)
{
    long *came = object;

    return came[2] < 2 ? 0 : came[0] < came[1] ? 1 : 2;
}

static long crashes(void *unused)
{
    (void)unused;
    abort();
}
static long fails(void *counter)
{
    assert(atomic_fetch_add((atomic_long *)counter, 1) < 1);
    return 0;
}
static long leaves(void *unused)
{
    (void)unused;
    if (mz_choose(2))
        pthread_exit(NULL);
    return 0;
}
static long ends(void *unused)
{
    (void)unused;
    if (mz_choose(2))
        exit(0);
    return 0;
}
static int calls;
static long is_not_the_same(void *unused)
{
    (void)unused;
    return calls++;
}

/* Threads that calls create: what these do comes after the begin of the call,
 * and maybe after its end. */
static void *sets(void *flag)
{
    atomic_store((atomic_long *)flag, 1);
    return NULL;
}
static void *has_it_set(void *flag)
{
    pthread_t t;

    pthread_create(&t, NULL, sets, flag);
    pthread_join(t, NULL);
    return NULL;
}
static long set_by_others(void *flag)
{
    pthread_t t;

    pthread_create(&t, NULL, has_it_set, flag);
    pthread_join(t, NULL);
    return 0;
}
static long set_later(void *flag)
{
    pthread_t t;

    pthread_create(&t, NULL, sets, flag);
    pthread_detach(t);
    return 0;
}
static long set_flag(void *flag)
{
    *(long *)flag = 1;
    return 0;
}
static long leave_alone(void *unused)
{
    (void)unused;
    exit(0);
}

#define OBJECT(...) \
    &(struct mz_object){.create = create, .destroy = free, __VA_ARGS__}
#define CHECK(name, object, ...) \
    printf(name " %d\n", \
           mz_linearizable(object, &(struct mz_scenario){__VA_ARGS__}))

int main(int count, char **arguments)
{
    const struct mz_model list = {
        create, free,
        {MZ_OP(put_in_list, MZ_DATA), MZ_OP(take_from_list)}};
    const struct mz_model list_of_any = {
        create, free, {MZ_OP(put_in_list, MZ_RANGE(0, 5))}};
    const struct mz_model one = {
        create, free, {MZ_OP(model_fill, MZ_DATA), MZ_OP(model_empty)}};
    const struct mz_model variable = {
        create, free, {MZ_OP(write_now, MZ_RANGE(1, 2)), MZ_OP(read_now)}};
    const struct mz_object buffer = {
        create_buffer, free, {MZ_OP(fill, MZ_DATA), MZ_OP(empty)}, one};
    struct mz_object other = buffer;

    (void)arguments;
    CHECK("add", OBJECT(.operations = {MZ_OP(add), MZ_OP(get)}), .length = 3);
    if (count > 1)
        return 0;
    CHECK("add jobs", OBJECT(.operations = {MZ_OP(add), MZ_OP(get)}),
          .options = {.jobs = 2});
    CHECK("add fork", OBJECT(.operations = {MZ_OP(add), MZ_OP(get)}),
          .options = {.more = "--isolation=fork"});
    CHECK("add_in_two", OBJECT(.operations = {MZ_OP(add_in_two), MZ_OP(get)}),
          .options = {.name = "counter"});
    CHECK("add_in_two",
          OBJECT(.operations = {MZ_OP(add_in_two), MZ_OP(get)}),
          .options = {.expect = "linearizability"});
    CHECK("add_twice", OBJECT(.operations = {MZ_OP(add_twice)},
                              .model = {create, free, {MZ_OP(add)}}));
    CHECK("queue", OBJECT(.operations = {MZ_OP(put, MZ_DATA), MZ_OP(take)},
                          .model = list), .length = 3);
    CHECK("buffer", &buffer, .threads = 3);
    other.operations[1] = (struct mz_operation)MZ_OP(empty_alone);
    CHECK("forgets", &other, .threads = 3);
    CHECK("late", OBJECT(.operations = {MZ_OP(write_late, MZ_RANGE(1, 2)),
                                        MZ_OP(read_own)}, .model = variable));
    CHECK("late", OBJECT(.operations = {MZ_OP(write_late, MZ_RANGE(1, 2)),
                                        MZ_OP(read_own)}, .model = variable),
          .sequential = 1);
    CHECK("in two", OBJECT(.operations = {MZ_OP(add_in_two)}),
          .sequential = 1);
    CHECK("fails", OBJECT(.operations = {MZ_OP(fails)},
                          .model = {create, free, {MZ_OP(get)}}));
    CHECK("drawn", OBJECT(.operations = {MZ_OP(add), MZ_OP(get)}),
          .threads = 3, .length = 3, .drawn = 20, .seed = 7);
    CHECK("drawn", OBJECT(.operations = {MZ_OP(add_in_two), MZ_OP(get)}),
          .threads = 3, .length = 3, .drawn = 20, .options = {.quiet = 1});
    CHECK("explored", OBJECT(.operations = {MZ_OP(put, MZ_RANGE(0, 5))},
                             .model = list_of_any),
          .length = 1, .drawn = 3, .options = {.algorithm = "optimal"});
    CHECK("which", OBJECT(.operations = {MZ_OP_BY(1, set_a),
                                         MZ_OP_BY(2, set_b),
                                         MZ_OP_BY(3, which)},
                          .model = {create, free,
                                    {MZ_OP(note_a), MZ_OP(note_b),
                                     MZ_OP(which_came)}}),
          .threads = 3, .length = 1);
    CHECK("by others", OBJECT(.operations = {MZ_OP(set_by_others), MZ_OP(get)},
                              .model = {create, free,
                                        {MZ_OP(set_flag), MZ_OP(read_now)}}));
    CHECK("later", OBJECT(.operations = {MZ_OP(set_later), MZ_OP(get)},
                          .destroy = NULL, .model = {create, free,
                                    {MZ_OP(set_flag), MZ_OP(read_now)}}));
    CHECK("alone", OBJECT(.operations = {MZ_OP(leave_alone)}));
    CHECK("leaves", OBJECT(.operations = {MZ_OP(leaves)}));
    CHECK("ends", OBJECT(.operations = {MZ_OP(ends)}));
    CHECK("crashes", OBJECT(.operations = {MZ_OP(crashes)}));
    CHECK("not the same", OBJECT(.operations = {MZ_OP(is_not_the_same)}));
    CHECK("two", OBJECT(.operations = {MZ_OP(put, MZ_DATA)}, .model = list));
    CHECK("nothing", OBJECT(.create = create));
    CHECK("wrong", OBJECT(.operations = {MZ_OP(put, MZ_RANGE(2, 1))}));
    CHECK("many", OBJECT(.operations = {MZ_OP(put, MZ_RANGE(1, 99))}),
          .length = 4);
    CHECK("large", OBJECT(.operations = {MZ_OP(add)}), .threads = 9);
    CHECK("all", OBJECT(.operations = {MZ_OP(put,
                                             MZ_RANGE(LONG_MIN, LONG_MAX))}));
    CHECK("gap", OBJECT(.operations = {MZ_OP(add), {0}, MZ_OP(add_in_two)}));
    CHECK("both", OBJECT(.operations = {{.name = "both", .call = add,
                                         .call_1 = write_late}}));
    CHECK("none", OBJECT(.operations = {MZ_OP(get)},
                         .model = {.create = create}));
    CHECK("NULL", NULL);
    CHECK("other", OBJECT(.operations = {MZ_OP(add)}),
          .progress = (enum mz_freedom)7);
    printf("by default %d\n",
           mz_linearizable(OBJECT(.operations = {MZ_OP(add)}), NULL));
    return 0;
}
END_OF_C
run 0 "$MAZURKA" cc -O1 -o tests tests.c
run 0 ./tests
cat >expected <<'END'
add 0
add jobs 0
add fork 0
add_in_two 42
add_in_two 0
add_twice 42
queue 42
buffer 0
forgets 42
late 42
late 0
in two 42
fails 42
drawn 3
drawn 42
explored 3
which 42
by others 0
later 42
alone 42
leaves 2
ends 2
crashes 42
not the same 42
two 2
nothing 2
wrong 2
many 2
large 2
all 2
gap 2
both 2
none 2
NULL 2
other 2
by default 0
END
diff expected .out || failed 'that was not expected'
# Several lines.
tells() {
    [[ $(<.err) == *"$1"* ]] || failed "stderr does not say: $1"
}
says 'counter: error: not linearizable: no order of these calls explains what'
tells '  main.1             main.2
  add_in_two() = 0   add_in_two() = 0
  nearest to an order that explains it: after add_in_two() = 0: add_in_two() by main.2 would return 1, and has returned 0'
tells '  main.1       main.2
  put(1) = 0   take() = 2
  put(2) = 0
'
tells '  fill(1) = 0   fill(2) waits   empty_alone() = 1
  after fill(1) = 0, empty_alone() = 1: fill(2) by main.2 would return 0, and waits for ever'
tells '  write_late(1) = 0   write_late(2) = 0
  read_own() = 1
  explained only in an order that time forbids: write_late(1) = 0, read_own() = 1, write_late(2) = 0; but write_late(2) by main.2 had returned before read_own() by main.1 began'
says 'stopped at a limit (scenarios-drawn): '
says 'note: 3 scenarios were drawn, 3 of which were run'
says 'set_b() by main.2 had returned before set_a() by main.1 began'
says 'error: not sequentially consistent: no order of these calls'
says 'set_later() by main.1 had returned before get() by main.2 began'
says 'run by one thread, exits with status 0'
says '  fails() = 0   fails() has not returned'
says 'the end of a thread, or of the process, in a call of mz_linearizable'
says 'the object itself, run by one thread, is killed by signal 6'
says 'the sequential code does not return the same again: does its create begin'
says 'mz_linearizable: the model has 2 operations, the object 1: they must be'
says 'mz_linearizable: the object has no operations'
says 'mz_linearizable: put: no argument is from 2 to 1'
says 'more than 65536 scenarios: take fewer arguments or a shorter length'
says 'mz_linearizable: at most 8 threads and 24 calls can be looked at'
says 'mz_linearizable: put: too many arguments are from -9223372036854775808 to'
says 'mz_linearizable: operation 2 of the object has 0 functions, not one'
says 'mz_linearizable: operation 1 of the object has 2 functions, not one'
says 'mz_linearizable: the model has 0 operations, the object 1: they must be'
says 'mz_linearizable: the object is NULL'
says 'mz_linearizable: .progress is MZ_LOCK_FREE, MZ_OBSTRUCTION_FREE or none'

# The replay of the tenth, whose error is seen in one order of its trace only.
late=$(grep -A 20 'order that time forbids' .err |
    grep -m 1 -o '[^ ]*/tests-[^ ]*\.json')
grep -q '"why": "explained only in an order that time forbids' "$late" ||
    failed 'the report has no reason'
run 42 "$MAZURKA" replay "$late"
prints 'explained only in an order that time forbids: write_late(1) = 0'
run 42 "$MAZURKA" check --function=10 tests
prints '  read_own() = 1'
run 0 "$MAZURKA" check --function=1 tests

# What is safe is told, too, if that is asked for.
MAZURKA_OPTIONS=-v run 0 ./tests 1
says 'no error, all executions explored'
says 'algorithm pop'

# The other formats have the table, too.
for format in junit github; do
    run 0 "$MAZURKA" report "$late" --format=$format
    prints 'write_late(1) = 0   write_late(2) = 0'
done
run 0 "$MAZURKA" report "$late" --format=sarif
prints '\n  write_late(1) = 0   write_late(2) = 0\n  read_own() = 1\n  expl'
run 0 "$MAZURKA" report "$late" --format=html
prints '<tr><td>read_own() = 1</td><td></td></tr></tbody></table><p>explained'

# And so does the text of each error of several.
cat >several.c <<'END'
#include <mazurka.h>
#include <stdatomic.h>

static atomic_long n;

static long add(void *unused)
{
    long before = n;

    (void)unused;
    n = before + 1;
    return before;
}
static void *create(void)
{
    n = 0;
    return 0;
}
int main(void)
{
    return mz_linearizable(
        &(struct mz_object){.create = create, .operations = {MZ_OP(add)}},
        &(struct mz_scenario){.options = {.more = "--keep-going"}});
}
END
run 0 "$MAZURKA" cc -o several several.c
run 42 ./several
[ "$(grep -c '^calls, from first to last:$' .err)" -eq 3 ] ||
    failed 'not a table for each of three scenarios'

# Drawn again and again, until one is wrong, or the time is over.
cat >fuzz.c <<'END'
#include <mazurka.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_long n;

static long add(void *unused, long value)
{
    long before = n;

    (void)unused;
    if (value == 7)
        n = before + 1;
    else
        before = atomic_fetch_add(&n, 1);
    return before;
}
static void *create(void)
{
    n = 0;
    return 0;
}
static void nothing(void *unused)
{
    (void)unused;
}
int main(void)
{
    const struct mz_object right = {
        .create = create, .operations = {MZ_OP(add, MZ_RANGE(1, 6))}};
    const struct mz_object wrong = {
        .create = create, .operations = {MZ_OP(add, MZ_RANGE(7, 99))}};
    const struct mz_options seed = {.more = "--seed=3"};

    printf("right %d\n", mz_linearizable(&right, &(struct mz_scenario){
        .fuzz = 0.01, .drawn = 5, .seed = 3, .options = {.name = "right"}}));
    printf("wrong %d\n", mz_linearizable(&wrong, &(struct mz_scenario){
        .fuzz = 600, .drawn = 5}));
    printf("nothing %d\n", mz_check(nothing, 0, 0));
    printf("seed %d\n", mz_linearizable(&right, &(struct mz_scenario){
        .fuzz = 1, .options = seed}));
    printf("short %d\n", mz_linearizable(&right, &(struct mz_scenario){
        .fuzz = 1e-9, .drawn = 5}));
    return 0;
}
END
run 0 "$MAZURKA" cc -o fuzz fuzz.c
run 0 ./fuzz
printf 'right 3\nwrong 42\nnothing 0\nseed 2\nshort 3\n' >expected
diff expected .out || failed 'that was not expected'
grep -Eq '^right: no error so far, in [0-9.]+ s: [0-9]+ scenarios drawn, [0-9]+ of them run, in [0-9]+ executions; .seed from 3 to ' .err ||
    failed 'the sum is not told'
says 'with .fuzz --seed is one after the other'
# What is found is the same each time, in as many executions.
found() {
    sed -n '/not linearizable/,/error found/s/, [0-9.]* s$//p' .err
}
found >first
run 0 ./fuzz
grep -q 'error found: [0-9]* execution' first && found | diff first - ||
    failed 'another run finds something else'
run 42 "$MAZURKA" replay
prints 'not linearizable'
run 0 "$MAZURKA" check --function=3 fuzz
