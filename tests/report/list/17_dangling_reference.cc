/* SPDX-License-Identifier: Apache-2.0 */
// A reference into a vector is kept while another thread appends.
#include <mutex>
#include <string>
#include <thread>
#include <vector>
#include <cstdio>

struct Session {
    int id;
    int hits;
};

static std::vector<Session> sessions;
static std::mutex mutex;

static Session &find(int id)
{
    std::lock_guard<std::mutex> guard(mutex);
    for (auto &s : sessions)
        if (s.id == id)
            return s;
    return sessions.front();
}

static void append(int id)
{
    std::lock_guard<std::mutex> guard(mutex);
    sessions.push_back(Session{id, 0});
}

int main()
{
    append(1);
    std::thread t([] { append(2); });
    Session &s = find(1);
    s.hits++;
    t.join();
    std::printf("%d\n", s.hits);
    return 0;
}
