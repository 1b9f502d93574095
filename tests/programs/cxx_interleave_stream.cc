/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: safe
 * executions: 2
 * object: too large
 */
/* Constructors set pointers to virtual tables: always to be seen as writes, also
 * where an execution before has left just that value. */
#include <cassert>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

static std::mutex m;
static std::string text[2];

int main()
{
    auto run = [](int i) {
        std::stringstream stream;

        stream << "job " << i;
        std::lock_guard<std::mutex> guard(m);
        text[i] = stream.str();
    };
    std::thread a(run, 0), b(run, 1);

    a.join();
    b.join();
    assert(text[1] == "job 1");
}
