/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Three threads with a socket each, that bind it to paths, listen, connect to one
 * another, accept, and remove the paths. The argument is what each of them does,
 * as paths.py has it; what they were answered is the exit status.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { THREADS = 3, CONNECTS = 3, BACKLOG = 0 };

static const char *code[THREADS];
static unsigned results[THREADS];

/* Each connects by another socket: what is made here nobody waits for. */
static struct worker {
    unsigned id, connects;
    int own, others[CONNECTS], connected;
} workers[THREADS];

static void prepare(unsigned t)
{
    struct worker *me = &workers[t];
    unsigned connects = 0;
    int flags = 0;

    *me = (struct worker){.id = t, .connected = -1};
    for (const char *at = code[t]; *at != ','; at += 2) {
        if (*at == 'a')
            flags = SOCK_NONBLOCK;
        if (*at == 'c' || *at == 'C')
            me->others[connects++] = socket(
                AF_UNIX, SOCK_STREAM | (*at == 'c' ? SOCK_NONBLOCK : 0), 0);
    }
    me->own = socket(AF_UNIX, SOCK_STREAM | flags, 0);
}

static struct sockaddr_un name_of(int path)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};

    name.sun_path[0] = 'p';
    name.sun_path[1] = '0' + path;
    return name;
}

static int connect_to(struct worker *me, int path)
{
    struct sockaddr_un name = name_of(path);
    int fd = me->others[me->connects++];

    if (connect(fd, (struct sockaddr *)&name, sizeof name))
        return errno;
    me->connected = fd;
    return 0;
}

/* Who it is that was accepted, if it has said so. */
static int accept_one(const struct worker *me)
{
    char who = 0;
    int fd = accept(me->own, NULL, NULL);

    if (fd < 0)
        return errno;
    return recv(fd, &who, 1, MSG_DONTWAIT) < 0 ? 40 : 41 + who;
}

static unsigned execute(struct worker *me, const char *at)
{
    int path = at[1] - '0';
    struct sockaddr_un name = name_of(path);
    char who = me->id;

    switch (at[0]) {
    case 'b':
        return bind(me->own, (struct sockaddr *)&name, sizeof name) ? errno : 0;
    case 'n':
        return listen(me->own, BACKLOG) ? errno : 0;
    case 'c':
    case 'C':
        return connect_to(me, path);
    case 'a':
    case 'A':
        return accept_one(me);
    case 's':
        return send(me->connected, &who, 1, MSG_NOSIGNAL) < 0 ? errno : 0;
    case 'u':
        return unlink(name.sun_path) ? errno : 0;
    case 'x':
        return close(me->own) ? errno : 0;
    default:
        return access(name.sun_path, F_OK) ? errno : 0;
    }
}

static void *run(void *thread)
{
    long t = (long)thread;
    unsigned result = 0;

    for (const char *at = code[t]; *at != ','; at += 2)
        result = result * 7 + execute(&workers[t], at);
    results[t] = result;
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    const char *at = argc > 1 ? argv[1] : ",,,";
    unsigned all = 0;

    for (int i = 0; i < THREADS; i++, at = strchr(at, ',') + 1)
        code[i] = at;
    for (unsigned t = 0; t < THREADS; t++)
        prepare(t);
    for (long t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, run, (void *)t);
    for (int t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
        all = all * 31 + results[t];
    }
    exit(1 + all % 61);
}
