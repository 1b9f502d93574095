/* SPDX-License-Identifier: Apache-2.0 */
// Two workers race to fulfil one promise.
#include <atomic>
#include <future>
#include <thread>

struct Request {
    std::promise<int> answer;
    std::atomic<bool> answered{false};
};

static void serve(Request& request, int value) {
    if (!request.answered) {            // check, then act
        request.answer.set_value(value);
        request.answered = true;
    }
}

int main() {
    Request request;
    auto future = request.answer.get_future();
    std::thread a(serve, std::ref(request), 1);
    std::thread b(serve, std::ref(request), 2);
    int value = future.get();
    a.join();
    b.join();
    return value == 0;
}
