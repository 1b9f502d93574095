/* SPDX-License-Identifier: Apache-2.0 */
#include "report/refusal.h"

#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

#include "report/stacks.h"

enum { MOST_KINDS = 10, MOST_CALLS = 4 };

/* What it is, and what can be used instead, or NULL. Of a kind, else of calls:
 * patterns of names, of which the first that fits counts. */
static const struct hint {
    const char *what, *instead;
    enum mz_gap_kind kinds[MOST_KINDS];
    const char *calls[MOST_CALLS];
} hints[] = {
    {.instead = "have fewer at a time, and join those that have ended",
     .kinds = {MZ_GAP_THREADS, MZ_GAP_CANCELLED, MZ_GAP_SMALL_SETS}},
    {.instead = "create them in main", .kinds = {MZ_GAP_THREADS_BEFORE_MAIN}},
    {.what = "the end of a thread at any place",
     .instead = "call pthread_testcancel where it may end",
     .kinds = {MZ_GAP_CANCELLED_ANYWHERE}},
    {.what = "destructors might not run",
     .instead = "link it without -static-libgcc",
     .kinds = {MZ_GAP_UNWIND_BY_ANOTHER}},
    {.instead = "set it in the last line of the thread",
     .kinds = {MZ_GAP_RESULT_AT_THREAD_EXIT}},
    {.what = "the mask of a thread to come",
     .instead = "call pthread_sigmask before pthread_create",
     .calls = {"pthread_attr_setsigmask_np"}},
    {.what = "attributes of all threads to come",
     .instead = "give them to pthread_create",
     .calls = {"pthread_setattr_default_np"}},
    {.what = "whether others have touched memory",
     .instead = "use --plain=interleave",
     .calls = {"mincore"}},
    {.what = "a reader-writer lock", .calls = {"pthread_rwlock*"}},
    {.what = "a condition variable", .calls = {"pthread_cond_*", "cnd_*"}},
    {.what = "a barrier", .calls = {"pthread_barrier_*"}},
    {.what = "a spin lock", .calls = {"pthread_spin_*"}},
    {.what = "a signal to a thread", .calls = {"pthread_kill"}},
    {.what = "a join that may give up",
     .instead = "use pthread_join",
     .calls = {"pthread_*join_np"}},
    {.what = "a semaphore with a name",
     .instead = "use sem_init",
     .calls = {"sem_open"}},
    {.what = "a semaphore with a name",
     .instead = "use sem_destroy",
     .calls = {"sem_close", "sem_unlink"}},
    {.what = "a semaphore",
     .kinds = {MZ_GAP_SEMAPHORE_MOST, MZ_GAP_SEMAPHORE_ANEW},
     .calls = {"sem*"}},
    {.what = "an operation on a futex",
     .instead = "use FUTEX_WAIT and FUTEX_WAKE, or a mutex",
     .kinds = {MZ_GAP_FUTEX_COMPARISON, MZ_GAP_FUTEX_SOME_OF_MASKS,
               MZ_GAP_FUTEX_REQUEUE_SOME, MZ_GAP_FUTEX_MASKS,
               MZ_GAP_WEAK_REQUEUE, MZ_GAP_WEAK_WAKE_OP, MZ_GAP_WEAK_MASKS},
     .calls = {"syscall(SYS_futex*"}},
    {.instead = "end the block before it, or use a mutex in its place",
     .kinds = {MZ_GAP_BLOCK_ACTION, MZ_GAP_BLOCK_LOCK, MZ_GAP_BLOCK_WAIT,
               MZ_GAP_BLOCK_CHOICE, MZ_GAP_BLOCK_CREATE, MZ_GAP_BLOCK_JOIN,
               MZ_GAP_BLOCK_END, MZ_GAP_BLOCKS_ELSEWHERE}},
    {.instead = "use --memory-model=sc, or a mutex in place of an atomic block",
     .kinds = {MZ_GAP_WEAK_BLOCK}},
    {.what = "a runtime with threads of its own",
     .instead =
         "build it with 'mazurka cc', by gcc, or compile without -fopenmp",
     .kinds = {MZ_GAP_OPENMP}},
    {.what = "a process as a descriptor",
     .instead = "check each process by itself",
     .calls = {"*pidfd*"}},
    {.what = "signals as input",
     .instead = "call sigwaitinfo in a thread",
     .calls = {"*signalfd*"}},
    {.what = "changes of files as input",
     .instead = "leave that thread out of a build to be checked",
     .calls = {"inotify_add_watch"}},
    {.instead = "use pipe or socketpair",
     .kinds = {MZ_GAP_NAMED_PIPE, MZ_GAP_TERMINAL_SHARED}},
    {.what = "a system call without a library",
     .instead = "call the function of libc, if it has one",
     .kinds = {MZ_GAP_SYSTEM_CALL},
     .calls = {"syscall(*"}},
    {.what = "another process",
     .instead = "check each process by itself",
     .calls = {"*fork*"}},
    {.what = "another process",
     .instead = "use pthread_create for threads",
     .calls = {"clone"}},
    {.what = "another process",
     .instead = "run in the foreground",
     .calls = {"daemon"}},
    {.what = "another program",
     .instead = "check each program by itself",
     .calls = {"exec*", "fexecve"}},
    {.what = "it would not see the changes",
     .kinds = {MZ_GAP_AFTER_CHANGES, MZ_GAP_LIBRARY_CHANGES}},
    {.what = "it would not have them", .kinds = {MZ_GAP_CHILD_LIMITS}},
    {.what = "nobody sends that signal here",
     .kinds = {MZ_GAP_CHILD_ACTION, MZ_GAP_CHILDREN_SIGNAL,
               MZ_GAP_CHILDREN_ACTION}},
    {.what = "it would take the child from libc",
     .instead = "name the child that is waited for",
     .kinds = {MZ_GAP_WAIT_ANY, MZ_GAP_WAIT_ANY_PCLOSE}},
    {.what = "a pipe, a socket or the like, in which the next execution would "
             "find what this one has left",
     .instead = "open it in the program, or in the test",
     .kinds = {MZ_GAP_LASTING_READ, MZ_GAP_LASTING_WRITTEN,
               MZ_GAP_EPOLL_BEFORE_MAIN}},
    {.what = "another stack to run on",
     .instead = "use a thread",
     .calls = {"*context"}},
    {.what = "input and output beside the threads",
     .instead = "use a thread",
     .calls = {"aio_*", "lio_*"}},
    {.what = "a thread that begins at a time",
     .instead = "use SIGEV_SIGNAL, or a thread that sleeps",
     .kinds = {MZ_GAP_TIMER_THREAD, MZ_GAP_TIMER_THREAD_ID}},
    {.what = "a timer of another kind",
     .instead = "use SIGEV_SIGNAL and CLOCK_MONOTONIC",
     .kinds = {MZ_GAP_TIMER_NONE, MZ_GAP_TIMER_PROCESSOR},
     .calls = {"timer_*"}},
    {.what = "a signal at a time that would end the program",
     .instead = "give it a handler, or leave it out",
     .kinds = {MZ_GAP_ALARM_CALLED_OFF, MZ_GAP_ALARM_BLOCKED,
               MZ_GAP_ALARM_ACTION, MZ_GAP_ALARM_PENDING, MZ_GAP_ALARM_AWAITED,
               MZ_GAP_ALARM_PROCESSOR},
     .calls = {"*alarm*", "setitimer"}},
    {.what = "POSIX leaves that undefined",
     .instead = "block it by pthread_sigmask before threads are created, which "
                "inherit that",
     .kinds = {MZ_GAP_SIGNAL_OPEN}},
    {.what = "a wait for a signal",
     .instead = "call what follows the signal",
     .calls = {"sigwait*", "sigsuspend", "pause"}},
    {.what = "a queue of messages between processes",
     .instead = "use threads",
     .calls = {"msg*", "mq_*"}},
    {.what = "memory that processes share",
     .instead = "use threads",
     .calls = {"shm*"}},
    {.what = "zones in memory that nobody looks at",
     .instead = "build the program with -fsanitize=address, too",
     .kinds = {MZ_GAP_LIBRARY_ZONES}},
    {.what = "its constructors run meanwhile",
     .instead = "open the library before there are threads",
     .kinds = {MZ_GAP_LIBRARY_BESIDE}},
    {.what = "a library that comes a second time",
     .instead = "close it at the end",
     .kinds = {MZ_GAP_LIBRARY_AGAIN}},
    {.what = "what it finds depends on the order",
     .instead = "open libraries with RTLD_LOCAL",
     .kinds = {MZ_GAP_LIBRARY_ORDER}},
    {.what = "its destructors run meanwhile",
     .instead = "close the library when there are none",
     .kinds = {MZ_GAP_LIBRARY_CLOSED_BESIDE}},
    {.what = "nobody would find it there",
     .instead = "open the library before",
     .kinds = {MZ_GAP_LIBRARY_SYMBOL_CLOSED}},
    {.what = "code that comes while the program runs",
     .instead = "link the library, or load it before main",
     .kinds = {MZ_GAP_LIBRARY, MZ_GAP_LIBRARY_SEGMENTS,
               MZ_GAP_LIBRARY_NAMES_LONG},
     .calls = {"dlmopen"}},
    {.what = "the network",
     .instead = "use addresses that are numbers",
     .calls = {"getaddrinfo*", "gethostby*", "res_*"}},
    {.what = "the network",
     .instead = "ask for numbers",
     .calls = {"getnameinfo"}},
    {.what = "the search could come up against it",
     .instead = "leave it as it is in a build to be checked",
     .kinds = {MZ_GAP_LIMIT_LOWERED}},
    {.what = "other rights of the process", .calls = {"set*id"}},
};

static const struct hint none;

static const struct hint *of_kind(enum mz_gap_kind kind)
{
    for (unsigned h = 0; h < MZ_COUNT(hints); h++)
        for (unsigned k = 0; k < MOST_KINDS && hints[h].kinds[k]; k++)
            if (hints[h].kinds[k] == kind)
                return &hints[h];
    return NULL;
}

static const struct hint *of_call(const char *name)
{
    for (unsigned h = 0; h < MZ_COUNT(hints); h++)
        for (unsigned c = 0; c < MOST_CALLS && hints[h].calls[c]; c++)
            if (fnmatch(hints[h].calls[c], name, 0) == 0)
                return &hints[h];
    return &none;
}

/* What a child process does is refused since the process is another one. */
static const struct hint *of_child(const char *call)
{
    static const struct hint undone = {
        .what = "nobody would undo it",
        .instead = "let it write to a pipe of popen, or have the thread do it"};
    const struct hint *hint = of_call(call);

    return hint->what ? hint : &undone;
}

static const struct hint *hint_of(const struct mz_region *region)
{
    const struct mz_gap *gap = &region->gap;
    const struct hint *hint;

    if (region->message[0] || gap->kind == MZ_GAP_NONE)
        return &none;
    if (gap->child[0])
        return of_child(gap->child);
    hint = of_kind(gap->kind);
    if (!hint && gap->text[0] != '/') /* a path is no call */
        hint = of_call(gap->text);
    return hint ? hint : &none;
}

const char *mz_refusal_what(const struct mz_region *region)
{
    return hint_of(region)->what;
}

const char *mz_refusal_instead(const struct mz_region *region)
{
    return hint_of(region)->instead;
}

const char *mz_refusal_message(const struct mz_region *region)
{
    static char sentence[MZ_GAP_SENTENCE];

    if (region->message[0])
        return region->message;
    mz_gap_sentence(&region->gap, sentence);
    return sentence;
}

/* The row of its table. */
static const char *row_of(const struct mz_region *region)
{
    if (region->refusal)
        return mz_refusal_names[region->refusal];
    if (region->message[0] || region->gap.kind == MZ_GAP_NONE)
        return NULL;
    return mz_gap_names[region->gap.kind];
}

const char *mz_refusal_kind(const struct mz_region *region)
{
    static char kind[64];
    const char *name = row_of(region);
    size_t length = 0;

    if (!name)
        return NULL;
    for (; name[length] && length + 1 < sizeof kind; length++)
        kind[length] = name[length] == '_' ? '-' : tolower(name[length]);
    kind[length] = '\0';
    return kind;
}

const struct mz_stack *mz_refusal_stack(const struct mz_narrator *n)
{
    if (n->report->verdict != MZ_VERDICT_UNSUPPORTED)
        return NULL;
    return mz_narrator_stack(n, MZ_STACK_FAILURE, MZ_NOBODY);
}

bool mz_refusal_place(const struct mz_narrator *n, struct mz_frame *place)
{
    const struct mz_stack *stack = mz_refusal_stack(n);
    struct mz_frame frames[MZ_FRAMES];
    size_t count = stack ? mz_narrator_frames(n, stack, frames) : 0;

    for (size_t i = 0; i < count; i++)
        if (mz_narrator_is_users(&frames[i])) {
            *place = frames[i];
            return true;
        }
    return false;
}

static void print_line(const struct mz_narrator *n, FILE *out)
{
    const char *name = mz_refusal_message(n->report->region);
    const char *what = mz_refusal_what(n->report->region);
    const struct mz_stack *stack = mz_refusal_stack(n);
    struct mz_frame place = {0};
    bool placed = mz_refusal_place(n, &place);
    char thread[MZ_PHRASE];

    if (placed && place.file && place.line)
        fprintf(out, "%s:%u: ", place.file, place.line);
    fprintf(out, "unsupported: %s", name);
    if (what)
        fprintf(out, " (%s)", what);
    if (placed && place.function)
        fprintf(out, " in %s", place.function);
    if (stack) {
        mz_narrator_thread(n, stack->thread, thread);
        fprintf(out, ", thread %s", thread);
    }
    fputc('\n', out);
}

void mz_refusal_print(const struct mz_narrator *n, const char *prefix,
                      FILE *out)
{
    const char *instead = mz_refusal_instead(n->report->region);

    fputs(prefix, out);
    print_line(n, out);
    mz_stacks_way(n, mz_refusal_stack(n), out);
    if (instead)
        fprintf(out, "hint: %s\n", instead);
}
