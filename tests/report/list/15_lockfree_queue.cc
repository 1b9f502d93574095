/* SPDX-License-Identifier: Apache-2.0 */
// Michael-Scott-like lock-free queue, with the dequeued node freed at once.
#include <atomic>
#include <cassert>
#include <thread>

template <typename T> class LockFreeQueue {
    struct Node {
        T value;
        std::atomic<Node *> next{nullptr};
        explicit Node(T v) : value(v) {}
    };
    std::atomic<Node *> head_, tail_;

public:
    LockFreeQueue()
    {
        Node *dummy = new Node(T{});
        head_ = dummy;
        tail_ = dummy;
    }
    void push(T v)
    {
        Node *n = new Node(v);
        for (;;) {
            Node *last = tail_.load();
            Node *next = last->next.load();
            if (next == nullptr) {
                if (last->next.compare_exchange_weak(next, n)) {
                    tail_.compare_exchange_strong(last, n);
                    return;
                }
            } else {
                tail_.compare_exchange_strong(last, next);
            }
        }
    }
    bool pop(T &out)
    {
        for (;;) {
            Node *first = head_.load();
            Node *next = first->next.load();
            if (next == nullptr)
                return false;
            if (head_.compare_exchange_strong(first, next)) {
                out = next->value;
                delete first;
                return true;
            }
        }
    }
};

int main()
{
    LockFreeQueue<int> q;
    q.push(1);
    q.push(2);
    std::thread a([&] { int v; q.pop(v); });
    std::thread b([&] { int v; q.pop(v); });
    a.join();
    b.join();
}
