/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 * executions: 8
 */
/* A thread arrives and waits later; at the end it drops, and the other one goes
 * on alone. Who comes last to each of three phases runs the completion. */
#include <barrier>
#include <cassert>
#include <thread>
#include <utility>

static int data[2], done;

static void complete() noexcept
{
    done++;
    assert(data[0] == done && (data[1] == done || done == 4));
}

static std::barrier<void (*)() noexcept> meet(2, complete);

int main()
{
    std::thread thread([] {
        for (int phase = 1; phase <= 2; phase++) {
            data[1] = phase;
            auto token = meet.arrive();
            meet.wait(std::move(token));
            assert(done == phase);
        }
        data[1] = 3;
        meet.arrive_and_drop();
    });

    for (int phase = 1; phase <= 4; phase++) {
        data[0] = phase;
        meet.arrive_and_wait();
        assert(done == phase);
    }
    thread.join();
}
