/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/thread.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <threads.h>

#include "base/system_call.h"
#include "base/text.h"
#include "race/detector.h"
#include "runtime/audit.h"
#include "runtime/cancel.h"
#include "runtime/checked_function.h"
#include "runtime/checkpoint.h"
#include "runtime/detecting.h"
#include "runtime/expected.h"
#include "runtime/failing.h"
#include "runtime/frame.h"
#include "runtime/forked.h"
#include "runtime/history.h"
#include "runtime/libc_announce.h"
#include "runtime/libc_family.h"
#include "runtime/libc_owners.h"
#include "runtime/leak.h"
#include "runtime/local.h"
#include "runtime/openmp.h"
#include "runtime/parts.h"
#include "runtime/porter.h"
#include "runtime/private.h"
#include "runtime/sent_signal.h"
#include "runtime/specific.h"
#include "runtime/state.h"
#include "runtime/unwind.h"
#include "runtime/visible.h"
#include "trace/past.h"

/* A thread_local object of C++ that must be destroyed when its thread ends. */
struct tls_destructor {
    struct tls_destructor *next;
    void (*destroy)(void *);
    void *object;
};

/*
 * Numbers of threads that have ended are used again (docs/runtime.md). Such a
 * number belongs to who joined its thread, or created it, if it was detached: a
 * queue, from which that one takes when it creates a thread. What belongs to a
 * thread belongs to the next one of its number.
 */
struct numbers {
    mz_tid first, last; /* 0: none; main's number is never used again */
    uint16_t count;
};

/* As long as a thread has not as many, it takes new ones: the longer a stack
 * lies idle, the more uses of frames are found that were left with it. */
enum { NUMBERS_AT_REST = 4 };

struct thread {
    void *(*start)(void *);
    void *argument, *result;
    char *stack;       /* what it was given for that: not run on, but its own */
    size_t stack_size; /* 0: nothing; without `stack` what it was to have */
    struct tls_destructor *destructors; /* in the program's heap */
    void *robust_mutexes;
    struct numbers numbers;
    mz_tid next;       /* in the queue that its number is in */
    mz_tid creator;
    mz_tid found;      /* which thread it has looked for last, by its handle */
    uint16_t children; /* how often its number has made a new one */
    uint32_t births;   /* how many threads it has created */
    struct mz_births birth; /* as far down as there is room */
    bool detached, joined;
    mz_tset tried_by;  /* who have asked whether it has ended */
    bool left;         /* detached by another than itself or its creator */
    bool is_parent;    /* some that its number has created were detached */
    bool rests;        /* its number is in a queue */
    bool again;        /* its number was another's before */
    bool is_renamed;   /* its number does not name it: see struct mz_bearer */
    char name[MZ_THREAD_NAME]; /* then: pthread_setname_np */
    bool is_called;    /* it, or whoever has created it, was given a name, */
    char called[MZ_THREAD_NAME]; /* in this execution: this one */
    bool is_named;               /* itself, */
    bool is_named_by_other;      /* by a thread that it is not */
    bool gives_name; /* one was asked for its name that has it of this one */
    mz_tset named_after; /* whose names it had as it was created: its
                            creator's, and whose that one had. (Where threads
                            name others numbers are not used again.) */
};

/* What all others are called. */
static char process_name[MZ_THREAD_NAME];

static struct thread threads[MZ_MAX_THREADS];

/* [parent][k - 1]: the k-th child, 0: not interned. In the region. */
static mz_tid (*children)[MZ_MAX_THREADS];

static struct mz_past past; /* of what runs */

static struct {
    int (*main)(int, char **, char **);
    int argc;
    char **argv, **envp;
} program;
static void (*function_of_main)(void *); /* of mz_check; else NULL */

void mz_thread_set_main(int (*main)(int, char **, char **), int argc,
                        char **argv, char **envp)
{
    program.main = main;
    program.argc = argc;
    program.argv = argv;
    program.envp = envp;
}

struct mz_arguments_of_main mz_thread_arguments_of_main(void)
{
    return (struct mz_arguments_of_main){program.argc, program.argv};
}

void mz_thread_set_function(void (*function)(void *))
{
    function_of_main = function;
}

/* Makes the table of interned threads; main, and those that the region names
 * already (in a replay), are in it. */
void mz_thread_take(struct mz_arena *arena)
{
    struct mz_region *region = mz_rt.region;

    mz_past_init(&past, arena,
                 mz_execution_objects(region->settings.max_events));
    children = mz_arena_take(arena, MZ_MAX_THREADS * sizeof *children);
    if (!region->thread_count)
        region->thread_count = 1;
    MZ_SYSTEM(prctl, PR_GET_NAME, process_name);
    for (uint32_t t = 1; t < region->thread_count; t++) {
        struct mz_thread_name *name = &region->names[t];

        if (name->parent >= t || !name->child || name->child > MZ_MAX_THREADS)
            mz_give_up("thread %u of the report is impossible", t);
        children[name->parent][name->child - 1] = t;
    }
}

/*
 * Workers number threads alike, too: who meets one first puts its name at the
 * end of the list in the region that they have in common. A name is one word
 * there, so that it comes into being in one step.
 */
static mz_tid claim(mz_tid parent, unsigned child)
{
    const struct mz_thread_name name = {.parent = parent, .child = child};
    struct mz_thread_name *names = mz_rt.common->names;
    uint32_t word;

    _Static_assert(offsetof(struct mz_thread_name, name) == sizeof word, "");
    mz_copy(&word, &name, sizeof word);
    for (uint32_t t = 1; t < MZ_MAX_THREADS; t++) {
        uint32_t found = 0, *place = (uint32_t *)&names[t];

        if (MZ_UNLIKELY(mz_porter_asks()) &&
            !__atomic_load_n(place, __ATOMIC_SEQ_CST))
            mz_porter_ask_thread(word, place);
        if (__atomic_compare_exchange_n(place, &found, word, false,
                                        __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST) ||
            found == word)
            return t;
    }
    return MZ_NO_THREAD;
}

/* The wide build has room for more. */
static _Noreturn MZ_COLD void need_more(void)
{
#ifdef MZ_WIDE
    mz_unsupported(THREADS);
#endif
    if (mz_rt.region->settings.many_threads) /* and yet it is not this one */
        mz_unsupported(THREADS_WIDE);
    mz_rt.region->status = MZ_STATUS_THREADS;
    mz_execution_end(MZ_ABANDONED);
}

static mz_tid intern(mz_tid parent, unsigned child)
{
    struct mz_region *region = mz_rt.region;
    mz_tid t;

    if (child > MZ_MAX_THREADS)
        need_more();
    t = children[parent][child - 1];
    if (t)
        return t;
    t = claim(parent, child);
    if (t == MZ_NO_THREAD)
        need_more();
    children[parent][child - 1] = t;
    region->names[t].parent = parent;
    region->names[t].child = child;
    if (region->thread_count <= t)
        region->thread_count = t + 1;
    return t;
}

static mz_tid take_first(struct numbers *from)
{
    mz_tid t = from->first;

    from->first = threads[t].next;
    from->count--;
    return t;
}

static void put_last(struct numbers *to, mz_tid t)
{
    if (to->count++)
        threads[to->last].next = t;
    else
        to->first = t;
    to->last = t;
}

/* Something says by its number that the thread holds it, or has ended, or is
 * cancelled or sent signals. */
static bool is_told_of(mz_tid t)
{
    return mz_turns.held[t] || mz_rt.ordering_ends ||
           mz_cancel_has_object(t) || mz_sent_signal_has_object(t);
}

/* The running thread knows that t has ended. */
static void inherit(mz_tid t)
{
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_joined(t);
    if (!t || is_told_of(t))
        return;
    threads[t].rests = true;
    put_last(&threads[mz_self()].numbers, t);
}

/* Those that the running thread has created, and knows to be detached. */
static mz_tset detached_that_ended(void)
{
    mz_tset set = MZ_TSET_EMPTY;

    MZ_EACH(rest, mz_tset_minus(mz_turns.ended_once, mz_turns.live)) {
        mz_tid t = mz_tset_first(rest);

        if (threads[t].detached && !threads[t].left && !threads[t].rests &&
            threads[t].creator == mz_self() && !is_told_of(t))
            mz_tset_add(&set, t);
    }
    return set;
}

/*
 * No event says that a detached thread has ended. But if all of its events
 * happen before what its creator does next, then so does its end, which follows
 * the last of them. The race detector must know as much of its accesses: else
 * what is told of the next thread of the number would be believed of it. Uses
 * of private memory are no events: none may come after the last one.
 */
static MZ_NOINLINE void inherit_detached(void)
{
    mz_tid self = mz_self();
    mz_tset known = mz_past_has(&past, mz_turns.execution, mz_turns.position,
                                self, detached_that_ended());

    if (mz_tset_some(known) && mz_rt.armed)
        mz_plain_wake();
    MZ_EACH(rest, known)
        if (mz_private_is_past(mz_tset_first(rest)) &&
            (!mz_rt.detecting ||
             mz_race_detector_has_seen(self, mz_tset_first(rest))))
            inherit(mz_tset_first(rest));
}

uint32_t mz_thread_births(mz_tid t)
{
    return threads[t].births;
}

struct mz_births mz_thread_by_birth(mz_tid t)
{
    return threads[t].is_renamed ? threads[t].birth : (struct mz_births){0};
}

static void need_fiber(mz_tid t)
{
    if (t < mz_fiber_count)
        return;
    mz_fiber_wanted = t + 1;
    mz_turns.again = true;
    mz_execution_end(MZ_ABANDONED);
}

/* ---- life ------------------------------------------------------------- */

void mz_thread_destroy_locals(void)
{
    struct thread *thread = &threads[mz_self()];

    while (thread->destructors) {
        struct tls_destructor *d = thread->destructors;

        thread->destructors = d->next;
        d->destroy(d->object);
        free(d);
    }
}

bool mz_thread_has_locals(void)
{
    return threads[mz_self()].destructors;
}

void **mz_thread_robust_mutexes(void)
{
    return &threads[mz_self()].robust_mutexes;
}

/*
 * What exit handlers do after the last thread has ended comes after all that
 * the others have done. For the search that is a join, of those that nobody has
 * joined.
 */
static void join_others(void)
{
    mz_tid self = mz_self();

    MZ_EACH(rest, mz_tset_without(mz_turns.execution->born, self)) {
        mz_tid t = mz_tset_first(rest);

        if (!threads[t].joined || !mz_tset_has(mz_turns.ended_once, t))
            mz_visible_local(MZ_JOIN, t, 0);
    }
}

/* Of these all have ended, whether or not anyone has joined them. */
static void see_all_others(void)
{
    mz_tid self = mz_self();

    MZ_EACH(rest, mz_tset_without(mz_turns.execution->born, self))
        mz_race_detector_join(self, mz_tset_first(rest));
}

/* pthread_exit in main: the process exits when the last thread has ended. */
static _Noreturn void end_after_others(void *unused)
{
    (void)unused;
    mz_turn_outlive();
    if (mz_libc_has_exit_handlers()) {
        join_others();
        if (mz_rt.detecting)
            see_all_others();
        mz_libc_run_exit_handlers();
    }
    mz_libc_flush_streams();
    mz_thread_exit_process();
}

/* Where it has ended: the call of pthread_exit, or the function that it has
 * returned from. */
static uint64_t place_of(void *function)
{
    return (uint64_t)function + 1;
}

/*
 * It runs on a stack of ours. But what it was given is its own, from its
 * beginning to its end: whoever else uses it then races with it. Where nothing
 * races it is only to be there: so of many bytes, each of which would be an
 * operation, the uppermost word stands for all.
 */
static void use_given_stack(const struct thread *t, uint64_t pc)
{
    const size_t word = sizeof(uint64_t);

    if (MZ_LIKELY(!t->stack))
        return;
    if (mz_rt.region->settings.plain == MZ_PLAIN_CHECK)
        mz_plain_write(t->stack, t->stack_size, (void *)pc);
    else
        mz_plain_write(t->stack + t->stack_size - word, word, (void *)pc);
}

_Noreturn void mz_thread_end(void *result, uint64_t pc)
{
    struct thread *thread = &threads[mz_self()];

    thread->result = result;
    mz_sent_signal_may_arrive(pc);
    if (thread->destructors)
        mz_thread_destroy_locals();
    mz_specific_destroy();
    mz_fiber_free_texts(pc);
    if (thread->robust_mutexes)
        mz_mutex_owner_ends(pc);
    if (MZ_UNLIKELY(mz_rt.cancelling) && thread->detached) {
        mz_cancel_end_detached();
        mz_sent_signal_end_detached();
    }
    use_given_stack(thread, pc);
    mz_frame_end(MZ_SIDE_END, pc);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_THREAD_EXIT, 0, 0, 0, 0, 0, 0);
    if (mz_self() == 0)
        mz_fiber_leave_frames(end_after_others, NULL);
    mz_turn_thread_ended();
}

static void thread_main(void *argument)
{
    struct thread *thread = argument;
    void *result;

    if (thread->again)
        mz_local_begin(thread->creator);
    use_given_stack(thread, place_of(thread->start));
    result = thread->start(thread->argument);
    if (MZ_UNLIKELY(mz_forked)) /* its only thread */
        exit(0);
    mz_thread_end(result, place_of(thread->start));
}

static void exit_with(void *status)
{
    mz_exit_by_return((int)(intptr_t)status, place_of((void *)program.main));
}

/* What is left of the program after mz_check is not explored: as with _exit,
 * no handler runs. But the process goes on: that threads of the test wait for
 * one another is an error. */
static void end_function(void *unused)
{
    (void)unused;
    mz_expected_ends("_exit", place_of(function_of_main));
    mz_turn_exit();
    mz_turn_need_no_circle();
    mz_thread_process_ends();
}

static void main_main(void *unused)
{
    intptr_t status = program.main(program.argc, program.argv, program.envp);

    (void)unused;
    if (MZ_UNLIKELY(mz_forked))
        exit(status);
    mz_frame_end(MZ_SIDE_LEFT,
                 place_of(function_of_main ? (void *)function_of_main
                                           : (void *)program.main));
    if (function_of_main)
        mz_fiber_leave_frames(end_function, NULL);
    mz_fiber_leave_frames(exit_with, (void *)status);
}

/* The last thread of the number is forgotten; if that is used again, what
 * belongs to the number is not. (To empty a struct of this size the compiler
 * would take an instruction that is slow to begin.) */
static void forget(struct thread *thread, bool again)
{
    struct numbers numbers = thread->numbers;
    uint16_t made = thread->children;
    bool is_parent = thread->is_parent;

    mz_fill(thread, 0, sizeof *thread);
    thread->again = again;
    if (!again)
        return;
    thread->numbers = numbers;
    thread->children = made;
    thread->is_parent = is_parent;
}

static void call(mz_tid t, const char *name)
{
    threads[t].is_called = true;
    mz_copy(threads[t].called, name, sizeof threads[t].called);
}

static void inherit_name(struct thread *child, mz_tid creator)
{
    const struct thread *c = &threads[creator];

    if (MZ_UNLIKELY(c->is_called))
        call(child - threads, c->called);
    if (!c->is_named)
        child->named_after = c->named_after;
    mz_tset_add(&child->named_after, creator);
}

/* All threads are forgotten; main is about to begin. */
void mz_thread_reset(void)
{
    forget(&threads[0], false);
    mz_frame_begin(0);
    mz_fiber_prepare(0, main_main, NULL);
}

void mz_thread_checkpoint(void)
{
    mz_checkpoint_keep(threads, mz_checkpoint_threads() * sizeof *threads);
    mz_checkpoint_keep(mz_frame_uses,
                       mz_checkpoint_threads() * sizeof *mz_frame_uses);
}

static void add_thread(struct mz_fingerprint *f, const struct thread *t)
{
    mz_state_add_word(f, (uint64_t)t->start);
    mz_state_add_word(f, (uint64_t)t->argument);
    mz_state_add_word(f, (uint64_t)t->result);
    mz_state_add_word(f, (uint64_t)t->stack);
    mz_state_add_word(f, t->stack_size);
    mz_state_add_word(f, (uint64_t)t->destructors);
    mz_state_add_word(f, (uint64_t)t->robust_mutexes);
    mz_state_add_word(f, t->detached | t->joined << 1 | t->left << 2 |
                             t->is_called << 3 | t->is_named << 4 |
                             t->is_named_by_other << 5 | t->gives_name << 6);
    f->hash = mz_tset_hash(f->hash, t->named_after);
    f->hash = mz_tset_hash(f->hash, t->tried_by);
    if (t->is_called)
        mz_state_add_bytes(f, t->called, mz_text_length(t->called));
}

/* Numbers and births: what its next threads are to be called by the search. */
static void add_descent(struct mz_fingerprint *f, const struct thread *t)
{
    mz_state_add_word(f, t->numbers.first | t->numbers.last << 16 |
                             (uint64_t)t->numbers.count << 32);
    mz_state_add_word(f, t->next | t->creator << 16 |
                             (uint64_t)t->found << 32);
    mz_state_add_word(f, t->children | (uint64_t)t->births << 32);
    mz_state_add_word(f, t->is_parent | t->rests << 1 | t->again << 2 |
                             t->is_renamed << 3);
    mz_state_add_word(f, t->birth.depth);
    for (uint32_t i = 0; i < t->birth.depth && i < MZ_MAX_BIRTHS; i++)
        mz_state_add_word(f, t->birth.at[i]);
}

static void add_frames(struct mz_fingerprint *f,
                       const struct mz_frame_uses *u)
{
    mz_state_add_word(f, u->used);
    mz_state_add_word(f, u->end);
    mz_state_add_word(f, u->left_at);
    f->hash = mz_tset_hash(f->hash, u->users);
    mz_state_add_word(f, u->ended);
}

void mz_thread_fingerprint(struct mz_fingerprint *f)
{
    for (mz_tid t = 0; t < mz_checkpoint_threads(); t++) {
        add_thread(f, &threads[t]);
        if (f->has_search) {
            add_descent(f, &threads[t]);
            add_frames(f, &mz_frame_uses[t]);
        }
    }
}

static bool has_handle(mz_tid t, uint64_t handle)
{
    return mz_pthread_of(mz_fibers[t].tp) == handle;
}

/* The one that the running thread looks for most likely: those that it creates
 * in a row it joins in a row. */
static inline unsigned next_to_find(void)
{
    unsigned next = threads[mz_self()].found + 1u;

    if (next < MZ_MAX_THREADS && mz_tset_has(mz_turns.execution->born, next))
        return next;
    return 0;
}

mz_tid mz_thread_find(uint64_t handle, uint64_t pc)
{
    mz_tset born = mz_turns.execution->born;
    mz_tid next = next_to_find();

    if (has_handle(next, handle))
        return threads[mz_self()].found = next;
    for (; mz_tset_some(born); mz_tset_drop_first(&born))
        if (has_handle(mz_tset_first(born), handle))
            return threads[mz_self()].found = mz_tset_first(born);
    mz_fail(&(struct mz_failure){
        .fault = MZ_FAULT_NO_SUCH_THREAD, .pc = pc, .numbers = {handle}});
}

bool mz_thread_is_joined(mz_tid t)
{
    return threads[t].joined;
}

static _Noreturn void misuse(enum mz_fault fault, uint64_t pc)
{
    mz_fail(&(struct mz_failure){.fault = fault, .pc = pc});
}

static void be_born(mz_tid parent, mz_tid child)
{
    struct mz_execution *x = mz_turns.execution;
    uint32_t last = MZ_NONE;

    /* Mostly the last event, if the parent has executed any: it runs. But to an
     * exit handler others have come in between. */
    for (uint32_t i = mz_turns.position; i-- > 0 && last == MZ_NONE;)
        if (x->events[i].thread == parent)
            last = i;
    x->births[child] = (struct mz_birth){.parent = parent, .event = last};
    mz_tset_add(&x->born, child);
    mz_turns.held[child] = 0;
}

/* Its number was another's, of whose end nobody knows any more. */
static void be_born_again(mz_tid child)
{
    mz_parts_born_again(child);
    MZ_EACH(rest, mz_turns.execution->born)
        mz_tset_remove(&mz_turns.seen_end[mz_tset_first(rest)], child);
    mz_tset_remove(&mz_turns.ended_once, child);
}

/* The race detector, and the parts that it concerns. */
static inline void tell_born(mz_tid parent, mz_tid child)
{
    if (mz_rt.checks_races)
        mz_detecting_born(parent, child);
    if (MZ_UNLIKELY(mz_rt.inheriting))
        mz_parts_born(parent, child);
    mz_history_born(parent, child);
}

static inline void tell_joined(mz_tid parent, mz_tid child)
{
    if (mz_rt.detecting)
        mz_detecting_joined(parent, child);
    if (MZ_UNLIKELY(mz_rt.inheriting))
        mz_parts_joined(parent, child);
}

/* It is the child that the running thread has created now. */
static void name_child(mz_tid child, bool again)
{
    const struct thread *self = &threads[mz_self()];
    struct mz_births *birth = &threads[child].birth;

    *birth = self->birth;
    if (birth->depth < MZ_MAX_BIRTHS)
        birth->at[birth->depth++] = self->births;
    threads[child].is_renamed =
        again || self->is_renamed || self->births != self->children;
    if (MZ_UNLIKELY(threads[child].is_renamed && mz_rt.tracing))
        mz_account_born(mz_self(), child, self->births, again);
}

/* The number of the next thread that the running one creates. */
static mz_tid number_child(bool *again)
{
    struct thread *self = &threads[mz_self()];

    self->births++;
    if (MZ_UNLIKELY(self->is_parent) && self->numbers.count < NUMBERS_AT_REST)
        inherit_detached();
    *again = self->numbers.count >= NUMBERS_AT_REST;
    return *again ? take_first(&self->numbers)
                  : intern(mz_self(), ++self->children);
}

/* What was never set ends at 0. */
static void note_stack(struct thread *t, const pthread_attr_t *attributes)
{
    void *stack = NULL;

    MZ_REAL(pthread_attr_getstack)(attributes, &stack, &t->stack_size);
    t->stack = (uint64_t)stack + t->stack_size ? stack : NULL;
}

bool mz_thread_wants_more_stack(mz_tid t)
{
    return threads[t].stack_size > mz_fibers[t].stack_size;
}

/* ---- pthread ---------------------------------------------------------- */

static int create(pthread_t *handle, const pthread_attr_t *attributes,
                  void *(*start)(void *), void *argument, uint64_t pc)
{
    mz_tid self = mz_self(), child;
    int state = PTHREAD_CREATE_JOINABLE;
    bool again;

    if (mz_turns.atomic != MZ_NO_THREAD)
        mz_unsupported(BLOCK_CREATE);
    mz_checkpoint_come();
    mz_openmp_refuse(pc);
    mz_libc_mappings_come_beside();
    mz_effect_note();
    if (attributes)
        mz_plain_read(attributes, sizeof *attributes, (void *)pc);
    if (!mz_plain_is_untold(handle))
        mz_plain_write(handle, sizeof *handle, (void *)pc);
    child = number_child(&again);
    need_fiber(child);
    if (attributes)
        pthread_attr_getdetachstate(attributes, &state);
    forget(&threads[child], again);
    threads[child].start = start;
    threads[child].argument = argument;
    threads[child].creator = self;
    if (attributes)
        note_stack(&threads[child], attributes);
    inherit_name(&threads[child], self);
    threads[child].detached = state == PTHREAD_CREATE_DETACHED;
    threads[self].is_parent |= threads[child].detached;
    mz_fiber_prepare(child, thread_main, &threads[child]);
    mz_frame_begin(child);
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_thread(child);
    name_child(child, again);
    if (!again)
        be_born(self, child);
    tell_born(self, child);
    if (again)
        be_born_again(child);
    mz_turns.execution->thread_count++;
    *handle = mz_pthread_of(mz_fibers[child].tp);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_THREAD_CREATE, 0, 0, 1, child,
                      (uint64_t)start, pc);
    mz_turn_start(self, child);
    /* No operation, but no standstill either: in an execution that is audited
     * hundreds of threads take seconds to be created. */
    mz_turn_beat();
    return 0;
}

MZ_EXPORT int pthread_create(pthread_t *handle,
                             const pthread_attr_t *attributes,
                             void *(*start)(void *), void *argument)
{
    int fails;

    if (MZ_RUNS_NATIVELY) {
        if (mz_rt.supervised)
            mz_unsupported(THREADS_BEFORE_MAIN);
        return MZ_REAL(pthread_create)(handle, attributes, start, argument);
    }
    if ((fails = mz_fails(MZ_FAILING_CREATE, MZ_PC)))
        return fails;
    return create(handle, attributes, start, argument, MZ_PC);
}

/* Whether it has been joined is no state of the search's. So who asks for its
 * end must be the one that joins it; in each order, or in none. */
static void check_tried_by_self(mz_tid t)
{
    mz_tset_remove(&threads[t].tried_by, mz_self());
    if (mz_tset_some(threads[t].tried_by))
        mz_unsupported(THREAD_TRIED);
}

/* The one to be joined; the running one: nobody can. */
static mz_tid find_joinable(pthread_t handle, uint64_t pc)
{
    mz_tid t;

    if (mz_turns.atomic != MZ_NO_THREAD)
        mz_unsupported(BLOCK_JOIN);
    t = mz_thread_find(handle, pc);
    if (t == mz_self()) {
        /* POSIX leaves it undefined, but std::thread::join relies on glibc. */
        if (mz_owners_program_code(pc))
            misuse(MZ_FAULT_JOIN_SELF, pc);
        return t;
    }
    if (threads[t].detached)
        misuse(MZ_FAULT_JOIN_DETACHED, pc);
    if (threads[t].joined)
        misuse(MZ_FAULT_JOIN_JOINED, pc);
    return t;
}

/* The thread has ended, as who runs knows from now on. */
static mz_tid join(pthread_t handle, uint64_t pc)
{
    mz_tid self = mz_self(), t = find_joinable(handle, pc);

    if (t == self)
        return self;
    check_tried_by_self(t);
    mz_cancel_point(pc);
    threads[t].joined = true;
    mz_cancel_begin_wait();
    mz_sent_signal_may_arrive(pc);
    mz_local_join(t, pc);
    mz_cancel_end_wait();
    inherit(t);
    tell_joined(self, t);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_THREAD_JOIN, 0, 0, 1, t, 0, pc);
    mz_sent_signal_may_arrive(pc);
    return t;
}

static void store_result(mz_tid t, void **result, uint64_t pc)
{
    if (!result)
        return;
    if (!mz_plain_is_untold(result))
        mz_plain_write(result, sizeof *result, (void *)pc);
    *result = threads[t].result;
}

static int join_with_result(pthread_t handle, void **result, uint64_t pc)
{
    mz_tid t = join(handle, pc);

    if (t == mz_self())
        return EDEADLK;
    store_result(t, result, pc);
    return 0;
}

MZ_EXPORT int pthread_join(pthread_t handle, void **result)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_join)(handle, result);
    return join_with_result(handle, result, MZ_PC);
}

/*
 * Joins it if it has ended. A time limit may be over at any time, so with one
 * it is tried, too: see docs/semantics.md. `failure`: what it is called if it
 * has not ended.
 */
static bool try_join(pthread_t handle, void **result, enum mz_action failure,
                     uint64_t pc)
{
    mz_tid t = find_joinable(handle, pc);

    mz_tset_add(&threads[t].tried_by, mz_self());
    if (t == mz_self() || !mz_frame_has_ended(t, pc)) {
        if (MZ_UNLIKELY(mz_rt.tracing))
            mz_trace_step(failure, 0, 0, 1, t, 0, pc);
        return false;
    }
    join(handle, pc);
    store_result(t, result, pc);
    return true;
}

MZ_EXPORT int pthread_tryjoin_np(pthread_t handle, void **result)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_tryjoin_np)(handle, result);
    return try_join(handle, result, MZ_ACTION_THREAD_TRYJOIN_FAIL, MZ_PC)
               ? 0
               : EBUSY;
}

static int join_until(pthread_t handle, void **result, clockid_t clock,
                      const struct timespec *end, uint64_t pc)
{
    if (!mz_time_is_clock_of_waits(clock))
        return EINVAL;
    if (!end)
        return join_with_result(handle, result, pc);
    mz_cancel_point(pc);
    if (try_join(handle, result, MZ_ACTION_THREAD_TIMEDJOIN_FAIL, pc))
        return 0;
    if (!mz_time_reads_limit(clock, end, pc)) /* only who waits looks at it */
        return EINVAL;
    mz_time_sleep_until(clock, end);
    return ETIMEDOUT;
}

MZ_EXPORT int pthread_timedjoin_np(pthread_t handle, void **result,
                                   const struct timespec *end)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_timedjoin_np)(handle, result, end);
    return join_until(handle, result, CLOCK_REALTIME, end, MZ_PC);
}

MZ_EXPORT int pthread_clockjoin_np(pthread_t handle, void **result,
                                   clockid_t clock, const struct timespec *end)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_clockjoin_np)(handle, result, clock, end);
    return join_until(handle, result, clock, end, MZ_PC);
}

static void detach(pthread_t handle, uint64_t pc)
{
    mz_tid t = mz_thread_find(handle, pc);

    if (threads[t].joined)
        misuse(MZ_FAULT_DETACH_JOINED, pc);
    if (threads[t].detached)
        misuse(MZ_FAULT_DETACH_DETACHED, pc);
    check_tried_by_self(t);
    mz_effect_note();
    threads[t].detached = true;
    threads[t].left = t != mz_self() && threads[t].creator != mz_self();
    threads[threads[t].creator].is_parent = true;
}

MZ_EXPORT int pthread_detach(pthread_t handle)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_detach)(handle);
    detach(handle, MZ_PC);
    return 0;
}

MZ_EXPORT void pthread_exit(void *result)
{
    if (MZ_RUNS_NATIVELY)
        MZ_REAL(pthread_exit)(result);
    mz_unwind_end(result, MZ_PC);
}

/* ---- C11 --------------------------------------------------------------- */

/* What its threads return is an int: the lower half of what is kept. */
MZ_EXPORT int thrd_create(thrd_t *handle, thrd_start_t start, void *argument)
{
    if (MZ_RUNS_NATIVELY) {
        if (mz_rt.supervised)
            mz_unsupported(THREADS_BEFORE_MAIN);
        return MZ_REAL(thrd_create)(handle, start, argument);
    }
    create(handle, NULL, (void *(*)(void *))(void *)start, argument, MZ_PC);
    return thrd_success;
}

MZ_EXPORT int thrd_join(thrd_t handle, int *result)
{
    mz_tid t;

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(thrd_join)(handle, result);
    t = join(handle, MZ_PC);
    if (t == mz_self())
        return thrd_error;
    if (result) {
        mz_plain_write(result, sizeof *result, (void *)MZ_PC);
        *result = (int)(intptr_t)threads[t].result;
    }
    return thrd_success;
}

MZ_EXPORT int thrd_detach(thrd_t handle)
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(thrd_detach)(handle);
    detach(handle, MZ_PC);
    return thrd_success;
}

MZ_EXPORT void thrd_exit(int result)
{
    if (MZ_RUNS_NATIVELY)
        MZ_REAL(thrd_exit)(result);
    mz_unwind_end((void *)(intptr_t)result, MZ_PC);
}

MZ_EXPORT void thrd_yield(void)
{
    if (mz_rt.active)
        mz_thread_yield();
    else
        MZ_REAL(thrd_yield)();
}

/* ---- what else there is to a thread -------------------------------------- */

/* As reports have it. */
static char *name_in_reports(mz_tid t)
{
    return threads[t].is_renamed ? threads[t].name
                                 : mz_rt.region->names[t].name;
}

/* A creation is no event: whether a thread was named before or after it has
 * created another, of which the name is asked, is explored in one order. */
static void refuse_name_of_creator(const struct thread *creator)
{
    if (creator->gives_name && creator->is_named_by_other)
        mz_unsupported(NAME_INHERITED);
}

static void refuse_inherited_name(const struct thread *heir)
{
    MZ_EACH(rest, heir->named_after) {
        struct thread *giver = &threads[mz_tset_first(rest)];

        giver->gives_name = true;
        refuse_name_of_creator(giver);
    }
}

const char *mz_thread_called(mz_tid t)
{
    if (!threads[t].is_named)
        refuse_inherited_name(&threads[t]);
    return threads[t].is_called ? threads[t].called : process_name;
}

static void tell_name(mz_tid t)
{
    struct mz_bearer *bearer = NULL;

    if (mz_rt.tracing && threads[t].is_renamed)
        bearer = mz_account_bearer(t);
    if (bearer)
        mz_copy(bearer->name, threads[t].name, sizeof bearer->name);
}

void mz_thread_set_name(mz_tid t, const char *name, unsigned length)
{
    char whole[MZ_THREAD_NAME] = {0};

    mz_copy(whole, name, length);
    call(t, whole);
    threads[t].is_named = true;
    threads[t].is_named_by_other |= t != mz_self();
    refuse_name_of_creator(&threads[t]);
    mz_copy(name_in_reports(t), whole, sizeof whole);
    tell_name(t);
}

MZ_EXPORT int pthread_getattr_np(pthread_t handle, pthread_attr_t *attributes)
{
    struct mz_fiber *fiber;

    if (!mz_rt.active)
        return MZ_REAL(pthread_getattr_np)(handle, attributes);
    mz_effect_note();
    MZ_ANNOUNCE(pthread_getattr_np, handle, attributes);
    fiber = &mz_fibers[mz_thread_find(handle, MZ_PC)];
    pthread_attr_init(attributes);
    return pthread_attr_setstack(attributes, fiber->stack, fiber->stack_size);
}

/* C++ registers the destructors of thread_local objects with this one. */
MZ_EXPORT int __cxa_thread_atexit_impl(void (*destroy)(void *), void *object,
                                       void *dso);
MZ_EXPORT int __cxa_thread_atexit_impl(void (*destroy)(void *), void *object,
                                       void *dso)
{
    struct tls_destructor *d;

    if (!mz_rt.active)
        return MZ_REAL(__cxa_thread_atexit_impl)(destroy, object, dso);
    mz_effect_note();
    d = malloc(sizeof *d);
    d->destroy = destroy;
    d->object = object;
    d->next = threads[mz_self()].destructors;
    threads[mz_self()].destructors = d;
    return 0;
}

MZ_EXPORT int sched_yield(void)
{
    if (!mz_rt.active)
        return MZ_REAL(sched_yield)();
    mz_thread_yield();
    return 0;
}

void mz_thread_results(void (*take)(uint64_t from, uint64_t to))
{
    MZ_EACH(rest, mz_turns.execution->born) {
        const struct thread *thread = &threads[mz_tset_first(rest)];

        if (!thread->joined && !thread->detached)
            take((uint64_t)&thread->result, (uint64_t)(&thread->result + 1));
    }
}

mz_tid mz_thread_only_joinable(void)
{
    mz_tid found = MZ_NO_THREAD;

    MZ_EACH(rest, mz_turns.execution->born) {
        mz_tid t = mz_tset_first(rest);

        if (t == 0 || threads[t].joined || threads[t].detached)
            continue;
        if (found != MZ_NO_THREAD)
            return MZ_NO_THREAD;
        found = t;
    }
    return found;
}

/* ---- the ends --------------------------------------------------------- */

void mz_thread_yield(void)
{
    mz_turns.yielded = mz_turns.position + 1;
}

void mz_thread_check_status(int status, uint64_t pc)
{
    if (status)
        mz_fail(&(struct mz_failure){
            .fault = MZ_FAULT_EXIT, .pc = pc, .numbers = {status}});
}

_Noreturn void mz_thread_exit_process(void)
{
    mz_turn_exit();
    mz_thread_process_ends();
}

_Noreturn void mz_thread_process_ends(void)
{
    mz_turn_end_in_vain();
    mz_function_ask();
    if (MZ_UNLIKELY(mz_rt.region->settings.leaks))
        mz_leak_look();
    mz_expected_compare();
    mz_history_end();
    mz_execution_end(MZ_COMPLETE);
}
