#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A program whose atomics are weaker than seq_cst, and that has no error with
# all of them seq_cst: what some executions with their orders as they are
# written come to, and how that is told.
. "$(dirname "$0")/frame"

# pair A B: two threads that do this, and what they have read.
pair() {
    cat <<END
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
#define STORE(v) atomic_store_explicit(&v, 1, memory_order_relaxed)
#define LOAD(v) atomic_load_explicit(&v, memory_order_relaxed)
#define ADD(v) atomic_fetch_add_explicit(&v, 1, memory_order_relaxed)
#define FENCE atomic_thread_fence(memory_order_seq_cst)
static atomic_int x, y;
static int a, b;
static void *one(void *p) { $1; return p; }
static void *other(void *p) { $2; return p; }
int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, other, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a || b);
    return 0;
}
END
}
both=' with all atomics as if seq_cst, and [0-9]+ with their orders as they are written'
strong='.* with all atomics as if seq_cst'
note='note: t\.c:[0-9]+: all atomics were explored as if they were seq_cst'

# Each reads before the other's store is seen.
check 42 < <(pair 'STORE(x); a = LOAD(y)' 'STORE(y); b = LOAD(x)')
in_order 't\.c:21: error: assertion failed: a \|\| b \[assertion\]' \
    '.*load: x is 0 \(stale: .*' \
    '  step [0-9]+ is the first that would not be so under --memory-model=sc' \
    't\.c: error found: 2 executions, .* s, with the orders of atomics as they are written; none in 3 with all as if seq_cst' \
    'note: with all atomics .* no error; .* --memory-model=rc11 --suggest-orders'
replays
check 42 -q < <(pair 'STORE(x); a = LOAD(y)' 'STORE(y); b = LOAD(x)')
no_line 'note: .*'
check 42 --format=json < <(pair 'STORE(x); a = LOAD(y)' 'STORE(y); b = LOAD(x)')
python3 - <<'END' || failed 'not in JSON'
import json
told = json.load(open('.out'))
assert told['as_written'] == {'outcome': 'error', 'executions': 2, 'seq_cst': 3}
assert told['options']['memory-model'] == 'rc11'
assert '--memory-model=rc11' in told['replay']['command']
END

# What is read late is not what memory holds.
check 42 --format=html < <(pair 'STORE(x); a = LOAD(y)' 'STORE(y); b = LOAD(x)')
grep -q 'y</span> <span class=x><del>0</del> &#8594; 1<' .out ||
    failed 'memory does not show a store'
! grep -q 'x</span> <span class=x><del>' .out || failed 'a load has changed x'

# Nobody asked, or somebody asked for something else.
for option in --memory-model=sc --algorithm=pop --plain=interleave; do
    check 0 $option < <(pair 'STORE(x); a = LOAD(y)' 'STORE(y); b = LOAD(x)')
    line "$strong" "$note: .* is not found \\(--memory-model=rc11 looks for it\\)"
done

# All are explored, and there is nothing to be noted.
check 0 < <(pair 'STORE(x); FENCE; a = LOAD(y)' 'STORE(y); FENCE; b = LOAD(x)')
line "t\\.c: no error, all executions explored: 3 executions, .* s,$both"
no_line 'note: .*'
check 0 --format=html < <(pair 'STORE(x); FENCE; a = LOAD(y)' \
    'STORE(y); FENCE; b = LOAD(x)')
! grep -q 'all atomics' .out || failed 'a note where all was explored'

# Some are: there are C(12, 6) = 924 in all.
five='ADD(x); ADD(x); ADD(x); ADD(x); ADD(x); ADD(x)'
check 0 --max-executions=924 < <(pair "$five; a = 1" "$five")
line "t\\.c: no error, all executions explored: 924 executions, .* s,$both"
seven="$five; ADD(x)"
check 0 < <(pair "$seven; a = 1" "$seven")
line "$strong" "$note, and only 1000 executions with .* may be in others .*"

# It does not take all programs.
parts='STORE(x); *(volatile char *)&x; a = LOAD(y); a = 1; pipe((int[2]){0})'
check 0 < <(pair "$parts" 'b = LOAD(x)')
line "$strong" "$note: .* is not found\\. .*, but does not take this program: .*"

# What the C++ library does is no matter of the program's.
cat >t.cc <<'END'
#include <atomic>
#include <thread>
int main()
{
    std::atomic<int> word{0};
    std::thread other([&] {
        word.store(1, std::memory_order_release);
        word.notify_one();
    });
    word.wait(0, std::memory_order_acquire);
    other.join();
}
END
run 0 "$MAZURKA" check -std=c++20 t.cc
line "$strong" 'note: .*atomics of the C\+\+ library see a store late, and an error .*'
run 42 "$MAZURKA" check -std=c++20 --memory-model=rc11 t.cc
# Whoever uses std::atomic is the one who has chosen the order.
cat >t.cc <<'END'
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> x, y;
int main()
{
    int a = 0, b = 0;
    std::thread s([&] { x.store(1, std::memory_order_release); a = y.load(); });
    std::thread t([&] { y.store(1, std::memory_order_release); b = x.load(); });
    s.join();
    t.join();
    assert(a || b);
}
END
for level in -O0 -O2; do
    run 42 "$MAZURKA" check $level t.cc
    line 't\.cc:12: error: assertion failed: a \|\| b \[assertion\]'
done

# Other headers are compiled into the program: an error is the program's. Each
# access has its place there, and is one of those whose orders are told.
cat >t.cc <<'END'
#include <atomic>
#include <cassert>
#include <thread>
#line 1 "/usr/include/flags/flags.hpp"
struct flags {
    std::atomic<int> x{0}, y{0};
    __attribute__((noinline)) int raise(std::atomic<int> &mine,
                                        std::atomic<int> &other)
    {
        mine.store(1, std::memory_order_relaxed);
        return other.load(std::memory_order_relaxed);
    }
};
#line 5 "t.cc"
flags f;
int main()
{
    int a = 0, b = 0;
    std::thread s([&] { a = f.raise(f.x, f.y); });
    std::thread t([&] { b = f.raise(f.y, f.x); });
    s.join();
    t.join();
    assert(a || b);
}
END
for level in -O0 -O2; do
    run 42 "$MAZURKA" check $level t.cc
    line 't\.cc:13: error: assertion failed: a \|\| b \[assertion\]'
    line '.* is 0 \(stale: .* t\.cc:[0-9]+ in main::.* \(flags\.hpp:7\)'
done
run 42 "$MAZURKA" check --memory-model=rc11 --suggest-orders t.cc
for place in '6 in flags::raise: store' '7 in flags::raise: load'; do
    line "    /usr/include/flags/flags\\.hpp:$place: relaxed -> seq_cst"
done
nothing_left
