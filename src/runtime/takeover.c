/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How we come to be in charge: the program's start code calls
 * __libc_start_main, which is ours; libc's own then does all it has to, runs
 * constructors, and calls our main instead of the program's.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <dlfcn.h>

#include "arch/page.h"
#include "base/base.h"
#include "base/system_call.h"
#include "base/text.h"
#include "runtime/audit.h"
#include "runtime/fault.h"
#include "runtime/fiber.h"
#include "runtime/heap.h"
#include "runtime/libc_loader.h"
#include "runtime/library.h"
#include "runtime/native_use.h"
#include "runtime/runtime.h"
#include "region/function.h"
#include "runtime/session.h"
#include "runtime/specific.h"
#include "runtime/takeover.h"

struct mz_runtime mz_rt;

/* By another function: dlsym itself is interposed. */
void *mz_loader_dlsym(void)
{
    static void *real_dlsym;

    if (!real_dlsym)
        real_dlsym = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
    if (!real_dlsym)
        real_dlsym = dlvsym(RTLD_NEXT, "dlsym", MZ_GLIBC_FIRST);
    if (!real_dlsym)
        mz_give_up("libc has no dlsym");
    return real_dlsym;
}

typedef void *mz_dlsym_function(void *, const char *);
typedef void *mz_dlopen_function(const char *, int);

/* A library of C++ has come with it, for itself alone, into a program of C. */
static void *in_libstdcxx(const char *name)
{
    const int flags = RTLD_LAZY | RTLD_NOLOAD;
    mz_dlopen_function *open =
        ((mz_dlsym_function *)mz_loader_dlsym())(RTLD_NEXT, "dlopen");
    void *library = name[0] == '_' ? open("libstdc++.so.6", flags) : NULL;

    return library ? ((mz_dlsym_function *)mz_loader_dlsym())(library, name)
                   : NULL;
}

/* The loader's memory may be watched, where it is not known to be its own. */
void *mz_real(const char *name)
{
    void *real;

    if (mz_rt.auditing)
        mz_audit_call(false, 0, INT64_MAX, __builtin_frame_address(0));
    mz_loader_keep_failure();
    real = ((mz_dlsym_function *)mz_loader_dlsym())(RTLD_NEXT, name);
    if (!real)
        real = in_libstdcxx(name);
    if (!real)
        mz_give_up("libc has no %s", name);
    return real;
}

static int function_descriptor = -1; /* see mz_takeover_descriptor */

typedef int (*main_function)(int, char **, char **);
static main_function program_main;

static int number(const char *text)
{
    int value = 0;

    for (; *text >= '0' && *text <= '9' && value < 1 << 20; text++)
        value = value * 10 + (*text - '0');
    return *text ? -1 : value;
}

/* Our own mistake was found. */
static void tell_assertion(void)
{
    mz_rt.region->status = MZ_STATUS_FAILED;
    mz_format(mz_rt.region->message, sizeof mz_rt.region->message,
              "internal error, see above; please report it");
}

/* Where the region is not mapped its file can still be written to. */
static _Noreturn void fail_by_file(int fd, const char *message)
{
    const uint32_t status = MZ_STATUS_FAILED;
    char text[MZ_MAX_MESSAGE];
    size_t length = mz_format(text, sizeof text, "%s", message);

    (void)!pwrite(fd, text, length + 1, offsetof(struct mz_region, message));
    (void)!pwrite(fd, &status, sizeof status,
                  offsetof(struct mz_region, status));
    mz_lose();
}

_Noreturn void mz_takeover_fail(const char *descriptor, const char *message)
{
    fail_by_file(number(descriptor), message);
}

static void restore_stack_limit(void)
{
    struct rlimit limit;

    if (!mz_rt.region->stack_limit ||
        MZ_SYSTEM(prlimit64, 0, RLIMIT_STACK, NULL, &limit))
        return;
    limit.rlim_cur = mz_rt.region->stack_limit;
    MZ_SYSTEM(prlimit64, 0, RLIMIT_STACK, &limit, NULL);
}

/* Maps the region at its address, as big as the supervisor has made it. */
static void map_region(int fd)
{
    struct stat status;
    struct mz_region *region;

    if (fd < 0 || fstat(fd, &status))
        mz_give_up(MZ_REGION_VARIABLE "=%d is no descriptor", fd);
    region =
        mmap((void *)MZ_REGION_ADDRESS, status.st_size, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_NORESERVE, fd, 0);
    if (region == MAP_FAILED)
        fail_by_file(fd, "the checked process has no room for the memory of "
                         "the search: raise ulimit -v, or lower --max-events "
                         "or --jobs");
    if (region->magic != mz_region_magic() ||
        region->size != (uint64_t)status.st_size)
        mz_lose(); /* another version: where to write is not known */
    close(fd);
    mz_rt.region = mz_rt.common = region;
    mz_rt.supervised = true;
    mz_assertion_hook = tell_assertion;
    restore_stack_limit();
    mz_specific_take_over();
}

/* A variable that the supervisor has set, for us. */
static bool is_ours(char *entry)
{
    char *one[] = {entry, NULL};
    const char *bind = mz_text_variable(one, MZ_BIND_VARIABLE);
    const char *tunables = mz_text_variable(one, MZ_TUNABLES_VARIABLE);

    return mz_text_variable(one, MZ_REGION_VARIABLE) ||
           mz_text_variable(one, MZ_FUNCTION_VARIABLE) ||
           (bind && mz_text_equals(bind, MZ_BIND_VALUE)) ||
           (tunables && mz_text_equals(tunables, MZ_TUNABLES_VALUE));
}

/* The program may change its arguments and environment: it gets copies, in
 * pages that are rolled back. */
static char **copy_strings(char **from, char **room, char **text, char *end)
{
    char **to = room;

    for (; *from; from++) {
        if (is_ours(*from))
            continue;
        *to++ = *text;
        for (const char *c = *from;; c++) {
            MZ_ASSERT(*text < end);
            *(*text)++ = *c;
            if (!*c)
                break;
        }
    }
    *to = NULL;
    return to + 1;
}

static size_t size_of(char **strings)
{
    size_t size = sizeof *strings;

    for (; *strings; strings++) {
        size += sizeof *strings + 1;
        for (const char *c = *strings; *c; c++)
            size++;
    }
    return size;
}

static bool is_timer_set(void)
{
    static const int kinds[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
    long timers = MZ_SYSTEM(openat, AT_FDCWD, "/proc/self/timers",
                            O_RDONLY | O_CLOEXEC);
    struct itimerval left;
    char byte;
    bool found = timers >= 0 && MZ_SYSTEM(read, timers, &byte, 1) > 0;

    if (timers >= 0)
        MZ_SYSTEM(close, timers);
    for (size_t i = 0; i < MZ_COUNT(kinds); i++)
        if (!MZ_SYSTEM(getitimer, kinds[i], &left) &&
            (left.it_value.tv_sec || left.it_value.tv_usec))
            found = true;
    return found;
}

/* However constructors have begun what would go on beside the search: nobody
 * would see it. */
static void refuse_what_goes_on(void)
{
    struct stat threads;

    if (!stat("/proc/self/task", &threads) && threads.st_nlink > 3)
        mz_refuse_before_main(MZ_GAP_THREAD_WAS_CREATED, NULL);
    if (is_timer_set())
        mz_refuse_before_main(MZ_GAP_TIMER_WAS_SET, NULL);
    if (MZ_SYSTEM(waitid, P_ALL, 0, NULL,
                  WEXITED | WNOHANG | WNOWAIT | __WALL, NULL) != -ECHILD)
        mz_refuse_before_main(MZ_GAP_CHILD_WAS_CREATED, NULL);
}

/* Main's, and its environment, lie there, whatever else the kernel has mapped:
 * unless something is there already. */
#define ARGUMENTS 0x5f0000000000u

static int supervised_main(int argc, char **argv, char **envp)
{
    size_t size = (size_of(argv) + size_of(envp) + 4095) & ~(size_t)4095;
    char *memory = mmap((void *)ARGUMENTS, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char **room = (char **)memory, **variables;
    char *text;
    size_t pointers = 2;

    mz_fiber_remember_errno();
    if (memory == MAP_FAILED)
        mz_give_up("no memory for arguments");
    refuse_what_goes_on();
    mz_native_renew_rwlocks();
    for (char **s = argv; *s; s++)
        pointers++;
    for (char **s = envp; *s; s++)
        pointers++;
    text = memory + pointers * sizeof(char *);
    variables = copy_strings(argv, room, &text, memory + size);
    copy_strings(envp, variables, &text, memory + size);
    environ = variables;
    mz_snapshot_add(memory, size);
    mz_session_run(program_main, argc, room, variables);
}

/* Behind the folder that the supervisor has put before what the user has set;
 * NULL: this is another variable. */
static char *behind_folder(char *entry)
{
    static const char ours[] = "/" MZ_WIDE_FOLDER;
    char *one[] = {entry, NULL}, *end;

    end = (char *)mz_text_variable(one, MZ_LIBRARIES_VARIABLE);
    while (end && *end && *end != ':')
        end++;
    if (!end || (size_t)(end - entry) < sizeof ours ||
        mz_compare(end - (sizeof ours - 1), ours, sizeof ours - 1))
        return NULL;
    return end;
}

/* The program sees what the user has set, or nothing. */
static void hide_folder(void)
{
    char **to = environ;

    for (char **from = environ; *from; from++) {
        char *rest = behind_folder(*from);

        if (rest && !*rest)
            continue;
        if (rest)
            mz_move(*from + sizeof MZ_LIBRARIES_VARIABLE, rest + 1,
                    mz_text_length(rest + 1) + 1);
        *to++ = *from;
    }
    *to = NULL;
}

/* The supervisor's word is for this process, not for programs that it runs. */
static void take_function_descriptor(void)
{
    const char *descriptor = mz_text_variable(environ, MZ_FUNCTION_VARIABLE);
    char **to = environ;

    if (!descriptor)
        return;
    function_descriptor = number(descriptor);
    fcntl(function_descriptor, F_SETFD, FD_CLOEXEC);
    for (char **from = environ; *from; from++) {
        char *one[] = {*from, NULL};

        if (!mz_text_variable(one, MZ_FUNCTION_VARIABLE))
            *to++ = *from;
    }
    *to = NULL;
}

/* The earliest of constructors, but for those of libraries that need nothing of
 * ours: later ones find a supervised process. */
__attribute__((constructor(101))) static void join_supervisor(void)
{
    const char *descriptor = mz_text_variable(environ, MZ_REGION_VARIABLE);

    take_function_descriptor();
    mz_fiber_learn_descriptor();
    mz_loader_start();
    mz_library_note_start();

    mz_rt.is_awaited = descriptor;
    if (descriptor && !mz_rt.supervised)
        map_region(number(descriptor));
    if (mz_rt.supervised && mz_rt.region->settings.many_threads)
        hide_folder();
}

/* ---- at a call of mz_check ----------------------------------------------- */

enum { MOST_REMEMBERED = 256 };

static struct {
    void (*again)(const char *, const char *);
    const char *first, *second;
} remembered[MOST_REMEMBERED];
static unsigned remembered_count;

bool mz_takeover_remember(void (*again)(const char *, const char *),
                          const char *first, const char *second)
{
    unsigned i = remembered_count++;

    if (mz_rt.supervised) {
        remembered_count = 0;
        return true;
    }
    if (i < MOST_REMEMBERED) {
        remembered[i].again = again;
        remembered[i].first = first;
        remembered[i].second = second;
    }
    return false;
}

int mz_takeover_descriptor(void)
{
    return function_descriptor;
}

uint32_t mz_takeover_function(int descriptor)
{
    uint32_t function = 0;

    (void)!pread(descriptor, &function, sizeof function,
                 offsetof(struct mz_region, settings.function));
    return function;
}

uint64_t mz_takeover_seed(int descriptor)
{
    uint64_t seed = 0;

    (void)!pread(descriptor, &seed, sizeof seed,
                 offsetof(struct mz_region, settings.seed));
    return seed;
}

bool mz_takeover_claim(int descriptor)
{
    const size_t place = offsetof(struct mz_region, progress.running_pid);
    const size_t page = mz_page_down(place);
    char *mapped = mmap(NULL, 2 * MZ_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED,
                        descriptor, (off_t)page);
    uint32_t nobody = 0;
    bool claimed;

    if (mapped == MAP_FAILED)
        return false;
    claimed = __atomic_compare_exchange_n(
        (uint32_t *)(mapped + (place - page)), &nobody, (uint32_t)getpid(),
        false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    munmap(mapped, 2 * MZ_PAGE);
    return claimed;
}

void mz_takeover_late(int descriptor)
{
    unsigned count = remembered_count;

    mz_rt.is_awaited = true;
    map_region(descriptor);
    mz_native_use_ends();
    if (count > MOST_REMEMBERED)
        mz_unsupported(CHECK_ASSEMBLY);
    for (unsigned i = 0; i < count; i++)
        remembered[i].again(remembered[i].first, remembered[i].second);
}

MZ_EXPORT int __libc_start_main(main_function main, int argc, char **argv,
                                void (*init)(void), void (*fini)(void),
                                void (*rtld_fini)(void), void *stack_end);
MZ_EXPORT int __libc_start_main(main_function main, int argc, char **argv,
                                void (*init)(void), void (*fini)(void),
                                void (*rtld_fini)(void), void *stack_end)
{
    program_main = main;
    return MZ_REAL(__libc_start_main)(mz_rt.supervised ? supervised_main : main,
                                      argc, argv, init, fini, rtld_fini,
                                      stack_end);
}
