#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Under gdb the program's threads are threads, each with its stack, its name and
# what it waits for, and kernel threads that do nothing are not seen.
# needs: gdb-calls
. "$(dirname "$0")/frame"
command -v gdb >/dev/null || exit 0

cat >deadlock.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
struct account {
    int balance;
    pthread_mutex_t lock;
};
static struct account alice = {10, PTHREAD_MUTEX_INITIALIZER};
static struct account bob = {20, PTHREAD_MUTEX_INITIALIZER};
static _Thread_local int sum;
static void move(struct account *from, struct account *to, int amount)
{
    sum = amount;
    pthread_mutex_lock(&from->lock);
    from->balance -= amount;
    pthread_mutex_lock(&to->lock);
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}
static void *rent(void *unused)
{
    pthread_setname_np(pthread_self(), "rent");
    move(&alice, &bob, 1);
    return unused;
}
static void *refund(void *unused)
{
    move(&bob, &alice, 2);
    return unused;
}
int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, rent, NULL);
    pthread_create(&b, NULL, refund, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
END
run 42 "$MAZURKA" check --format=json --output=deadlock.json deadlock.c

# in_gdb COMMAND...: of gdb, one after the other, once the program has stopped.
in_gdb() {
    local words=() command
    for command in "$@"; do
        words+=(-ex "$command")
    done
    run 0 timeout 60 "$MAZURKA" replay --gdb "$report" -- -batch "${words[@]}"
    ! grep -E 'Traceback|Python' .out .err ||
        failed 'the extension has failed'
    wait_until 2 alone || failed 'a process is left'
}
# matches REGEX: a line of what was printed does.
matches() {
    grep -qE -- "$1" .out || failed "stdout has no line $1"
}

# All threads, with names, what they wait for, and the program's lines.
report=deadlock.json
in_gdb 'info threads'
matches '^\[mazurka: error: deadlock: '
matches ' main +waits for the end of main.1 \(rent\) +deadlock.c:37 in main$'
matches ' main.1 \(rent\) +waits for mutex bob.lock, held by main.2 +deadlock.c:15 in move$'
matches '^\* 1 +main.2 +waits for mutex alice.lock, held by main.1 \(rent\) +deadlock.c:15 in move$'
[ "$(sed '1,/^  Id/d' .out | wc -l)" -eq 3 ] ||
    failed 'not three threads'

# All stacks: of the program alone.
in_gdb 'thread apply all bt'
for words in 'Thread [0-9]+ \(main, which waits' '^#[0-9]+ .* main \(\)' \
    ' rent \(' ' refund \(' ' move \(from=.*<alice>, to=.*<bob>, amount=1\)' \
    ' move \(from=.*<bob>, to=.*<alice>, amount=2\)'; do
    matches "$words"
done
! grep -E 'src/(runtime|arch)' .out || failed "the library's frames are shown"

# A thread can be selected, by gdb's number or by name; variables are its own.
number=$(sed -n 's/^Thread \([0-9]*\) (main.1.*/\1/p' .out)
in_gdb "thread $number" 'print amount' 'mz thread main.2' 'print amount' \
    'print sum' 'mz thread main' bt 'mz thread nobody'
[ "$(grep -E '^\$|^#[0-9]+ .*main \(\)' .out | sed 's/ .*= / /; s/^#.*/bt/')" = \
    '$1 1
$2 2
$3 2
bt
bt' ] || failed 'other values'
prints 'thread-local variables are those of main.2 here'
says "there is no thread 'nobody'"
in_gdb "thread $number" "thread apply $number 1 print amount" thread \
    'thread find rent' 'thread 99'
matches "^\[Switching to thread $number \(main.1 \(rent\)\)\]$"
matches '^#[0-9]+ .* in move \(from='
! grep -E 'src/(runtime|arch)|mz_' .out || failed "the library's frame is shown"
[ "$(grep '^\$' .out | paste -sd ' ')" = '$1 = 1 $2 = 2' ] ||
    failed 'not of these two threads'
matches "^\[Current thread is $number \(main.1 \(rent\)\)\]$"
matches "^Thread $number is main.1 \(rent\)$"
says "there is no thread '99'"

# What the error depends on.
in_gdb 'mz why' 'mz list' 'mz wy'
says "there is no 'mz wy': see help mz"
matches '^ +[0-9]+ +main.2 +pthread_mutex_lock: bob.lock +deadlock.c:13'
matches '^  main.2 waits for alice.lock, held by main.1 \(rent\) since step 3$'
matches '^ +-- main.1 \(rent\) could go on --$'
matches '^  critical is step 4: after it every way to go on ends in an error$'
! sed '/mz list all/,$d' .out | grep 'pthread_create' ||
    failed 'a step that explains nothing'
matches '^\(2 more steps: mz list all\)$'
matches '^=> +\*  error: deadlock'

# An error in one thread ends the command, or with a flag does not.
in_gdb 'thread apply all print amount' 'echo --\n' \
    'thread apply all -s print amount'
says 'No symbol "amount"'
[ "$(sed '/^--/,$d' .out | grep -c '^Thread')" -eq 1 ] || failed 'it goes on'
[ "$(sed '1,/^--/d' .out | grep -c '^Thread')" -eq 2 ] || failed 'not in both'

# In C++ the frame is the program's, not one of the headers of the library.
if [ -n "$(command -v g++)" ]; then
    cat >queues.cc <<'END'
#include <mutex>
#include <thread>
struct queue {
    int used = 0;
    std::mutex lock;
    void push(queue &other)
    {
        std::lock_guard<std::mutex> own(lock);
        std::lock_guard<std::mutex> others(other.lock);
        used++;
    }
};
int main()
{
    queue *a = new queue, *b = new queue;
    std::thread one([=] { a->push(*b); }), two([=] { b->push(*a); });

    one.join();
    two.join();
}
END
    run 42 "$MAZURKA" check --format=json --output=queues.json queues.cc
    report=queues.json
    in_gdb 'info threads' 'print &other.lock' 'mz back' 'mz back' 'next' next
    matches ' main.1 +waits for mutex other.lock, held by main.2 +queues.cc:9 in queue::push'
    matches ' main +waits for the end of main.1 +queues.cc:18 in main'
    matches '^\$1 = '
    matches '^9'
    # It is told when `next` has let another thread run, at the end, too.
    matches '^\[mazurka: main.2 runs now, after the last step, '
    # What has called the program's first function is no news.
    in_gdb 'thread apply all bt' 'echo --\n' 'bt -no-filters'
    ! sed '/^--/,$d' .out | grep -E '_Invoker|__invoke' ||
        failed 'frames that have begun the thread'
    sed '/^--/,$d' .out | grep -q 'std::mutex::lock' || failed 'no callees'
    sed '1,/^--/d' .out | grep -q '_Invoker' || failed 'not all frames'
fi

# Who waits in a loop waits for what it reads.
cp "$root/tests/programs/loop_each_other.c" .
run 42 "$MAZURKA" check --format=json --output=loop.json loop_each_other.c
report=loop.json
in_gdb 'info threads' 'mz back 2' 'print *mine' 'mz back' 'mz back' 'mz goto end'
matches ' main.1 +waits in a loop for said\[0\] to change +loop_each_other.c:17'
[ "$(grep -c 'error: deadlock' .out)" -eq 2 ] || failed 'not at the end again'


# Members of heap blocks have the names that the waiting frame has for them; with
# more than 64 threads all is the same.
cat >many.c <<'END'
#include <pthread.h>
#include <stdlib.h>
struct queue {
    int used;
    pthread_mutex_t lock;
};
static void *take(void *argument)
{
    struct queue *q = argument;

    pthread_mutex_lock(&q->lock);
    return NULL;
}
int main(void)
{
    struct queue *queue = calloc(1, sizeof *queue);
    pthread_t threads[COUNT];

    pthread_mutex_init(&queue->lock, NULL);
    for (int i = 0; i < COUNT; i++)
        pthread_create(&threads[i], NULL, take, queue);
    for (int i = 0; i < COUNT; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
END
report=many.json
for count in 2 70; do
    run 42 "$MAZURKA" check --format=json --output=many.json -DCOUNT=$count \
        many.c
    in_gdb 'info threads'
    matches " main.$count +waits for mutex q->lock, held by main.1 .*many.c:11 in take"
done
nothing_left
