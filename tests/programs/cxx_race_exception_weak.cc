/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --memory-model=rc11 --algorithm=trust
 * verdict: error
 * error: data-race
 */
/* The same as cxx_race_exception, where memory is weak. */
#include <exception>
#include <thread>

struct counted {
    int times = 0;
};

static void change(std::exception_ptr held)
{
    try {
        std::rethrow_exception(held);
    } catch (counted &error) {
        error.times++;
    }
}

int main()
{
    std::exception_ptr made = std::make_exception_ptr(counted());
    std::thread other(change, made);

    change(made);
    other.join();
}
