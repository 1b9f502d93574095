/* SPDX-License-Identifier: Apache-2.0 */
// an iterator is used after another thread erased the element (with the lock held at each step)
#include <list>
#include <mutex>
#include <thread>
struct Session { int id; int hits; };
class Sessions {
    std::list<Session> all_; std::mutex m_;
public:
    using It = std::list<Session>::iterator;
    It add(int id) { std::lock_guard<std::mutex> g(m_); all_.push_back({id, 0}); return std::prev(all_.end()); }
    void hit(It it) { std::lock_guard<std::mutex> g(m_); it->hits++; }
    void expire() { std::lock_guard<std::mutex> g(m_); all_.clear(); }
};
int main() {
    Sessions s;
    auto it = s.add(1);
    std::thread a([&] { s.hit(it); }), b([&] { s.expire(); });
    a.join(); b.join();
}
