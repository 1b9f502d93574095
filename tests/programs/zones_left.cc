/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -fsanitize=address
 * verdict: safe
 */
/* Frames with red zones are left by a jump, by exceptions, by the end of their
 * thread; where they were others lie, in the same thread or in the next one of
 * its number. */
#include <csetjmp>
#include <cstring>
#include <pthread.h>
#include <stdexcept>

namespace
{

std::jmp_buf here;

__attribute__((noinline)) void touch(volatile char *bytes, int size)
{
    for (int i = 0; i < size; i++)
        bytes[i] = 1;
}

/* Its array is where the zones of those that were left are. */
__attribute__((noinline)) int fill()
{
    char bytes[2000];

    touch(bytes, sizeof bytes);
    return std::memchr(bytes, 0, sizeof bytes) != nullptr;
}

struct guard {
    char bytes[40];
    guard()
    {
        touch(bytes, sizeof bytes);
    }
    ~guard()
    {
        touch(bytes, sizeof bytes);
        fill();
    }
};

enum way { JUMP, THROW, EXIT, RETURN };

__attribute__((noinline)) void leave(way by, int depth)
{
    char bytes[24];
    guard other;

    touch(bytes, sizeof bytes);
    if (depth)
        leave(by, depth - 1);
    else if (by == THROW)
        throw std::runtime_error("left");
    else if (by == EXIT)
        pthread_exit(nullptr);
}

__attribute__((noinline)) void jump(int depth)
{
    char bytes[24];
    int number = depth;

    touch(bytes, sizeof bytes);
    touch(reinterpret_cast<volatile char *>(&number), 1);
    if (depth)
        jump(depth - 1);
    else
        std::longjmp(here, 1);
}

void *run(void *argument)
{
    way by = *static_cast<way *>(argument);
    char bytes[3];

    fill();
    touch(bytes, sizeof bytes);
    try {
        if (by != JUMP)
            leave(by, 3);
        else if (!setjmp(here))
            jump(3);
    } catch (const std::runtime_error &) {
        fill();
    }
    fill();
    touch(bytes, sizeof bytes);
    return nullptr;
}

} // namespace

int main()
{
    way ways[] = {JUMP, THROW, EXIT, RETURN};

    for (int i = 0; i < 8; i++) { /* more than there are numbers for */
        pthread_t thread;

        pthread_create(&thread, nullptr, run, &ways[i % 4]);
        pthread_join(thread, nullptr);
    }
    return fill();
}
