/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Two threads change the exception that both of them hold. */
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
