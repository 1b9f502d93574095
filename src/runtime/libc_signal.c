/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signals that the program sends to itself. In an execution dispositions and
 * masks are only recorded: the kernel never delivers a signal to the program,
 * since where it would arrive cannot be chosen. A signal that a thread sends to
 * itself, or to the process while it is alone, is handled on the spot, by that
 * thread. The others are sent (sent_signal.h).
 *
 * What arrives from a fault (SIGSEGV, ...) is an error, whatever the program
 * has installed (signals.c).
 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h> /* sigabbrev_np */
#include <ucontext.h>
#include <unistd.h>

#include "base/system_call.h"
#include "runtime/alarm.h"
#include "runtime/checked_function.h"
#include "runtime/checkpoint.h"
#include "runtime/child.h"
#include "runtime/sent_signal.h"
#include "runtime/signal.h"
#include "runtime/state.h"
#include "runtime/thread.h"
#include "runtime/timer.h"
#include "runtime/turn.h"
#include "runtime/zones.h"

enum { LAST_SIGNAL = MZ_LAST_SIGNAL };

#define BIT MZ_SIGNAL_BIT

/* Their default is to do nothing, or to stop the process. */
#define IGNORED (BIT(SIGCHLD) | BIT(SIGCONT) | BIT(SIGURG) | BIT(SIGWINCH))
#define STOPPING (BIT(SIGSTOP) | BIT(SIGTSTP) | BIT(SIGTTIN) | BIT(SIGTTOU))

/* What the program has installed, and which it has; otherwise it is what the
 * process was started with, which can only be to ignore or the default. */
struct dispositions {
    struct sigaction of[LAST_SIGNAL + 1];
    uint64_t known;
};

struct thread_signals {
    uint64_t mask;
    uint64_t outside;  /* the mask where handlers were entered */
    unsigned depth;    /* of handlers */
    uint64_t pending;
    stack_t stack;
};

static struct dispositions now, at_snapshot;
static uint64_t ignored_from_start;
static bool changed; /* `now` differs from `at_snapshot` */
static uint64_t mask_of_main;
static struct thread_signals threads[MZ_MAX_THREADS];
static mz_tset used; /* of `threads` */

/* In this execution: see signal.h. */
static uint64_t ever_blocked, changed_beside;

static struct thread_signals *signals_of(mz_tid t)
{
    mz_rt.inheriting = true;
    mz_tset_add(&used, t);
    return &threads[t];
}

static struct thread_signals *mine(void)
{
    return signals_of(mz_rt.self);
}

uint64_t mz_signal_mask_of(mz_tid t)
{
    return threads[t].mask;
}

uint64_t mz_signal_mask(void)
{
    return threads[mz_rt.self].mask;
}

uint64_t mz_signal_usual_mask(mz_tid t)
{
    return threads[t].depth ? threads[t].outside : threads[t].mask;
}

void mz_signal_set_mask(uint64_t mask)
{
    uint64_t other = mine()->mask ^ mask;

    if (MZ_UNLIKELY(mz_rt.signalling))
        mz_sent_signal_changes_mask();
    mine()->mask = mask & ~(BIT(SIGKILL) | BIT(SIGSTOP));
    ever_blocked |= mask;
    if (!mz_turn_is_alone())
        changed_beside |= other;
}

uint64_t *mz_signal_own(void)
{
    return &mine()->pending;
}

uint64_t mz_signal_ever_blocked(void)
{
    return ever_blocked;
}

uint64_t mz_signal_changed_beside(void)
{
    return changed_beside;
}

static struct sigaction disposition(int signal)
{
    if (now.known & BIT(signal))
        return now.of[signal];
    return (struct sigaction){
        .sa_handler = ignored_from_start & BIT(signal) ? SIG_IGN : SIG_DFL};
}

static void install(int signal, const struct sigaction *action)
{
    now.of[signal] = *action;
    now.known |= BIT(signal);
    changed = true;
}

static sigset_t set_of(uint64_t bits)
{
    sigset_t set = {0};

    *(uint64_t *)&set = bits;
    return set;
}

/* ---- delivery ----------------------------------------------------------- */

static _Noreturn void refuse_to_stop(int signal)
{
    char name[32];

    mz_format(name, sizeof name, "SIG%s", sigabbrev_np(signal));
    mz_unsupported(CALL, .text = name);
}

static void do_default(int signal, uint64_t pc)
{
    if (BIT(signal) & IGNORED)
        return;
    if (BIT(signal) & STOPPING)
        refuse_to_stop(signal);
    mz_fail(&(struct mz_failure){
        .fault = MZ_FAULT_SIGNAL_RAISED, .signal = signal, .pc = pc});
}

static void call_handler(const siginfo_t *told, const struct sigaction *action)
{
    static const struct sigaction by_default = {.sa_handler = SIG_DFL};
    uint64_t mask = mine()->mask;
    siginfo_t info = *told;
    ucontext_t context = {0};
    int signal = info.si_signo;

    if (mine()->depth++ == 0)
        mine()->outside = mask;
    if (action->sa_flags & SA_RESETHAND)
        install(signal, &by_default);
    mine()->mask |= mz_signal_bits(&action->sa_mask);
    if (!(action->sa_flags & SA_NODEFER))
        mine()->mask |= BIT(signal);
    if (action->sa_flags & SA_SIGINFO)
        action->sa_sigaction(signal, &info, &context);
    else
        action->sa_handler(signal);
    mine()->depth--;
    mine()->mask = mask;
}

/* A jump out of handlers to where the mask was saved. */
static void before_longjmp(struct mz_call *call, const struct mz_forward *row)
{
    const struct __jmp_buf_tag *to = (const void *)call->arguments[0];

    (void)row;
    if (mz_function_is_outside(mz_jump_stack(to->__jmpbuf)))
        mz_fail(&(struct mz_failure){.fault = MZ_FAULT_TEST_LEFT,
                                     .pc = call->caller});
    if (mz_sent_signal_is_in_handler())
        mz_unsupported(SIGNAL_JUMP);
    mz_zones_left(mz_jump_stack(to->__jmpbuf));
    if (!mine()->depth || !to->__mask_was_saved)
        return;
    mine()->depth = 0;
    mine()->mask = mine()->outside;
}
MZ_FORWARD(siglongjmp, before_longjmp)
MZ_FORWARD(longjmp, before_longjmp)
MZ_FORWARD(_longjmp, before_longjmp)
MZ_FORWARD(__longjmp_chk, before_longjmp)

bool mz_signal_handle(const siginfo_t *info, uint64_t pc)
{
    struct sigaction action = disposition(info->si_signo);

    if (action.sa_handler == SIG_DFL)
        do_default(info->si_signo, pc);
    else if (action.sa_handler != SIG_IGN)
        call_handler(info, &action);
    return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

bool mz_signal_is_ignored(int signal)
{
    struct sigaction action = disposition(signal);

    return action.sa_handler == SIG_IGN ||
           (action.sa_handler == SIG_DFL && BIT(signal) & IGNORED);
}

bool mz_signal_restarts(int signal)
{
    return disposition(signal).sa_flags & SA_RESTART;
}

bool mz_signal_has_handlers(void)
{
    for (int signal = 1; signal <= LAST_SIGNAL; signal++)
        if (!mz_signal_is_by_default(signal) && !mz_signal_is_ignored(signal))
            return true;
    return false;
}

bool mz_signal_is_by_default(int signal)
{
    return disposition(signal).sa_handler == SIG_DFL;
}

void mz_signal_release(bool has_handlers)
{
    uint64_t mask = mine()->mask;

    for (int signal = 1; signal <= LAST_SIGNAL; signal++) {
        struct sigaction is = disposition(signal);
        /* As the kernel has it: handler, flags, restorer, mask. */
        uint64_t action[4] = {(uint64_t)SIG_DFL};

        if (is.sa_handler == SIG_IGN)
            action[0] = (uint64_t)SIG_IGN;
        MZ_SYSTEM(rt_sigaction, signal, action, NULL, sizeof mask);
        if (has_handlers && !action[0] && is.sa_handler != SIG_DFL)
            MZ_REAL(sigaction)(signal, &is, NULL);
    }
    MZ_SYSTEM(rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
}

bool mz_signal_resets(int signal)
{
    return disposition(signal).sa_flags & SA_RESETHAND;
}

uint64_t mz_signal_handler(int signal)
{
    return (uint64_t)disposition(signal).sa_handler;
}

/* Of what a thread sends itself, or has the process be sent. */
static siginfo_t info_of(int signal, int code)
{
    siginfo_t info = {.si_signo = signal, .si_code = code};

    info.si_pid = mz_identity_pid();
    return info;
}

static void deliver(siginfo_t info, uint64_t pc)
{
    mz_sent_signal_may_arrive(pc); /* before that is blocked by the handler */
    mz_sent_signal_merge(&info, pc);
    mz_sent_signal_uses_actions(false, pc);
    mz_signal_handle(&info, pc);
}

static void deliver_pending(uint64_t pc)
{
    uint64_t ready;

    while ((ready = mine()->pending & ~mine()->mask)) {
        int signal = __builtin_ctzll(ready) + 1;

        mine()->pending &= ~BIT(signal);
        deliver(info_of(signal, SI_TKILL), pc);
    }
}

void mz_signal_raise(int signal, uint64_t pc)
{
    mine()->pending |= BIT(signal);
    deliver_pending(pc);
}

void mz_signal_before_abort(void)
{
    struct sigaction action = disposition(SIGABRT);
    siginfo_t info = info_of(SIGABRT, SI_TKILL);

    if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN)
        call_handler(&info, &action);
}

/* ---- dispositions ------------------------------------------------------- */

/* By the program; what it was before. */
static struct sigaction change_action(int signal,
                                      const struct sigaction *action,
                                      uint64_t pc)
{
    struct sigaction was;

    mz_sent_signal_may_arrive(pc);
    mz_sent_signal_uses_actions(action != NULL, pc);
    was = disposition(signal);
    if (action && action->sa_handler != SIG_DFL)
        mz_alarm_must_not_be(signal, MZ_GAP_ALARM_ACTION);
    if (action && (action->sa_handler == SIG_IGN || was.sa_handler == SIG_IGN))
        mz_children_inherit();
    if (action && signal == SIGCHLD && action->sa_flags & SA_NOCLDWAIT)
        mz_children_have_signal();
    if (action && signal == SIGCHLD && action->sa_handler != SIG_DFL)
        mz_children_have_action();
    if (action)
        install(signal, action);
    if (action && action->sa_handler != SIG_DFL &&
        action->sa_handler != SIG_IGN)
        mz_rt.region->has_handlers = 1;
    if (action)
        mz_sent_signal_forgets(signal);
    return was;
}

MZ_EXPORT int sigaction(int signal, const struct sigaction *restrict action,
                        struct sigaction *restrict old)
{
    struct sigaction was, is;
    int result;

    if (!MZ_PROGRAM_CALLS) {
        result = MZ_REAL(sigaction)(signal, action, old);
        if (!result && action && !mz_is_ours(MZ_PC))
            install(signal, action);
        return result;
    }
    MZ_ANNOUNCE(sigaction, signal, action, NULL);
    if (!mz_signal_is_one(signal) ||
        (action && (signal == SIGKILL || signal == SIGSTOP))) {
        errno = EINVAL;
        return -1;
    }
    if (action)
        is = *action;
    was = change_action(signal, action ? &is : NULL, MZ_PC);
    if (old) {
        MZ_ANNOUNCE(sigaction, signal, NULL, old);
        *old = was;
    }
    return 0;
}

static sighandler_t install_simple(int signal, sighandler_t handler, int flags,
                                   uint64_t pc)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};

    if (!mz_signal_is_one(signal) || signal == SIGKILL || signal == SIGSTOP) {
        errno = EINVAL;
        return SIG_ERR;
    }
    if (!mz_rt.active) { /* what it was libc has told */
        install(signal, &action);
        return SIG_DFL;
    }
    return change_action(signal, &action, pc).sa_handler;
}

#define SIMPLE(name, flags)                                       \
    MZ_EXPORT sighandler_t name(int number, sighandler_t handler) \
    {                                                             \
        sighandler_t old;                                         \
                                                                  \
        if (MZ_PROGRAM_CALLS)                                     \
            return install_simple(number, handler, flags, MZ_PC); \
        old = MZ_REAL(name)(number, handler);                     \
        if (old != SIG_ERR && !mz_is_ours(MZ_PC))                 \
            install_simple(number, handler, flags, MZ_PC);        \
        return old;                                               \
    }

MZ_EXPORT sighandler_t bsd_signal(int, sighandler_t);
MZ_EXPORT sighandler_t __sysv_signal(int, sighandler_t);
SIMPLE(signal, SA_RESTART)
SIMPLE(bsd_signal, SA_RESTART)
SIMPLE(ssignal, SA_RESTART)
SIMPLE(sysv_signal, SA_RESETHAND | SA_NODEFER)
SIMPLE(__sysv_signal, SA_RESETHAND | SA_NODEFER)

/* ---- masks -------------------------------------------------------------- */

/* Returns an error number. */
static int change_mask(int how, const sigset_t *set, sigset_t *old,
                       uint64_t pc)
{
    const uint64_t never = BIT(SIGKILL) | BIT(SIGSTOP);
    uint64_t mask = mine()->mask, bits = set ? mz_signal_bits(set) : 0;

    mz_sent_signal_may_arrive(pc); /* before some are blocked */
    if (set && how == SIG_BLOCK)
        mz_signal_set_mask(mask | (bits & ~never));
    else if (set && how == SIG_UNBLOCK)
        mz_signal_set_mask(mask & ~bits);
    else if (set && how == SIG_SETMASK)
        mz_signal_set_mask(bits & ~never);
    else if (set)
        return EINVAL;
    if (old) {
        mz_announce(MZ_ANNOUNCED_ROW(pthread_sigmask),
                    MZ_ANNOUNCED(how, NULL, old, 0, 0, 0, 0), pc);
        *old = set_of(mask);
    }
    deliver_pending(pc);
    if (mask & ~mine()->mask)
        mz_sent_signal_is_let_in(pc);
    return 0;
}

MZ_EXPORT int pthread_sigmask(int how, const sigset_t *restrict set,
                              sigset_t *restrict old)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(pthread_sigmask)(how, set, old);
    MZ_ANNOUNCE(pthread_sigmask, how, set, NULL);
    return change_mask(how, set, old, MZ_PC);
}

MZ_EXPORT int sigprocmask(int how, const sigset_t *restrict set,
                          sigset_t *restrict old)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sigprocmask)(how, set, old);
    MZ_ANNOUNCE(sigprocmask, how, set, NULL);
    if (change_mask(how, set, old, MZ_PC)) {
        errno = EINVAL;
        return -1;
    }
    return 0;
}

MZ_EXPORT int sigpending(sigset_t *out)
{
    uint64_t are;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sigpending)(out);
    if (mine()->mask & BIT(SIGCHLD))
        mz_children_have_signal(); /* the end of one would be seen */
    if (mine()->mask & BIT(SIGALRM))
        mz_alarm_must_not_be(SIGALRM, MZ_GAP_ALARM_PENDING);
    mz_sent_signal_may_arrive(MZ_PC);
    mz_timer_may_have_expired(mine()->mask, MZ_PC);
    are = (mz_sent_signal_look(~0ull, MZ_PC) & mine()->mask) | mine()->pending;
    MZ_ANNOUNCE(sigpending, out);
    *out = set_of(are);
    return 0;
}

/* Our handlers keep their stack. */
MZ_EXPORT int sigaltstack(const stack_t *restrict stack, stack_t *restrict old)
{
    stack_t was;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sigaltstack)(stack, old);
    MZ_ANNOUNCE(sigaltstack, stack, old);
    was = mine()->stack;
    if (!was.ss_sp)
        was.ss_flags = SS_DISABLE;
    if (stack)
        mine()->stack = *stack;
    if (old)
        *old = was;
    return 0;
}

/* ---- sending ------------------------------------------------------------ */

/* To this thread. One that others send it, too, and it blocks, waits where
 * theirs do. */
static int send(int signal, uint64_t pc)
{
    siginfo_t info = info_of(signal, SI_TKILL);

    if (signal < 0 || signal > LAST_SIGNAL) {
        errno = EINVAL;
        return -1;
    }
    if (signal && mine()->mask & BIT(signal) & mz_sent_signal_expected())
        mz_sent_signal_to(mz_self(), &info, pc);
    else if (signal)
        mz_signal_raise(signal, pc);
    return 0;
}

/* To the process: this thread takes it while there is no other. */
static int send_process(const siginfo_t *info, uint64_t pc)
{
    int signal = info->si_signo;

    if (signal < 0 || signal > LAST_SIGNAL) {
        errno = EINVAL;
        return -1;
    }
    if (!signal)
        return 0;
    if (signal == SIGKILL || signal == SIGSTOP)
        do_default(signal, pc);
    else if (mz_turn_is_alone() && !(mine()->mask & BIT(signal)))
        mz_signal_handle(info, pc);
    else
        mz_sent_signal_to_process(info, pc);
    return 0;
}

/* To another thread. Returns an error number. */
static int send_elsewhere(pthread_t thread, const siginfo_t *info, uint64_t pc)
{
    int signal = info->si_signo;

    if (signal == 0)
        return 0;
    if (!mz_signal_is_one(signal))
        return EINVAL;
    if (signal == SIGKILL || signal == SIGSTOP)
        do_default(signal, pc);
    else
        mz_sent_signal_to(mz_thread_find(thread, pc), info, pc);
    return 0;
}

MZ_EXPORT int raise(int signal)
{
    return MZ_PROGRAM_CALLS ? send(signal, MZ_PC) : MZ_REAL(raise)(signal);
}

MZ_EXPORT int gsignal(int signal)
{
    return MZ_PROGRAM_CALLS ? send(signal, MZ_PC) : MZ_REAL(gsignal)(signal);
}

MZ_EXPORT int kill(pid_t process, int signal)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(kill)(process, signal);
    if (process == mz_identity_pid()) {
        const siginfo_t info = info_of(signal, SI_USER);

        return send_process(&info, MZ_PC);
    }
    if (signal)
        mz_unsupported(SIGNAL_KILL);
    return MZ_REAL(kill)(process, 0);
}

MZ_EXPORT int sigqueue(pid_t process, int signal, const union sigval value)
{
    siginfo_t info = info_of(signal, SI_QUEUE);

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sigqueue)(process, signal, value);
    if (process != mz_identity_pid())
        mz_unsupported(SIGNAL_QUEUE);
    info.si_value = value;
    return send_process(&info, MZ_PC);
}

/* The calling thread, as others. */
MZ_EXPORT int pthread_sigqueue(pthread_t thread, int signal,
                               const union sigval value)
{
    siginfo_t info = info_of(signal, SI_QUEUE);

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(pthread_sigqueue)(thread, signal, value);
    info.si_value = value;
    if (!pthread_equal(thread, pthread_self()))
        return send_elsewhere(thread, &info, MZ_PC);
    if (!mz_signal_is_one(signal))
        return signal ? EINVAL : 0;
    if (mine()->mask & BIT(signal))
        mz_sent_signal_to(mz_self(), &info, MZ_PC);
    else
        deliver(info, MZ_PC);
    return 0;
}

MZ_EXPORT int killpg(pid_t group, int signal)
{
    if (MZ_PROGRAM_CALLS && signal)
        mz_unsupported(SIGNAL_GROUP);
    return MZ_REAL(killpg)(group, signal);
}

MZ_EXPORT int tgkill(pid_t process, pid_t thread, int signal)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(tgkill)(process, thread, signal);
    if (process != mz_identity_pid())
        mz_unsupported(SIGNAL_TGKILL_PROCESS);
    if (thread == mz_identity_tid())
        return send(signal, MZ_PC);
    if (signal)
        mz_unsupported(SIGNAL_TGKILL_THREAD);
    return 0;
}

MZ_EXPORT int pthread_kill(pthread_t thread, int signal)
{
    const siginfo_t info = info_of(signal, SI_TKILL);

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(pthread_kill)(thread, signal);
    if (pthread_equal(thread, pthread_self()))
        return send(signal, MZ_PC) ? EINVAL : 0;
    return send_elsewhere(thread, &info, MZ_PC);
}

/* ---- snapshot and rollback ---------------------------------------------- */

void mz_libc_signal_born(mz_tid parent, mz_tid child)
{
    struct thread_signals *to = signals_of(child);

    *to = (struct thread_signals){.mask = signals_of(parent)->mask};
    ever_blocked |= to->mask;
}

void mz_libc_signal_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add(f, &now, sizeof now);
    mz_state_add(f, threads, sizeof threads);
}

void mz_libc_signal_snapshot(void)
{
    static const struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction action;
    sigset_t mask;

    for (int s = 1; s <= LAST_SIGNAL; s++)
        if (!MZ_REAL(sigaction)(s, NULL, &action) &&
            action.sa_handler == SIG_IGN)
            ignored_from_start |= BIT(s);
    /* A write to a broken pipe then tells so: libc_output.c. */
    MZ_REAL(sigaction)(SIGPIPE, &ignore, NULL);
    if (!MZ_REAL(sigprocmask)(SIG_SETMASK, NULL, &mask))
        mask_of_main = mz_signal_bits(&mask);
    at_snapshot = now;
}

void mz_libc_signal_rollback(void)
{
    if (changed)
        now = at_snapshot;
    changed = false;
    for (; mz_tset_some(used); mz_tset_drop_first(&used))
        threads[mz_tset_first(used)] = (struct thread_signals){0};
    threads[0].mask = mask_of_main;
    ever_blocked = mask_of_main;
    changed_beside = 0;
}

/* Threads that are born have their creator's mask, once births concern some
 * part. */
void mz_libc_signal_checkpoint(void)
{
    unsigned count = mz_checkpoint_threads();

    mz_checkpoint_need(!changed && ever_blocked == mask_of_main &&
                       !changed_beside);
    mz_checkpoint_need(mz_checkpoint_is_waypoint() || !mz_tset_some(used));
    for (unsigned t = 0; t < count; t++)
        mz_checkpoint_need(!threads[t].depth && !threads[t].pending);
    if (!mz_tset_some(used))
        return;
    mz_checkpoint_keep(threads, count * sizeof *threads);
    mz_checkpoint_keep(&used, sizeof used);
}

void mz_libc_signal_reset(void)
{
    mz_rt.inheriting |= mask_of_main != 0;
}
