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
