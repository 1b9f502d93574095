/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --memory-model=rc11 --algorithm=trust
 * verdict: safe
 */
/* Of a promise that is given up, and of an exception that two threads throw
 * again, libstdc++ counts who has it. The last one destroys it. */
#include <cassert>
#include <exception>
#include <future>
#include <stdexcept>
#include <thread>

static int destroyed;

struct counted {
    counted() = default;
    counted(const counted &) = default;
    ~counted()
    {
        destroyed++;
    }
};

static void look(std::exception_ptr held)
{
    try {
        std::rethrow_exception(std::move(held));
    } catch (const counted &) {
    }
}

static void share()
{
    std::exception_ptr made;

    try {
        throw counted();
    } catch (...) {
        made = std::current_exception();
    }
    std::thread other(look, made);

    look(std::move(made));
    other.join();
}

static bool gives_up()
{
    std::promise<int> promise;
    auto result = promise.get_future();
    std::thread other([mine = std::move(promise)]() mutable {
        std::promise<int> none = std::move(mine);
    });
    bool is_broken = false;

    try {
        result.get();
    } catch (const std::future_error &error) {
        is_broken = error.code() == std::future_errc::broken_promise;
    }
    other.join();
    return is_broken;
}

int main()
{
    assert(gives_up());
    share();
    assert(destroyed == 1);
}
