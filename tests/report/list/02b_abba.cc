/* SPDX-License-Identifier: Apache-2.0 */
#include <mutex>
#include <thread>
#include <memory>

struct Account {
    std::mutex m;
    int balance = 100;
};

static void transfer(Account &from, Account &to, int n)
{
    std::lock_guard<std::mutex> g1(from.m);
    std::lock_guard<std::mutex> g2(to.m);
    from.balance -= n;
    to.balance += n;
}

int main()
{
    auto alice = std::make_unique<Account>();
    auto bob = std::make_unique<Account>();
    std::thread t1([&] { transfer(*alice, *bob, 10); });
    std::thread t2([&] { transfer(*bob, *alice, 5); });
    t1.join();
    t2.join();
}
