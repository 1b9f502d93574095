#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What nothing is known of in libstdc++ is told, by its name in C++, whether it
# is a function, a table of virtual functions or a variable; and what to do.
# linker: usual
. "$(dirname "$0")/frame"

run 0 python3 "$root/tests/libc/libstdcxx.py"

cat >unknown.cc <<'END'
#include <memory_resource>
int main()
{
    std::pmr::monotonic_buffer_resource memory;
    return !memory.allocate(8);
}
END
"$MAZURKA" c++ -O0 unknown.cc -o unknown || failed 'does not compile'
run 3 "$MAZURKA" check ./unknown
prints 'not seen: vtable for std::pmr::monotonic_buffer_resource (a function of'
prints 'not seen: std::pmr::monotonic_buffer_resource::~monotonic_buffer_resource()'
prints 'hint: where no other thread uses what it is given'
run 0 "$MAZURKA" check --trust=libstdc++.so.6 ./unknown
prints 'trusting std::pmr::monotonic_buffer_resource::~'
run 3 "$MAZURKA" check --trust=libc.so.6 ./unknown

# Where the program would have its own copy of it, it gets the shared one.
cat >static.cc <<'END'
#include <iostream>
#include <list>
#include <thread>
static std::list<int> list;
int main()
{
    std::thread other([] { list.push_back(1); });
    std::cout << list.size();
    other.join();
}
END
run 42 "$MAZURKA" check -static-libstdc++ static.cc

# A library of the program's own refers to it.
cat >lib.cc <<'END'
#include <memory_resource>
void *take()
{
    static std::pmr::monotonic_buffer_resource memory;
    return memory.allocate(8);
}
END
echo 'void *take(); int main() { return !take(); }' >user.cc
"$MAZURKA" c++ -O0 -fPIC -shared lib.cc -o libtaking.so ||
    failed 'does not compile'
"$MAZURKA" c++ -O0 user.cc -L. -ltaking -Wl,-rpath,. -o user ||
    failed 'does not link'
run 3 "$MAZURKA" check ./user
prints 'not seen: vtable for std::pmr::monotonic_buffer_resource'

# Headers of ours (src/compilers) bring what libstdc++'s bring, and no warnings.
cat >only.cc <<'END'
#include <barrier>
static std::barrier meet(2);
int main()
{
    std::array<int, 2> a{};
    auto p = std::make_unique<int>(1);
    std::thread t([&] {
        a[0] = *p;
        meet.arrive_and_wait();
    });
    meet.arrive_and_wait();
    t.join();
    return a[0] != 1 || std::barrier<>::max() < 1;
}
END
for compiler in g++ clang++; do
    run 0 env CXX=$compiler "$MAZURKA" c++ -std=c++20 -Wall -Wextra -pedantic \
        -o only only.cc
    [ ! -s .err ] || failed 'it is not silent'
    run 0 "$MAZURKA" check ./only
    prints 'explored: 2 executions'
    run 0 env CXX=$compiler "$MAZURKA" c++ -std=c++17 -include barrier \
        -include latch -c -x c++ /dev/null -o null.o
done
nothing_left
