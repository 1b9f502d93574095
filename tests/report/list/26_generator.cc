/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20 */
#include <utility>
#include <coroutine>
#include <exception>
#include <thread>
#include <future>
#include <numeric>
#include <vector>

template <class T> struct Generator {
    struct promise_type {
        T value;
        Generator get_return_object() { return Generator{std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(T v) { value = v; return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
    std::coroutine_handle<promise_type> handle;
    explicit Generator(std::coroutine_handle<promise_type> h) : handle(h) {}
    Generator(Generator &&o) : handle(std::exchange(o.handle, {})) {}
    ~Generator() { if (handle) handle.destroy(); }
    bool next() { handle.resume(); return !handle.done(); }
    T value() const { return handle.promise().value; }
};

Generator<int> count(int to)
{
    for (int i = 1; i <= to; i++)
        co_yield i;
}

int main()
{
    auto numbers = count(4);
    auto take = [&] {
        int sum = 0;
        while (numbers.next())
            sum += numbers.value();
        return sum;
    };
    auto a = std::async(std::launch::async, take);
    auto b = std::async(std::launch::async, take);
    return a.get() + b.get() == 10 ? 0 : 1;
}
