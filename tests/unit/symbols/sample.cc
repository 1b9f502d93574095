/* SPDX-License-Identifier: Apache-2.0 */
#include "expect.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

static int method_line, lambda_line, call_line;
static void *method_pc, *lambda_pc;

namespace space
{

enum class Color : unsigned char { red, green };

struct Base {
    virtual ~Base()
    {
    }
    int from_base = 0;
};

struct Plain {
    int x, y;
};

class Class : public Plain, public Base
{
  public:
    static int member;
    std::mutex lock;
    std::atomic<int> atomic{-2};
    std::atomic<Plain *> pointer{};
    Color color = Color::green;

    int *method();

    template <typename T> __attribute__((always_inline)) T *inlined(T *value)
    {
        method_pc = AT(method_line, here());
        return value + (method_pc == nullptr);
    }
};

int Class::member = 3;
Class object;

int *Class::method()
{
    static int count;

    count += member;
    return &count;
}

namespace
{
std::array<std::pair<short, Plain>, 4> hidden;
}

inline namespace version
{
std::atomic_flag flag;
std::condition_variable condition;
} // namespace version

template <typename T> struct Holder {
    static T held;
};

template <typename T> T Holder<T>::held;

} // namespace space

static std::unique_ptr<int> owner;
static std::string text;
inline std::atomic<bool> ready{true};

static void print_objects()
{
    using namespace space;

    NAMED("space::Class::member", Class::member);
    NAMED("space::object.lock", object.lock);
    NAMED("space::object.atomic", object.atomic);
    NAMED("space::object.pointer", object.pointer);
    NAMED("space::object.y", object.y);
    NAMED("space::object.from_base", object.from_base);
    NAMED("space::object.color", object.color);
    BYTES("space::object._vptr", static_cast<Base *>(&object), 8);
    NAMED("space::hidden[3].first", hidden[3].first);
    NAMED("space::hidden[3].second.y", hidden[3].second.y);
    NAMED("space::flag", flag);
    NAMED("space::condition", condition);
    NAMED("space::Holder<int>::held", Holder<int>::held);
    NAMED("count in space::Class::method", *object.method());
    NAMED("owner", owner);
    NAMED("text", text);
    NAMED("ready", ready);
}

static void print_values()
{
    VALUE("-2", space::object.atomic);
    VALUE("true", ready);
    VALUE("NULL", space::object.pointer);
    VALUE("Color::green", space::object.color);
    space::object.pointer = &space::hidden[1].second;
    VALUE("&space::hidden[1].second", space::object.pointer);
}

__attribute__((noinline)) static void call_lambda()
{
    auto lambda = [](int add) __attribute__((noinline))
    {
        lambda_pc = AT(lambda_line, here());
        space::object.x += add;
    };

    lambda(method_line);
}

__attribute__((noinline)) static int *call_inlined()
{
    int *result = AT(call_line, space::object.inlined(&lambda_line));

    space::object.x++;
    return result;
}

static void print_frames()
{
    call_lambda();
    call_inlined();
    printf("frames call_lambda::<lambda>::operator():%d\t%p\n", lambda_line,
           lambda_pc);
    printf("frames space::Class::inlined<int>:%d call_inlined:%d\t%p\n",
           method_line, call_line, method_pc);
}

int main()
{
    print_modules();
    print_objects();
    print_values();
    print_frames();
    return 0;
}
