/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Messages of several parts, and several of them in a call, are as one write
 * each: two senders send in either order, and neither's is torn. */
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>

static int pair[2];

static void *send_one(void *unused)
{
    struct iovec parts[] = {{"on", 2}, {"e", 1}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};

    assert(sendmsg(pair[0], &message, 0) == 3);
    return unused;
}

static void *send_two(void *unused)
{
    struct iovec first = {"two", 3};
    struct mmsghdr messages[] = {
        {.msg_hdr = {.msg_iov = &first, .msg_iovlen = 1}},
    };

    assert(sendmmsg(pair[0], messages, 1, 0) == 1);
    assert(messages[0].msg_len == 3);
    return unused;
}

static void wait_in_each_way(void)
{
    const struct timespec limit = {.tv_sec = 1};
    struct pollfd one = {.fd = pair[1], .events = POLLIN};
    struct epoll_event event = {.events = EPOLLIN};
    int set = epoll_create(1);
    fd_set in;

    assert(ppoll(&one, 1, &limit, NULL) == 1 && one.revents == POLLIN);
    FD_ZERO(&in);
    FD_SET(pair[1], &in);
    assert(pselect(pair[1] + 1, &in, NULL, NULL, &limit, NULL) == 1);
    assert(!epoll_ctl(set, EPOLL_CTL_ADD, pair[1], &event));
    assert(epoll_pwait(set, &event, 1, -1, NULL) == 1);
}

int main(void)
{
    pthread_t senders[2];
    char text[8] = "", more[8] = "";
    struct iovec parts[] = {{text, 2}, {text + 2, 6}}, rest = {more, 8};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    struct mmsghdr messages[] = {
        {.msg_hdr = {.msg_iov = &rest, .msg_iovlen = 1}},
    };

    assert(!socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair));
    pthread_create(&senders[0], NULL, send_one, NULL);
    pthread_create(&senders[1], NULL, send_two, NULL);
    pthread_join(senders[0], NULL);
    pthread_join(senders[1], NULL);
    wait_in_each_way();
    assert(recvmsg(pair[1], &message, 0) == 3);
    assert(recvmmsg(pair[1], messages, 1, 0, NULL) == 1);
    assert(messages[0].msg_len == 3);
    assert(strcmp(text, "one") ? !strcmp(text, "two") && !strcmp(more, "one")
                               : !strcmp(more, "two"));
    return 0;
}
