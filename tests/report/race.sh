#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Data races: both sides, with their source and call stacks.
. "$(dirname "$0")/frame"

program() {
    cat <<'END'
#include <pthread.h>
struct { int count[3]; } shared;
static inline void bump(int *number)
{
    *number += 1;
}
static inline void middle(int *number)
{
    bump(number);
}
__attribute__((noinline)) static void *outer(int *number)
{
    middle(number);
    return 0;
}
static void *one(void *unused)
{
    return outer(&shared.count[2]);
}
static void *two(void *unused)
{
    middle(&shared.count[2]);
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
}
END
}

side='(read|write) by thread main\.[12] at t\.c:5 in bump'
compilers=gcc
! command -v clang >/dev/null || compilers='gcc clang'
for CC in $compilers; do
    export CC
    for level in -O0 -O1 -O2; do
        check 42 "$level" < <(program)
        in_order 't\.c:5: error: data race on shared\.count\[2\]: .* \[data-race\]' \
            "  $side" '    \*number \+= 1;' "  $side, step [0-9]+" \
            '    \*number \+= 1;' 'interleaving .*' \
            ' +[0-9]+  main\.[12]  write: shared\.count\[2\].* t\.c:5 in bump' \
            '    \*  main\.[12]  error: (atomic )?(read|write) races with step [0-9]+ +t\.c:5 in bump' \
            'call stack of the failure \(thread main\.[12]\):' \
            '  #0  t\.c:5 in bump' '  #1  t\.c:9 in middle' \
            'call stack of the other access \(thread main\.[12]\):' \
            '  #0  t\.c:5 in bump' '  #1  t\.c:9 in middle'
        line '  #2  t\.c:(13 in outer|22 in two)'
        replays
    done
done
unset CC

# An atomic side is called so.
check 42 <<'END'
#include <pthread.h>
static int x;
static void *one(void *unused)
{
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    x = 2;
    pthread_join(t, 0);
}
END
line '  atomic write by thread main\.1 at t\.c:5 in one(, step [0-9]+)?' \
    '  write by thread main at t\.c:12 in main(, step [0-9]+)?'
replays

# A lock for reading keeps no reader out; who has given it back holds none.
check 42 <<'END'
#include <pthread.h>
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static int hits;
static void *look(void *unused)
{
    pthread_rwlock_wrlock(&table);
    pthread_rwlock_unlock(&table);
    pthread_rwlock_rdlock(&table);
    hits++;
    pthread_rwlock_unlock(&table);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, look, NULL);
    look(NULL);
    pthread_join(t, NULL);
}
END
line '  main(\.1)? holds table for reading \(since t\.c:8\); main(\.1)? holds table for reading \(since t\.c:8\)' \
    '  who holds a lock for reading does not keep other readers out: to write takes the write lock'
replays

# Nor does who has used a stream, or has given its lock back.
check 42 <<'END'
#include <pthread.h>
#include <stdio.h>
static int hits;
static void *look(void *unused)
{
    flockfile(stdout);
    funlockfile(stdout);
    printf("hit\n");
    hits++;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, look, NULL);
    hits++;
    pthread_join(t, NULL);
}
END
line '  no lock is held at either access'
replays

# A step may access more than the race is about.
check 42 <<'END'
#include <pthread.h>
static struct { long first, second; } pair;
static void *both(void *unused)
{
    __builtin_memset(&pair, 1, sizeof pair);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, both, NULL);
    int i = (int)pair.second;
    pthread_join(t, NULL);
    return !i;
}
END
line '  write by thread main\.1 at t\.c:5 in both, step [0-9]+'
replays

# An inner function of the library is not where it happened; -v tells all.
cat >t.cc <<'END'
#include <thread>
#include <vector>
static std::vector<int> numbers;
int main()
{
    numbers.reserve(4);
    std::thread t([] {
        numbers.push_back(1);
    });
    numbers.push_back(2);
    t.join();
}
END
run 42 "$MAZURKA" check t.cc
line '  (read|write) by thread main\.1 at t\.cc:8 in main::<lambda>::operator\(\)(, step [0-9]+)?' \
    '  (read|write) by thread main at t\.cc:10 in main(, step [0-9]+)?' \
    '    numbers\.push_back\(1\);' '    numbers\.push_back\(2\);'
! grep -q '^  #.*std::vector' .out || failed 'what the library calls'
! grep -q ' std::__invoke_impl<' .out || failed 'callers of no interest'
run 42 "$MAZURKA" check -v t.cc
grep -q ' std::__invoke_impl<' .out || failed 'not all callers'
line '  #[12] +t\.cc:8 in main::<lambda>::operator\(\)'

# Two operations of an atomic pointer: the library is at fault (gcc 12). That one
# comes before the other is the program's business, where it is its end.
if [ "$(${CXX:-g++} -dumpversion)" = 12 ]; then
    pointers() {
        cat <<END
#include <atomic>
#include <memory>
#include <thread>
int main()
{
    auto shared = new std::atomic<std::shared_ptr<int>>(std::make_shared<int>(1));
    std::thread t([shared] { $1 });
    auto seen = shared->load();
    t.join();
    return *seen == 3;
}
END
    }
    source=t.cc check 42 -std=c++20 < <(pointers 'shared->store(nullptr);')
    in_order 't\.cc:[78]: error: data race on .*' \
        "  operations of a std::atomic<std::shared_ptr> or weak_ptr must not race with one another: the fault is libstdc\+\+'s own \(/usr/include/c\+\+/12/bits/shared_ptr_atomic\.h:[0-9]+\), not the program's"
    replays
    source=t.cc check 42 -std=c++20 < <(pointers 'delete shared;')
    no_line ".*libstdc\+\+'s own.*"
fi

# Where in a header the steps and the two accesses are.
cat >t.cc <<'END'
#include <atomic>
#include <thread>
#line 1 "/usr/include/slots/slot.hpp"
template <class T> struct slot {
    std::atomic<int> full{0};
    T value{};
    void put(T what)
    {
        value = what;
        full.store(1, std::memory_order_relaxed);
    }
    bool take(T &out)
    {
        if (!full.load(std::memory_order_relaxed))
            return false;
        out = value;
        return true;
    }
};
#line 4 "t.cc"
slot<long> s;
long got;
int main()
{
    std::thread t([] { s.put(1); });
    s.take(got);
    t.join();
}
END
for level in -O0 -O2; do
    run 42 "$MAZURKA" check $level t.cc
    line 't\.cc:[89]: error: data race on s\.value: .*' \
        '.* atomic store: s\.full = 1 .* t\.cc:8 in main::.* \(slot\.hpp:7\).*' \
        '.* atomic load: s\.full is 1 .* t\.cc:9 in main \(slot\.hpp:11\)' \
        '  #0 +/usr/include/slots/slot\.hpp:13 in slot<long int>::take' \
        '  #0 +/usr/include/slots/slot\.hpp:6 in slot<long int>::put'
done
nothing_left
