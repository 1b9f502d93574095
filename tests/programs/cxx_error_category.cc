/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A category of errors of the program's own, as each library with error codes
 * has one, and exceptions whose tables the program itself refers to.
 *
 * mazurka: -std=c++17
 * verdict: safe
 * executions: 2
 */
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

namespace {

class category : public std::error_category {
public:
    const char *name() const noexcept override { return "queue"; }
    std::string message(int code) const override
    {
        return code == 1 ? "empty" : "full";
    }
};

class out_of_room : public std::out_of_range {
public:
    out_of_room() : std::out_of_range("no room") {}
};

class wrong : public std::invalid_argument {
public:
    wrong() : std::invalid_argument("wrong") {}
};

const category of_queue;
std::mutex mutex;
int messages;

void fail(int code)
{
    try {
        if (code == 1)
            throw out_of_room();
        throw wrong();
    } catch (const std::logic_error &) {
        std::error_code error(code, of_queue);
        std::lock_guard<std::mutex> lock(mutex);
        messages += error.message().size();
    }
}

} // namespace

int main()
{
    std::thread other(fail, 1);
    fail(2);
    other.join();
    assert(messages == 9);
}
