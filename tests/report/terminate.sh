#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What makes std::terminate be called is told; what it calls, abort, is not.
. "$(dirname "$0")/frame"

for level in -O0 -O2; do
    source=t.cc check 42 "$level" <<'END_OF_CC'
#include <atomic>
#include <stdexcept>
#include <thread>
static std::atomic<int> n;
static void push()
{
    if (n++ == 1)
        throw std::runtime_error("queue full");
}
int main()
{
    std::thread t(push), u(push);
    t.join();
    u.join();
}
END_OF_CC
    line 't\.cc:8: error: uncaught exception: std::runtime_error: queue full \[abort\]' \
        '    throw std::runtime_error\("queue full"\);'
    replays

    source=t.cc check 42 "$level" <<'END_OF_CC'
#include <thread>
static int n;
int main()
{
    std::thread t([] { n = 1; });
}
END_OF_CC
    line 't\.cc:6: error: std::terminate called: a std::thread is destroyed that was neither joined nor detached: main\.1, created at t\.cc:5 \[abort\]'
    replays
done

# What is no std::exception says nothing; who aborts in a handler is no
# std::terminate.
source=t.cc check 42 <<'END_OF_CC'
struct full { int size; };
int main() { throw full{3}; }
END_OF_CC
line 't\.cc:2: error: uncaught exception: full \[abort\]'
source=t.cc check 42 <<'END_OF_CC'
#include <cstdlib>
int main()
{
    try {
        throw 1;
    } catch (int) {
        std::abort();
    }
}
END_OF_CC
line 't\.cc:7: error: abort called \[abort\]'
source=t.cc check 42 <<'END_OF_CC'
#include <exception>
int main() { std::terminate(); }
END_OF_CC
line 't\.cc:2: error: std::terminate called \[abort\]'
nothing_left
