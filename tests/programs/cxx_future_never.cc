/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * executions: 1
 */
/* Nobody keeps the promise. */
#include <future>

int main()
{
    std::promise<int> promise;

    return promise.get_future().get();
}
