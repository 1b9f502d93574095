/* SPDX-License-Identifier: Apache-2.0 */
// A call with memory that another thread accesses (beside.h): NAME WAY PLACE
// FILE makes the steps of the two one after the other, the call at that place
// among those of the other thread (0, 1, 2), and writes to FILE what there is to
// be seen. WAY: r, w: it reads or writes, then acts; R, W: it acts before. NAME WAY
// both A..: beside one another; then none of the outcomes A.. must come of it.
// Without arguments it lists the names.
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <arpa/inet.h>
#include <string>
#include <string_view>
#include <thread>
#include <functional>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

namespace {

int fd, other, ends[2], value = 1;
fd_set fd_bits;
struct sockaddr_un address;
socklen_t length = sizeof address;
struct rlimit limit, old;
struct itimerval interval;
const struct itimerval none = {};
struct timeval zero;
struct itimerspec time;
const struct itimerspec never = {};
timer_t timer;
struct sigaction action;
sigset_t set;
siginfo_t info;
const struct timespec at_once = {0, 0};
struct timespec moment = {2000000000, 0};
struct pollfd fds;
struct epoll_event event;
wchar_t wide[8];
char text[4096] = "xyz";
struct iovec vector = {text, 1};
struct msghdr message = {NULL, 0, &vector, 1, NULL, 0, 0};
struct mmsghdr messages = {{NULL, 0, &vector, 1, NULL, 0, 0}, 0};
eventfd_t count = 5;
struct stat status;
struct statx statx_of;
struct statfs fs_status;
struct statvfs fs_vstatus;
struct flock region = {F_WRLCK, 0, 0, 0, 0};
sem_t semaphore;
pthread_mutex_t mutex;
struct sched_param parameter;
off_t offset;
FILE *stream;
char *line;
size_t size;
fpos_t position;
struct timespec times_of[2];
struct utimbuf utimes_of;
DIR *folder;
struct dirent entry, *next;
pid_t child;
pthread_t main_thread;

#define SOCKADDR(a) reinterpret_cast<struct sockaddr *>(&a)

void nothing() {}
long nothing_else() { return 0; }

long make(const char *name, std::string_view what)
{
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    bool written = write(file, what.data(), what.size()) > 0;

    close(file);
    return written;
}

void made_f() { make("f", "abc"); }
void made_d() { mkdir("d", 0777); }

void opened_f()
{
    made_f();
    fd = open("f", O_RDWR);
}

void listening()
{
    struct sockaddr_un at = {AF_UNIX, "s"};

    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    bind(fd, SOCKADDR(at), sizeof at);
    listen(fd, 3);
    connect(socket(AF_UNIX, SOCK_STREAM, 0), SOCKADDR(at), sizeof at);
}

void connecting()
{
    struct sockaddr_un at = {AF_UNIX, "s"};

    other = socket(AF_UNIX, SOCK_STREAM, 0);
    bind(other, SOCKADDR(at), sizeof at);
    listen(other, 3);
    address = at;
    fd = socket(AF_UNIX, SOCK_STREAM, 0);
}

long bind_to(int number, const char *name)
{
    struct sockaddr_un at = {AF_UNIX, ""};

    strcpy(at.sun_path, name);
    return bind(number, SOCKADDR(at), sizeof at);
}

long connect_to(int number, const char *name)
{
    struct sockaddr_un at = {AF_UNIX, ""};

    strcpy(at.sun_path, name);
    return connect(number, SOCKADDR(at), sizeof at);
}

long set_option(int number, int option, int to)
{
    return setsockopt(number, SOL_SOCKET, option, &to, sizeof to);
}

long get_option(int number, int option)
{
    int is = 0;
    socklen_t size = sizeof is;

    getsockopt(number, SOL_SOCKET, option, &is, &size);
    return is;
}

long set_lock(rlim_t to)
{
    struct rlimit both;

    getrlimit(RLIMIT_MEMLOCK, &old);
    both = {to, old.rlim_max};
    return setrlimit(RLIMIT_MEMLOCK, &both);
}

long lock_limit()
{
    struct rlimit is;

    getrlimit(RLIMIT_MEMLOCK, &is);
    return is.rlim_cur;
}

long set_timer(long to)
{
    const struct itimerspec spec = {{0, 0}, {to, 0}};
    struct itimerspec was;

    timer_settime(timer, 0, &spec, &was);
    return was.it_value.tv_sec > 0;
}

long set_timerfd()
{
    const struct itimerspec spec = {{5, 0}, {0, 0}};

    return timerfd_settime(fd, 0, &spec, NULL);
}

void timer_of(long seconds)
{
    struct sigevent event = {};

    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGUSR1;
    signal(SIGUSR1, SIG_IGN);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    set_timer(seconds);
}

const sigset_t *signals()
{
    static thread_local sigset_t some;

    sigemptyset(&some);
    sigaddset(&some, SIGUSR1);
    return &some;
}

void blocked(int)
{
    pthread_sigmask(SIG_BLOCK, signals(), NULL);
}

long &handler_of(struct sigaction &a)
{
    return reinterpret_cast<long &>(a.sa_handler);
}

long take_signal() { return sigtimedwait(signals(), NULL, &at_once); }
long send_signal() { return kill(getpid(), SIGUSR1); }

int epoll_of(int number)
{
    struct epoll_event e = {EPOLLIN, {}};
    int poll = epoll_create1(0);

    epoll_ctl(poll, EPOLL_CTL_ADD, number, &e);
    return poll;
}

long byte_of(int file)
{
    char byte = 0;

    return read(file, &byte, 1) == 1 ? byte : -1;
}

long byte_now(int file)
{
    char byte = 0;

    return recv(file, &byte, 1, MSG_DONTWAIT) == 1 ? byte : -1;
}

long byte_at(int file)
{
    char byte = 0;

    return pread(file, &byte, 1, 0) == 1 ? byte : -1;
}

long byte_in(const char *name)
{
    int file = open(name, O_RDONLY);
    long byte = byte_of(file);

    close(file);
    return byte;
}

void pair_with(const char *bytes)
{
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    if (*bytes)
        send(ends[1], bytes, strlen(bytes), 0);
}

long lock(int file)
{
    struct flock whole = {};

    whole.l_type = F_WRLCK;
    return fcntl(file, F_OFD_SETLK, &whole);
}

long size_of(const char *name)
{
    struct stat s;

    return stat(name, &s) ? -1 : s.st_size;
}

long time_of(const char *name)
{
    struct stat s;

    return stat(name, &s) ? -1 : s.st_mtime < 1000 ? s.st_mtime : 1000;
}

long set_scheduler()
{
    return pthread_setschedparam(main_thread, SCHED_BATCH, &parameter);
}

long name_of_main()
{
    char name[16];

    pthread_getname_np(main_thread, name, sizeof name);
    return name[0];
}

pid_t run_true()
{
    pid_t pid;
    char *arguments[] = {const_cast<char *>("false"), NULL};

    posix_spawn(&pid, "/bin/false", NULL, NULL, arguments, NULL);
    usleep(100000);
    return pid;
}

void protected_mutex()
{
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
    pthread_mutexattr_setprioceiling(&attributes, 3);
    pthread_mutex_init(&mutex, &attributes);
}

long ceiling()
{
    int is = 0;

    pthread_mutex_getprioceiling(&mutex, &is);
    return is;
}

enum { MARK = 8 };

const struct {
    std::string_view name;
    std::function<void()> before;
    std::function<long()> look;
    std::function<void()> mark;
    std::function<long()> call, act;
} rows[] = {
#define BESIDE(name, before, memory, call, ...)                         \
    {#name, [] { before; }, []() -> long { return memory; },            \
     []() { memory = MARK; }, []() -> long { return call; },            \
     []() -> long { return __VA_ARGS__; }},
#include "beside.h"
};

struct {
    long call, act, seen;
} saw;

std::string outcome(long last)
{
    return std::to_string(saw.call) + "/" + std::to_string(saw.act) + "/" +
           std::to_string(saw.seen) + "/" + std::to_string(last);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 1)
        for (auto &row : rows)
            puts(row.name.data());
    if (argc < 4)
        return 0;
    for (auto &row : rows) {
        char way = argv[2][0];
        int place = atoi(argv[3]);
        auto step = [&](bool acts) {
            if (acts)
                saw.act = row.act();
            else if (way == 'r' || way == 'R')
                saw.seen = row.look();
            else
                row.mark();
        };

        if (row.name != argv[1])
            continue;
        main_thread = pthread_self();
        row.before();
        if (!strcmp(argv[3], "both")) {
            std::thread beside([&] {
                step(way == 'R' || way == 'W');
                step(way == 'r' || way == 'w');
            });

            saw.call = row.call();
            beside.join();
            std::string is = outcome(row.look());
            assert(argc < 5 || is != argv[4]);
            assert(argc < 6 || is != argv[5]);
            assert(argc < 7 || is != argv[6]);
            return 0;
        }
        for (int i = 0; i < 3; i++) {
            if (i == place)
                saw.call = row.call();
            if (i < 2)
                step((i == 0) == (way == 'R' || way == 'W'));
        }
        shm_unlink("/mazurka-beside");
        shm_unlink("/\10azurka-beside"); // as it is marked
        fprintf(fopen(argv[4], "w"), "%s", outcome(row.look()).c_str());
        return 0;
    }
    return 1;
}
