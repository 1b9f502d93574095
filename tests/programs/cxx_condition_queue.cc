/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 10
 */
/*
 * A queue, with a producer that notifies when it has given the mutex back, and
 * a consumer, who has two items from it.
 *
 * The consumer is first, and waits. The first notification wakes it up. It takes
 * the mutex when both items are there, and has woken up before the second
 * notification or after it: 2. Or it takes only the first: then it waits for the
 * second, or comes when that is there: 2.
 *
 * The consumer comes when the first item is there. Then it comes when the second
 * is: 1. Or it waits: after the first notification, so that the second wakes it
 * up: 1; or before, and takes the mutex when both are there, as above: 2, or when
 * the second is not, and waits again: 1.
 *
 * The consumer comes when both are there: 1.
 */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex m;
static std::condition_variable is_there;
static std::queue<int> queue;

static void consume()
{
    for (int i = 0; i < 2; i++) {
        std::unique_lock<std::mutex> lock(m);

        is_there.wait(lock, [] { return !queue.empty(); });
        assert(queue.front() == i);
        queue.pop();
    }
}

int main()
{
    std::thread consumer(consume);

    for (int i = 0; i < 2; i++) {
        {
            std::lock_guard<std::mutex> lock(m);
            queue.push(i);
        }
        is_there.notify_one();
    }
    consumer.join();
}
