/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: EPOLLET of a timer
 */
/* An edge is told each time that a timer with an interval expires, whether it
 * was read or not: this is not modelled. */
#include <sys/epoll.h>
#include <sys/timerfd.h>

int main(void)
{
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    struct epoll_event edge = {.events = EPOLLIN | EPOLLET};

    return epoll_ctl(epoll_create1(0), EPOLL_CTL_ADD, timer, &edge);
}
