/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++17
 * verdict: safe
 * executions: 1
 */
/* Each form of new with a form of delete that may follow it: of a size, of an
 * alignment, that does not throw; and malloc, and its kin, with free. */
#include <cstdlib>
#include <new>
#include <thread>
#include <vector>

struct alignas(64) wide {
    char bytes[64];
};

static void use()
{
    std::vector<int> v(3);
    auto *nothing = new (std::nothrow) int[2];

    delete new int;
    delete[] new int[3];
    delete new wide;
    delete[] new wide[2];
    delete[] nothing;
    ::operator delete(::operator new(8, std::nothrow), std::nothrow);
    ::operator delete[](::operator new[](8, std::nothrow), std::nothrow);
    ::operator delete(::operator new(8, std::align_val_t{64}),
                      std::align_val_t{64});
    ::operator delete[](::operator new[](8, std::align_val_t{64}, std::nothrow),
                        std::align_val_t{64}, std::nothrow);
    std::free(std::realloc(std::malloc(4), 40));
    std::free(std::aligned_alloc(64, 64));
}

int main()
{
    std::thread other(use);
    use();
    other.join();
    return 0;
}
