#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/linearizable: classical objects are linearizable, and broken ones are
# found out.
. "$(dirname "$0")/frame"
for source in "$root"/tests/linearizable/*.c; do
    name=$(basename "$source" .c)
    run 0 "$MAZURKA" cc -O1 "$source" -o "$name"
    run 0 "./$name"
    run 0 "$MAZURKA" cc -O1 -DBROKEN "$source" -o "$name"
    run 42 "./$name"
    says 'error: not linearizable'
    says '  main.1  '
done

# By another compiler a scenario is run by threads of the system.
build=$(dirname "$(readlink -f "$MAZURKA")")
run 0 gcc -I"$root/include" "$root/tests/linearizable/herlihy_wing_queue.c" \
    -o natively "$build/libmazurka-unchecked.a" -pthread
run 0 ./natively

# In C++.
cat >stack.cc <<'END'
#include <mazurka.h>
#include <mutex>
#include <vector>

struct stack {
    std::mutex lock;
    std::vector<long> values;
};

static void *create()
{
    return new stack;
}
static void destroy(void *object)
{
    delete static_cast<stack *>(object);
}
static long push(void *object, long value)
{
    stack *s = static_cast<stack *>(object);
    std::lock_guard<std::mutex> guard(s->lock);

    s->values.push_back(value);
    return 0;
}
static bool is_empty(stack *s)
{
    std::lock_guard<std::mutex> guard(s->lock);

    return s->values.empty();
}
/* What is asked first may have changed. */
static long pop(void *object)
{
    stack *s = static_cast<stack *>(object);

    if (is_empty(s))
        return -1;
    std::lock_guard<std::mutex> guard(s->lock);
    long value = s->values.empty() ? -2 : s->values.back();

    if (value >= 0)
        s->values.pop_back();
    return value;
}

int main()
{
    mz_object object = mz_object();
    mz_scenario scenario = mz_scenario();

    object.create = create;
    object.destroy = destroy;
    object.operations[0] = MZ_OP(push, MZ_RANGE(1, 2));
    object.operations[1] = MZ_OP(pop);
    return mz_linearizable(&object, &scenario);
}
END
run 0 "$MAZURKA" c++ -O1 stack.cc -o stack
run 42 ./stack
says 'pop() by main.1 would return -1, and has returned -2'

# What a long does not hold is no result: 0.1 and 0.2 would be the same.
cat >result.cc <<'END'
#include <mazurka.hpp>

enum class color { red };
struct object {
    RESULT get()
    {
        return {};
    }
};
int main()
{
    mazurka::object<object> o;

    o.on("get", [](object &object) { return object.get(); });
    return mazurka::linearizable(o);
}
END
for type in bool color std::size_t; do
    run 0 "$MAZURKA" c++ -O0 "-DRESULT=$type" result.cc -o result
    run 0 ./result
done
for type in double __int128 'void *'; do
    run 1 "$MAZURKA" c++ -O0 "-DRESULT=$type" -fsyntax-only result.cc
    says 'an operation returns a whole number, an'
done

# Operations that leave by an exception.
cat >throws.cc <<'END'
#include <mazurka.hpp>
#include <cstdio>
#include <deque>
#include <mutex>
#include <stdexcept>

struct queue {
    std::mutex lock;
    std::deque<long> items;
    bool is_closed = false;

    void put(long item)
    {
        std::lock_guard<std::mutex> guard(lock);

        if (is_closed)
            throw std::length_error("closed");
        items.push_back(item);
    }
    void close()
    {
        std::lock_guard<std::mutex> guard(lock);

        is_closed = true;
    }
    long take()
    {
        std::lock_guard<std::mutex> guard(lock);

        if (items.empty())
            throw std::out_of_range("empty");
        long item = items.front();
        items.pop_front();
        return item;
    }
    /* What has been put meanwhile is lost, though it says there was nothing. */
    long lose()
    {
        try {
            return take();
        } catch (const std::out_of_range &) {
            std::lock_guard<std::mutex> guard(lock);

            items.clear();
            throw;
        }
    }
};

static void tell(const char *name, const mazurka::object<queue> &object)
{
    std::printf("%s %d\n", name, mazurka::linearizable(object));
}
static mazurka::object<queue> &with_rest(mazurka::object<queue> &object)
{
    return object
        .on("put", [](queue &q, long x) { q.put(x); }, mazurka::data())
        .throws<std::exception>(-2)
        .on("close", [](queue &q) { q.close(); });
}

int main()
{
    mazurka::object<queue> right, wrong, uncaught, empty;

    with_rest(right).on("take", [](queue &q) { return q.take(); })
        .throws<std::length_error>(-3)
        .throws<std::out_of_range>(-1);
    tell("right", right);
    with_rest(wrong).on("lose", [](queue &q) { return q.lose(); })
        .throws<std::logic_error>(-3)
        .throws<std::logic_error>(-1);
    tell("wrong", wrong);
    with_rest(uncaught).on("take", [](queue &q) { return 0 + q.take(); });
    tell("uncaught", uncaught);
    try {
        empty.throws<int>(0);
    } catch (const std::logic_error &e) {
        std::printf("%s\n", e.what());
    }
}
END
run 0 "$MAZURKA" c++ -O1 throws.cc -o throws
run 0 ./throws
cat >expected <<'END'
right 0
wrong 42
uncaught 42
mazurka::object: throws before any on
END
diff expected .out || failed 'that was not expected'
says 'lose() = -1'
says 'killed by signal 6, as by a failed assertion, or an exception that leaves'
