/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What waits in C++20, by programs that are arguments (waits.py): an
 * instruction is a letter, an object and a number. i is an atomic int, which is
 * waited for at a futex, k an atomic char, which is not; s a semaphore; then
 * there are a latch and a barrier. The status tells what the threads have
 * found, and what is left.
 */
#include <atomic>
#include <barrier>
#include <latch>
#include <optional>
#include <semaphore>
#include <thread>
#include <unistd.h>
#include <vector>

static std::atomic<int> number;
static std::atomic<signed char> letter;
static std::counting_semaphore<99> *semaphore;
static std::latch *latch;
static std::barrier<> *barrier;
static char **programs;
static int results[3];

template <typename T>
static bool on(std::atomic<T> &x, char kind, int v, int &r)
{
    switch (kind) {
    case 'R': r = x; return true;
    case 'W': x = (T)v; return true;
    case 'A': x.fetch_add((T)v); return true;
    case 'F': r = x.fetch_add((T)v); return true;
    case 'w': x.wait((T)v); return true;
    case '1': x.notify_one(); return true;
    case '*': x.notify_all(); return true;
    case 'p':
        while (x != v)
            std::this_thread::yield();
        return true;
    default: return false;
    }
}

static void run(int self)
{
    const char *begin = programs[self], *i = begin;
    int r = 0, result = 0;
#ifndef TOGETHER
    std::optional<std::barrier<>::arrival_token> token;
#endif

    for (;; i += 3) {
        int v = i[2] - '0';

        if (i[1] == 'i' ? on(number, *i, v, r)
                        : i[1] == 'k' && on(letter, *i, v, r))
            continue;
        switch (*i) {
        case 'a': semaphore->acquire(); break;
        case 't': r = semaphore->try_acquire(); break;
        case 'r': semaphore->release(v); break;
        case 'd': latch->count_down(); break;
        case 'e': latch->wait(); break;
        case 'f': r = latch->try_wait(); break;
        case 'g': latch->arrive_and_wait(); break;
        case 'h': barrier->arrive_and_wait(); break;
#ifndef TOGETHER
        case 'x': token.emplace(barrier->arrive()); break;
        case 'y': barrier->wait(std::move(*token)); break;
        case 'z': barrier->arrive_and_drop(); break;
#endif
        case 'N': i += r == i[1] - '0' ? 0 : 3 * v; break; /* passes v over */
        case 'O': result = result * 4 + r % 4; break;
        default: results[self] = result; return;
        }
    }
}

int main(int argc, char **argv)
{
    std::vector<std::thread> others;
    int sum = 0;

    semaphore = new std::counting_semaphore<99>(argv[1][0] - '0');
    latch = new std::latch(argv[1][1] - '0');
    barrier = new std::barrier<>(argv[1][2] - '0');
    programs = argv + 2;
    for (int t = 1; t < argc - 2; t++)
        others.emplace_back(run, t);
    run(0);
    for (auto &other : others)
        other.join();
    for (int t = 0; t < argc - 2; t++)
        sum = sum * 13 + results[t];
    _exit(1 + ((sum * 5 + number) * 5 + letter) % 97);
}
