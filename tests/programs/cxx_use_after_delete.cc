/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 */
/* A virtual call on an object that the other thread has deleted. */
#include <mutex>
#include <thread>

static std::mutex m;

struct shape {
    virtual ~shape() = default;
    virtual int area() { return side * side; }
    int side = 2;
};

int main()
{
    shape *it = new shape;
    int area = 0;
    std::thread a([&] {
        std::lock_guard<std::mutex> guard(m);
        delete it;
    });

    {
        std::lock_guard<std::mutex> guard(m);
        area = it->area();
    }
    a.join();
    return area == 4 ? 0 : 1;
}
