/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * object: too large
 */
/* Two threads hold an exception; the last destroys it, after what the other has
 * done with it. */
#include <cassert>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <thread>

static void look(std::exception_ptr held)
{
    try {
        std::rethrow_exception(std::move(held));
    } catch (const std::runtime_error &error) {
        assert(!strcmp(error.what(), "thrown"));
    }
}

int main()
{
    std::exception_ptr made;

    try {
        throw std::runtime_error("thrown");
    } catch (...) {
        made = std::current_exception();
    }
    std::thread other([](std::exception_ptr held) { look(std::move(held)); },
                      made);

    look(std::move(made));
    other.join();
}
