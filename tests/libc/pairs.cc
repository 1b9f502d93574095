/* SPDX-License-Identifier: Apache-2.0 */
// Makes a pair of calls (pairs.h): NAME first FILE, or NAME second FILE, one
// after the other, the one or the other first, and writes to FILE what they
// return. NAME both A B C D: beside one another; then they must return neither A
// and B nor C and D. Without arguments it lists the pairs.
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <locale>
#include <memory_resource>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <syslog.h>
#include <termios.h>
#include <unistd.h>
#include <utime.h>

namespace fs = std::filesystem;

namespace {

// What the first of the two uses, or both of them without a race.
int fd, other, handled, counted, ends[2];
void *mapping;
DIR *folder;
pthread_t main_thread;
struct stat status;
thread_local char text[16];
char path[PATH_MAX];
const struct iovec six = {const_cast<char *>("abcdef"), 6};
thread_local std::error_code error;
std::pmr::memory_resource *const buffer = std::pmr::null_memory_resource();

void nothing() {}
void end() { _exit(3); }
void handle(int) { handled = 1; }

int count(const char *, const struct stat *, int)
{
    counted++;
    return 0;
}

long make(const char *name, std::string_view what)
{
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    bool written = write(file, what.data(), what.size()) > 0;

    close(file);
    return written;
}

void made_d() { mkdir("d", 0777); }
void made_f() { make("f", "abc"); }

void opened_f()
{
    made_f();
    fd = open("f", O_RDWR);
}

void opened_d()
{
    made_d();
    mkdir("d/e", 0777);
    fd = open("d", O_RDONLY);
}

void opened_terminal()
{
    openpty(&other, &fd, NULL, NULL, NULL);
}

void mapped()
{
    mapping = mmap(NULL, 1, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

const time_t zero_time = 0;

void zone(const char *name) { setenv("TZ", name, 1); }

int hour()
{
    const struct tm *t = localtime(&zero_time);

    return t->tm_hour;
}

int hour_r()
{
    struct tm t;

    localtime_r(&zero_time, &t);
    return t.tm_hour;
}

void *map_at(void *place, int flags)
{
    return mmap(place, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1,
                0);
}

void blocked(int signal)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, signal);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

long hash(const char *s)
{
    return s ? std::hash<std::string_view>{}(s) % 1000000 : -1;
}

bool is_root(const char *folder) { return !strcmp(folder, "/"); }

long size_of(const char *name)
{
    struct stat s;

    return stat(name, &s) ? -1 : s.st_size;
}

long mode_of(const char *name)
{
    struct stat s;

    return stat(name, &s) ? -1 : s.st_mode;
}

long byte_of(int file)
{
    char byte = 0;

    return read(file, &byte, 1) == 1 ? byte : -1;
}

long left_in(DIR *opened)
{
    long n = 0;

    while (readdir(opened))
        n++;
    return n;
}

long entries(const char *name)
{
    DIR *opened = opendir(name);
    long n = left_in(opened);

    closedir(opened);
    return n;
}

long name_of_main()
{
    char name[16];

    pthread_getname_np(main_thread, name, sizeof name);
    return hash(name);
}

long new_key()
{
    pthread_key_t key;

    pthread_key_create(&key, NULL);
    return key;
}

/* Is it, and takes it. */
long pending(int signal)
{
    const struct timespec at_once = {0, 0};
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, signal);
    return sigtimedwait(&set, NULL, &at_once);
}

long bind_to(const char *name)
{
    struct sockaddr_un address = {AF_UNIX, ""};

    strcpy(address.sun_path, name);
    return bind(socket(AF_UNIX, SOCK_STREAM, 0),
                reinterpret_cast<struct sockaddr *>(&address), sizeof address);
}

long lock(int file)
{
    struct flock whole = {};

    whole.l_type = F_WRLCK;
    return fcntl(file, F_OFD_SETLK, &whole);
}

const struct {
    std::string_view name;
    bool refused;
    std::function<void()> before;
    std::function<long()> first, second;
} pairs[] = {
#define ROW(name, refused, before, first, second)                       \
    {#name, refused, [] { before; }, []() -> long { return first; },    \
     []() -> long { return second; }},
#define PAIR(name, before, ...) ROW(name, false, before, __VA_ARGS__)
#define CLOSED(name, before, ...)                                       \
    ROW(closed_##name, false, before, __VA_ARGS__, close(fd))
#define REFUSED(name, before, ...) ROW(name, true, before, __VA_ARGS__)
#include "pairs.h"
};

} // namespace

int main(int argc, char **argv)
{
    if (argc == 1)
        for (auto &p : pairs)
            printf("%s%s\n", p.name.data(), p.refused ? " refused" : "");
    if (argc < 4)
        return 0;
    for (auto &p : pairs) {
        std::string_view order = argv[2];
        long first = 0, second = 0;

        if (p.name != argv[1])
            continue;
        main_thread = pthread_self();
        p.before();
        if (order == "both") {
            std::thread other([&] { second = p.second(); });

            first = p.first();
            other.join();
            assert(first != atol(argv[3]) || second != atol(argv[4]));
            assert(first != atol(argv[5]) || second != atol(argv[6]));
            return 0;
        }
        if (order == "second")
            second = p.second();
        first = p.first();
        if (order == "first")
            second = p.second();
        fprintf(fopen(argv[3], "w"), "%ld %ld", first, second);
        shm_unlink("/mazurka-pairs");
        sem_unlink("/mazurka-pairs");
        return 0;
    }
    return 1;
}
