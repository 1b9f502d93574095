/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: error
 * error: deadlock
 * message: futex
 */
/* A mistake of libstdc++ of gcc 12: the count that a thread is to sleep at is
 * one that it has seen before it failed to take one. If it is that again it
 * sleeps, though it could go on. */
#include <semaphore>
#include <thread>

static std::counting_semaphore<1> semaphore{1};

static void take_and_give()
{
    semaphore.acquire();
    semaphore.release();
}

int main()
{
    std::thread first(take_and_give), second(take_and_give);

    take_and_give();
    first.join();
    second.join();
}
