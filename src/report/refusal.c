/* SPDX-License-Identifier: Apache-2.0 */
#include "report/refusal.h"

#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

#include "report/stacks.h"

/* Patterns of names, the first that fits counts. */
static const struct {
    const char *pattern, *what, *instead;
} kinds[] = {
    {"threads created before main", NULL, "create them in main"},
    {"asynchronous cancellation", "the end of a thread at any place",
     "call pthread_testcancel where it may end"},
    {"the end of a thread in a program with an unwinder of its own",
     "destructors might not run", "link it without -static-libgcc"},
    {"pthread_attr_setsigmask_np", "the mask of a thread to come",
     "call pthread_sigmask before pthread_create"},
    {"pthread_setattr_default_np", "attributes of all threads to come",
     "give them to pthread_create"},
    {"pthread_rwlock*", "a reader-writer lock", NULL},
    {"pthread_cond_*", "a condition variable", NULL},
    {"cnd_*", "a condition variable", NULL},
    {"pthread_barrier_*", "a barrier", NULL},
    {"pthread_spin_*", "a spin lock", NULL},
    {"pthread_kill", "a signal to a thread", NULL},
    {"pthread_*join_np", "a join that may give up", "use pthread_join"},
    {"sem_open", "a semaphore with a name", "use sem_init"},
    {"sem_close", "a semaphore with a name", "use sem_destroy"},
    {"sem_unlink", "a semaphore with a name", "use sem_destroy"},
    {"sem*", "a semaphore", NULL},
    {"syscall(SYS_futex*", "an operation on a futex",
     "use FUTEX_WAIT and FUTEX_WAKE, or a mutex"},
    {"OpenMP", "a runtime with threads of its own",
     "build it with 'mazurka cc', by gcc, or compile without -fopenmp"},
    {"*pidfd*", "a process as a descriptor", "check each process by itself"},
    {"*signalfd*", "signals as input", "call sigwaitinfo in a thread"},
    {"syscall(*", "a system call without a library",
     "call the function of libc, if it has one"},
    {"*fork*", "another process", "check each process by itself"},
    {"clone", "another process", "use pthread_create for threads"},
    {"exec*", "another program", "check each program by itself"},
    {"fexecve", "another program", "check each program by itself"},
    {"*: what a child process does: *", "nobody would undo it",
     "let it write to a pipe of popen, or have the thread do it"},
    {"* after files were changed", "it would not see the changes", NULL},
    {"* after limits or scheduling were set", "it would not have them", NULL},
    {"*SIGCHLD*", "nobody sends that signal here", NULL},
    {"waiting for any child *", "it would take the child from libc",
     "name the child that is waited for"},
    {"* open at the start", "a pipe, a socket or the like, in which the next "
     "execution would find what this one has left",
     "open it in the program, or in the test"},
    {"daemon", "another process", "run in the foreground"},
    {"*context", "another stack to run on", "use a thread"},
    {"aio_*", "input and output beside the threads", "use a thread"},
    {"lio_*", "input and output beside the threads", "use a thread"},
    {"timer_create with SIGEV_THREAD*", "a thread that begins at a time",
     "use SIGEV_SIGNAL, or a thread that sleeps"},
    {"timer_*", "a timer of another kind",
     "use SIGEV_SIGNAL and CLOCK_MONOTONIC"},
    {"*alarm*", "a signal at a time that would end the program",
     "give it a handler, or leave it out"},
    {"setitimer*", "a signal at a time that would end the program",
     "give it a handler, or leave it out"},
    {"sigwait*", "a wait for a signal", "call what follows the signal"},
    {"sigsuspend", "a wait for a signal", "call what follows the signal"},
    {"pause", "a wait for a signal", "call what follows the signal"},
    {"msg*", "a queue of messages between processes", "use threads"},
    {"mq_*", "a queue of messages between processes", "use threads"},
    {"shm*", "memory that processes share", "use threads"},
    {"dlopen of a library that is built with -fsanitize=address *",
     "zones in memory that nobody looks at",
     "build the program with -fsanitize=address, too"},
    {"dlopen of * beside other threads", "its constructors run meanwhile",
     "open the library before there are threads"},
    {"dlopen of *, which was closed", "a library that comes a second time",
     "close it at the end"},
    {"dlopen of * in another order *", "what it finds depends on the order",
     "open libraries with RTLD_LOCAL"},
    {"dlopen of *", "code that comes while the program runs",
     "link the library, or load it before main"},
    {"dlclose of * beside other threads", "its destructors run meanwhile",
     "close the library when there are none"},
    {"dlsym in a library *", "nobody would find it there",
     "open the library before"},
    {"dlmopen", "code that comes while the program runs",
     "link the library, or load it before main"},
    {"getaddrinfo*", "the network", "use addresses that are numbers"},
    {"gethostby*", "the network", "use addresses that are numbers"},
    {"getnameinfo", "the network", "ask for numbers"},
    {"res_*", "the network", "use addresses that are numbers"},
    {"*rlimit that lowers *", "the search could come up against it",
     "leave it as it is in a build to be checked"},
    {"set*id", "other rights of the process", NULL},
    {"more than * threads", NULL,
     "have fewer at a time, and join those that have ended"},
    {"*atomic block*", NULL,
     "end the block before it, or use a mutex in its place"},
    {"a result that is set at the end of the thread", NULL,
     "set it in the last line of the thread"},
};

static unsigned kind_of(const char *name)
{
    unsigned k = 0;

    while (k < MZ_COUNT(kinds) && fnmatch(kinds[k].pattern, name, 0))
        k++;
    return k;
}

const char *mz_refusal_what(const char *name)
{
    unsigned k = kind_of(name);

    return k < MZ_COUNT(kinds) ? kinds[k].what : NULL;
}

const char *mz_refusal_instead(const char *name)
{
    unsigned k = kind_of(name);

    return k < MZ_COUNT(kinds) ? kinds[k].instead : NULL;
}

const char *mz_refusal_message(const struct mz_region *region)
{
    static char sentence[MZ_GAP_SENTENCE];

    if (region->message[0])
        return region->message;
    mz_gap_sentence(&region->gap, sentence);
    return sentence;
}

const char *mz_refusal_kind(const struct mz_region *region)
{
    static char kind[64];
    const char *name = mz_gap_names[region->gap.kind];
    size_t length = 0;

    if (region->message[0] || region->gap.kind == MZ_GAP_NONE)
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
    const char *what = mz_refusal_what(name);
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
    const char *instead =
        mz_refusal_instead(mz_refusal_message(n->report->region));

    fputs(prefix, out);
    print_line(n, out);
    mz_stacks_way(n, mz_refusal_stack(n), out);
    if (instead)
        fprintf(out, "hint: %s\n", instead);
}
