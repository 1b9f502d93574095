/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/sent_signal.h"

#include <errno.h>
#include <string.h> /* sigabbrev_np */

#include "runtime/audit.h"
#include "runtime/cancel.h"
#include "runtime/checkpoint.h"
#include "runtime/description.h"
#include "runtime/libc_family.h"
#include "runtime/local.h"
#include "runtime/parts.h"
#include "runtime/plain.h"
#include "runtime/signal.h"
#include "runtime/spinning.h"
#include "runtime/state.h"
#include "runtime/suspect.h"
#include "runtime/thread.h"
#include "runtime/timer.h"
#include "runtime/visible.h"

#define BIT MZ_SIGNAL_BIT

/* Nobody takes SIGKILL: its bit says that the thread is gone. */
#define GONE BIT(SIGKILL)

/* The objects of the search. */
static uint64_t arrived[MZ_MAX_THREADS];
static uint64_t of_process;
static uint64_t actions; /* what is done at signals: how often it has changed */

/* What else is known of a signal that waits. */
struct origin {
    int32_t code;
    union sigval value;
    uint64_t seen; /* what its sender had seen of the thread; or UNKNOWN */
};
static struct origin origins[MZ_MAX_THREADS][MZ_LAST_SIGNAL];
static struct origin origins_of_process[MZ_LAST_SIGNAL];

enum { MOST_PLAIN = 32 };

#define UNKNOWN UINT64_MAX

/* Handlers that have run. */
struct handled {
    uint32_t all, without_restart;
};

static struct {
    uint64_t seen;     /* that waited for the thread alone, at its last look */
    uint64_t expected; /* some thread sends it those, in some execution */
    struct handled handled;
    uint32_t depth;    /* of handlers of what came from elsewhere */
    bool holds;        /* its operations are no place for them now */
    uint64_t takes;    /* a call of it: nanoseconds, or 0 */
    bool has_mask;     /* a call of it, which has taken the place of: */
    uint64_t mask;
    bool has_looked;   /* since its last operation */
    uint64_t frame;    /* what lies below is the innermost handler's */
    int signal;        /* that one's */
    uint32_t plain_count;
    uint32_t plain_before; /* how many there were as the innermost handler
                              began */
    uint64_t plain[MOST_PLAIN]; /* since its last operation: 8 bytes each, and
                                   whether it has written */
} threads[MZ_MAX_THREADS];

/* A plain access of a thread, by which a data race with a handler is told: the
 * first of its kind to its 8 bytes. A signal may have come amid it that was not
 * blocked at any time since, and whose sender had not seen the access. */
struct plain_access {
    uint64_t address, pc, point;
    uint32_t ordinal;
    uint8_t size;
    bool writes;
    bool counts; /* no handler's own, not volatile, amid no atomic block */
};
static struct {
    uint64_t seen;   /* by the sender of the signal taken last; or UNKNOWN */
    uint64_t before; /* of the one whose handler is the innermost */
    struct plain_access at[MOST_PLAIN];
} accesses[MZ_MAX_THREADS];

static uint64_t expected_of_process, expected_of_timers;

/* In this execution: ignored as they came; sent to the process by a thread that
 * does not block them. */
static uint64_t ignored, left_to_others;

/* ---- who is sent what ---------------------------------------------------- */

enum { TO_THREAD = 1, TO_PROCESS = 2, ACTIONS = 3, BY_TIMERS = 4 };

static uint64_t key_of(uint64_t birth, unsigned to, int signal)
{
    return mz_hash_word(mz_hash_word(birth, to), signal) | MZ_BIRTH_TAG;
}

/* At first it is not even known how threads came to be. */
static void need(uint64_t key)
{
    mz_cancel_need(mz_rt.signalling ? key : key_of(0, ACTIONS, 0));
}

static uint64_t known(uint64_t birth, unsigned to)
{
    uint64_t set = 0;

    for (int s = 1; s <= MZ_LAST_SIGNAL; s++)
        if (mz_cancel_is_known(key_of(birth, to, s)))
            set |= BIT(s);
    return set;
}

static void begin(mz_tid t)
{
    arrived[t] = 0;
    mz_fill(&threads[t], 0, sizeof threads[t]);
    threads[t].expected = known(mz_cancel_birth(t), TO_THREAD);
}

void mz_sent_signal_reset(void)
{
    of_process = actions = ignored = left_to_others = 0;
    expected_of_process = expected_of_timers = 0;
    mz_set_signalling(mz_cancel_knows_any(MZ_BIRTH_TAG));
    if (MZ_LIKELY(!mz_rt.signalling))
        return;
    mz_rt.inheriting = true;
    begin(0);
    expected_of_process = known(0, TO_PROCESS);
    expected_of_timers = known(0, BY_TIMERS);
}

void mz_sent_signal_need_timers(int signal)
{
    need(key_of(0, BY_TIMERS, signal));
}

uint64_t mz_sent_signal_of_timers(void)
{
    return expected_of_timers;
}

void mz_sent_signal_checkpoint(void)
{
    mz_checkpoint_need(!of_process && !actions && !ignored && !left_to_others);
}

void mz_sent_signal_born(mz_tid parent, mz_tid child)
{
    (void)parent;
    if (MZ_UNLIKELY(mz_rt.signalling))
        begin(child);
}

void mz_sent_signal_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add(f, arrived, sizeof arrived);
    mz_state_add(f, &of_process, sizeof of_process);
    mz_state_add(f, threads, sizeof threads);
}

bool mz_sent_signal_has_object(mz_tid t)
{
    return threads[t].expected;
}

uint64_t mz_sent_signal_expected(void)
{
    return threads[mz_self()].expected | expected_of_process |
           expected_of_timers;
}

bool mz_sent_signal_may_come(void)
{
    return mz_sent_signal_expected() & ~mz_signal_mask();
}

/* ---- events -------------------------------------------------------------- */

static struct mz_visible access_to(const uint64_t *word, enum mz_op kind,
                                   uint64_t pc)
{
    return (struct mz_visible){
        .kind = kind,
        .object = mz_object_of_memory((uint64_t)word),
        .mask = 0xff,
        .action = MZ_ACTION_SIGNAL_WAIT,
        .pc = pc,
    };
}

/* The running thread is about to change which signals it blocks, or what is
 * done at them. A handler that comes after that comes amid no access before. */
void mz_sent_signal_changes_mask(void)
{
    mz_tid self = mz_self();

    for (uint32_t i = 0; i < threads[self].plain_count; i++)
        accesses[self].at[i].counts = false;
}

void mz_sent_signal_hold(bool holds)
{
    threads[mz_self()].holds = holds;
}

/* The turn of an event of ours, before which nothing arrives. */
static void take_turn(const struct mz_visible *v)
{
    bool held = threads[mz_self()].holds;

    mz_visible_needs_no_block(v);
    mz_sent_signal_hold(true);
    mz_visible_begin(v);
    mz_sent_signal_hold(held);
}

uint64_t mz_sent_signal_read(const uint64_t *word, uint64_t pc)
{
    const struct mz_visible v = access_to(word, MZ_READ, pc);

    if (mz_turn_is_alone())
        return *word;
    take_turn(&v);
    mz_visible_end(&v, MZ_READ, *word, *word);
    return *word;
}

uint64_t mz_sent_signal_update(uint64_t *word, uint64_t less, uint64_t more,
                               uint64_t pc)
{
    const struct mz_visible v = access_to(word, MZ_RMW, pc);
    uint64_t before;
    bool alone = mz_turn_is_alone();

    if (!alone)
        take_turn(&v);
    before = *word;
    *word = (before & ~less) | more;
    if (!alone)
        mz_visible_end(&v, MZ_RMW, before, before);
    mz_effect_note();
    return before;
}

void mz_sent_signal_uses_actions(bool changes, uint64_t pc)
{
    const struct mz_visible v =
        access_to(&actions, changes ? MZ_RMW : MZ_READ, pc);
    uint64_t before;

    if (mz_turn_is_alone())
        return;
    if (changes)
        need(key_of(0, ACTIONS, 0));
    if (!mz_rt.signalling)
        return;
    if (changes)
        mz_sent_signal_changes_mask();
    take_turn(&v);
    before = actions;
    actions += changes;
    mz_visible_end(&v, v.kind, before, before);
}

void mz_sent_signal_forgets(int signal)
{
    uint64_t waiting = of_process;

    if (!mz_rt.signalling || !mz_signal_is_ignored(signal))
        return;
    MZ_EACH(rest, mz_turns.execution->born)
        waiting |= arrived[mz_tset_first(rest)];
    if (waiting & BIT(signal))
        mz_unsupported(SIGNAL_IGNORED_LATE);
}

static void tell(enum mz_action action, int signal, mz_tid to, uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(action, 0, 0, 3, signal, to, pc);
}

/* ---- sending ------------------------------------------------------------- */

/* Whether a thread that blocks a signal is to find it, though it is ignored,
 * is not decided by POSIX; and the order of the two is not explored. */
static void check_ignored(void)
{
    if (ignored & mz_signal_ever_blocked())
        mz_unsupported(SIGNAL_IGNORED_BLOCKED);
}

static bool is_ignored(int signal, uint64_t pc)
{
    mz_sent_signal_uses_actions(false, pc);
    if (!mz_signal_is_ignored(signal))
        return false;
    ignored |= BIT(signal);
    check_ignored();
    return true;
}

/* As far as the running thread has seen what thread `t` did: a point of the
 * detector (mz_race_detector_seen_point), or UNKNOWN. */
static uint64_t seen_of(mz_tid t)
{
    return mz_rt.detecting ? mz_race_detector_seen_point(mz_self(), t)
                           : UNKNOWN;
}

/* A second one is lost; but not of those of real time. */
static void put(uint64_t *word, struct origin *at, const siginfo_t *info,
                uint64_t seen, uint64_t pc)
{
    uint64_t bit = BIT(info->si_signo);
    uint64_t before = mz_sent_signal_update(word, 0, bit, pc);

    if (before & bit && info->si_signo >= SIGRTMIN)
        mz_unsupported(SIGNAL_TWICE);
    if (!(before & bit))
        at[info->si_signo - 1] = (struct origin){info->si_code,
                                                 info->si_value, seen};
}

static void describe(siginfo_t *info, const struct origin *at, int signal)
{
    mz_fill(info, 0, sizeof *info);
    info->si_signo = signal;
    info->si_pid = mz_identity_pid();
    info->si_code = at[signal - 1].code;
    info->si_value = at[signal - 1].value;
}

/* What is handled on the spot would be lost, too, if it waited already: it is
 * that one which is handled then. */
static void merge(uint64_t *word, const struct origin *at, siginfo_t *info,
                  uint64_t pc)
{
    int signal = info->si_signo;

    if (signal < SIGRTMIN &&
        mz_sent_signal_update(word, BIT(signal), 0, pc) & BIT(signal))
        describe(info, at, signal);
}

void mz_sent_signal_merge(siginfo_t *info, uint64_t pc)
{
    mz_tid self = mz_self();

    if (threads[self].expected & BIT(info->si_signo))
        merge(&arrived[self], origins[self], info, pc);
}

static void check_gone(mz_tid t, uint64_t pc)
{
    if (arrived[t] & GONE)
        mz_fail(&(struct mz_failure){
            .fault = mz_thread_is_joined(t) ? MZ_FAULT_SIGNAL_JOINED
                                            : MZ_FAULT_SIGNAL_ENDED,
            .pc = pc,
        });
}

void mz_sent_signal_to(mz_tid t, const siginfo_t *info, uint64_t pc)
{
    need(key_of(mz_cancel_birth(t), TO_THREAD, info->si_signo));
    mz_suspect_note_sent();
    mz_sent_signal_may_arrive(pc);
    if (is_ignored(info->si_signo, pc))
        return;
    tell(MZ_ACTION_SIGNAL_SEND, info->si_signo, t, pc);
    put(&arrived[t], origins[t], info, seen_of(t), pc);
    check_gone(t, pc);
}

/* Threads, as far as it is known that they may be there, that take what is sent
 * to the process, too. */
static bool may_others_take(int signal)
{
    MZ_EACH(rest, mz_tset_minus(mz_turns.execution->born,
                                mz_turns.seen_end[mz_self()]))
        if (!(mz_signal_usual_mask(mz_tset_first(rest)) & BIT(signal)))
            return true;
    return false;
}

/* Which threads block a signal is asked once; that order is not explored. */
static void check_left(void)
{
    if (left_to_others & mz_signal_changed_beside())
        mz_unsupported(SIGNAL_TO_PROCESS);
}

/* Nobody else can take it: it is handled before the call returns. */
static bool is_for_sender(int signal)
{
    if (mz_signal_mask() & BIT(signal))
        return false;
    left_to_others |= BIT(signal);
    check_left();
    return !may_others_take(signal);
}

void mz_sent_signal_to_process(const siginfo_t *info, uint64_t pc)
{
    int signal = info->si_signo;

    need(key_of(0, TO_PROCESS, signal));
    mz_suspect_note_sent();
    mz_sent_signal_may_arrive(pc);
    if (is_ignored(signal, pc))
        return;
    tell(MZ_ACTION_SIGNAL_SEND_PROCESS, signal, 0, pc);
    if (is_for_sender(signal)) {
        siginfo_t own = *info;

        merge(&of_process, origins_of_process, &own, pc);
        mz_signal_handle(&own, pc);
    } else {
        put(&of_process, origins_of_process, info, UNKNOWN, pc);
    }
}

/* ---- what has come ------------------------------------------------------- */

uint64_t mz_sent_signal_look(uint64_t set, uint64_t pc)
{
    mz_tid self = mz_self();
    uint64_t own = 0, common = 0;

    if (threads[self].expected & set)
        own = mz_sent_signal_read(&arrived[self], pc) & set & ~GONE;
    if (expected_of_process & set)
        common = mz_sent_signal_read(&of_process, pc) & set;
    threads[self].seen = own;
    return own | common;
}

bool mz_sent_signal_is_there(uint64_t pc)
{
    uint64_t open = ~mz_signal_mask();

    return mz_sent_signal_may_come() &&
           (mz_sent_signal_look(open, pc) || mz_timer_look(open, pc));
}

/* False: another thread has it. */
static bool take_sent(int signal, siginfo_t *info, uint64_t pc)
{
    mz_tid self = mz_self();
    bool is_own = threads[self].seen & BIT(signal);
    const struct origin *at = is_own ? origins[self] : origins_of_process;
    uint64_t before = mz_sent_signal_update(
        is_own ? &arrived[self] : &of_process, BIT(signal), 0, pc);

    describe(info, at, signal);
    accesses[self].seen = at[signal - 1].seen;
    return before & BIT(signal);
}

static int nth(uint64_t set, unsigned n)
{
    while (n--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

/* Below `most`; or `most`, which puts it off, where that may be. */
static unsigned choose(unsigned most, bool at_once)
{
    if (!at_once)
        return mz_local_choice_or_later(most + 1);
    return most > 1 ? mz_local_choice(most) : 0;
}

/* What is about to be taken needs a place where that is no work of ours, amid
 * which the audit would let all accesses pass. */
static void check_place(void)
{
    if (mz_rt.keeps_vectors)
        mz_unsupported(SIGNAL_IN_ASSEMBLY);
    if (mz_rt.auditing)
        mz_audit_end();
}

static bool is_at_once(const struct mz_sent_signal_sought *sought,
                       uint64_t sent, uint64_t timers)
{
    uint64_t until = mz_time_now() + threads[mz_self()].takes;

    if (!sent)
        return sought->timers_at_once || mz_timer_passed(timers, until);
    return sought->at_once;
}

enum mz_sent_signal_found
mz_sent_signal_seek(struct mz_sent_signal_sought *sought, siginfo_t *info,
                    uint64_t pc)
{
    for (;;) {
        uint64_t sent, timers;
        unsigned sent_count, most, n;

        sought->since = mz_turns.position;
        sent = mz_sent_signal_look(sought->signals, pc);
        timers = mz_timer_look(sought->signals, pc) & ~sought->expired;
        sent_count = __builtin_popcountll(sent);
        most = sent_count + __builtin_popcountll(timers);
        if (!most)
            return MZ_SENT_SIGNAL_NOTHING;
        if (sought->anywhere)
            check_place();
        n = choose(most, is_at_once(sought, sent, timers));
        if (n == most)
            return MZ_SENT_SIGNAL_PUT_OFF;
        if (n < sent_count && take_sent(nth(sent, n) + 1, info, pc))
            return MZ_SENT_SIGNAL_TAKEN;
        if (n >= sent_count &&
            mz_timer_expire(nth(timers, n - sent_count), info, pc)) {
            sought->expired |= (uint64_t)1 << nth(timers, n - sent_count);
            accesses[mz_self()].seen = UNKNOWN;
            return MZ_SENT_SIGNAL_TAKEN;
        }
    }
}

void mz_sent_signal_takes(uint64_t nanoseconds)
{
    threads[mz_self()].takes = nanoseconds;
}

_Noreturn void mz_sent_signal_wait(uint32_t since, uint64_t pc)
{
    const struct mz_visible v = {
        .kind = MZ_READ,
        .action = MZ_ACTION_SIGNAL_WAIT,
        .pc = pc,
    };

    mz_spinning_wait(&v, since);
}

/* ---- handlers ------------------------------------------------------------ */

static void note_unseen(int signal, enum mz_unseen_reason reason,
                        uint64_t address, uint64_t size)
{
    struct mz_unseen item = {
        .kind = MZ_UNSEEN_HANDLER,
        .reason = reason,
        .pc = mz_signal_handler(signal),
        .address = address,
        .size = size <= UINT8_MAX ? size : 0,
    };

    mz_format(item.name, sizeof item.name, "the handler of SIG%s",
              sigabbrev_np(signal) ? sigabbrev_np(signal) : "RT");
    mz_unseen_note(&mz_rt.region->unseen, &item);
}

/* A handler that comes at any time must leave errno as it was. */
static void check_errno(int signal, int before)
{
    if (errno != before)
        note_unseen(signal, MZ_UNSEEN_CHANGES_ERRNO, 0, 0);
    errno = before;
}

static void count(const siginfo_t *info)
{
    struct handled *handled = &threads[mz_self()].handled;

    handled->all++;
    handled->without_restart += !mz_signal_restarts(info->si_signo);
}

static void handle_here(const siginfo_t *info, uint64_t pc)
{
    mz_sent_signal_uses_actions(false, pc);
    if (mz_signal_resets(info->si_signo) && !mz_turn_is_alone())
        mz_unsupported(SIGNAL_RESETS);
    tell(MZ_ACTION_SIGNAL_HANDLER, info->si_signo, 0, pc);
    mz_signal_handle(info, pc);
}

/* A handler that may as well run elsewhere. */
static void handle_anywhere(const siginfo_t *info, uint64_t pc)
{
    mz_tid self = mz_self();
    uint64_t frame = threads[self].frame;
    uint32_t before = threads[self].plain_before;
    uint64_t seen = accesses[self].before;
    int outer = threads[self].signal, error = errno;

    count(info);
    accesses[self].before = accesses[self].seen;
    threads[self].plain_before = threads[self].plain_count;
    threads[self].frame = (uint64_t)__builtin_frame_address(0);
    threads[self].signal = info->si_signo;
    threads[self].depth++;
    handle_here(info, pc);
    threads[self].depth--;
    threads[self].signal = outer;
    threads[self].frame = frame;
    threads[self].plain_before = before;
    accesses[self].before = seen;
    check_errno(info->si_signo, error);
}

/* Calls into the kernel are not left by it, but where they wait; and those are
 * left, and made again. Main may have ended, and be what ends the process. */
static bool is_no_place(void)
{
    return threads[mz_self()].holds ||
           mz_tset_has(mz_turns.ended_once, mz_self()) ||
           mz_turns.atomic != MZ_NO_THREAD ||
           mz_descriptor_uses[mz_self()].fd;
}

static void arrive(bool at_once, void (*handle)(const siginfo_t *, uint64_t),
                   uint64_t pc)
{
    struct mz_sent_signal_sought sought = {.at_once = at_once,
                                           .anywhere = true};
    siginfo_t info;

    if (is_no_place())
        return;
    while (mz_sent_signal_may_come()) {
        sought.signals = ~mz_signal_mask();
        if (mz_sent_signal_seek(&sought, &info, pc) != MZ_SENT_SIGNAL_TAKEN)
            return;
        handle(&info, pc);
    }
}

/* When all others have ended, what they have sent has come. */
void mz_sent_signal_arrives(uint64_t pc)
{
    bool *has_looked = &threads[mz_self()].has_looked;

    if (threads[mz_self()].holds)
        return;
    if (!*has_looked)
        arrive(mz_turn_is_alone(), handle_anywhere, pc);
    *has_looked = false;
}

/* Where that is, is no matter of time. */
void mz_sent_signal_is_let_in(uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.signalling))
        arrive(true, handle_here, pc);
}

bool mz_sent_signal_is_in_handler(void)
{
    return threads[mz_self()].depth;
}

enum mz_sent_signal_end mz_sent_signal_ends_call(uint64_t pc)
{
    const struct handled *handled = &threads[mz_self()].handled;
    struct handled before = *handled;

    if (!mz_rt.signalling)
        return MZ_SENT_SIGNAL_NONE;
    mz_sent_signal_arrives(pc);
    return handled->without_restart != before.without_restart
               ? MZ_SENT_SIGNAL_LEAVES
           : handled->all != before.all ? MZ_SENT_SIGNAL_RESTARTS
                                        : MZ_SENT_SIGNAL_NONE;
}

enum mz_sent_signal_end mz_sent_signal_ends_wait(uint64_t pc)
{
    enum mz_sent_signal_end end = mz_sent_signal_ends_call(pc);

    threads[mz_self()].has_looked = end != MZ_SENT_SIGNAL_LEAVES;
    return end;
}

void mz_sent_signal_must_not_interrupt(enum mz_gap_kind kind, const char *name,
                                       bool any)
{
    uint64_t open = mz_sent_signal_expected() & ~mz_signal_mask();

    if (open && !any)
        mz_sent_signal_uses_actions(false, 0);
    for (; mz_rt.signalling && open; open &= open - 1)
        if (any || !mz_signal_restarts(__builtin_ctzll(open) + 1))
            mz_unsupported_name(kind, name);
}

void mz_sent_signal_enter(const sigset_t *mask, uint64_t pc)
{
    if (MZ_LIKELY(!mz_rt.signalling && !mask))
        return;
    mz_sent_signal_may_arrive(pc);
    threads[mz_self()].holds = true;
    threads[mz_self()].has_mask = mask;
    threads[mz_self()].mask = mz_signal_mask();
    if (mask)
        mz_signal_set_mask(mz_signal_bits(mask));
}

bool mz_sent_signal_has_mask(void)
{
    return threads[mz_self()].has_mask;
}

void mz_sent_signal_leave(void)
{
    bool has_mask = threads[mz_self()].has_mask;

    threads[mz_self()].holds = threads[mz_self()].has_mask = false;
    if (has_mask)
        mz_signal_set_mask(threads[mz_self()].mask);
}

/* Is the data that of the handler's own frames? */
static bool is_own(uint64_t address)
{
    mz_tid self = mz_self();

    return mz_fiber_owns(self, address) && address < threads[self].frame;
}

/* Eight bytes that the thread has accessed plainly, or does now. */
static uint64_t plain_of(uint64_t granule, bool writes)
{
    return granule << 1 | writes;
}

/* Had it done so to these since its last operation, when the handler began, and
 * do the two conflict? */
static bool meets_plain(uint64_t granule, bool writes)
{
    mz_tid self = mz_self();
    uint32_t count = threads[self].plain_before;

    for (uint32_t i = 0; i < count; i++)
        if (threads[self].plain[i] == plain_of(granule, true) ||
            (writes && threads[self].plain[i] == plain_of(granule, false)))
            return true;
    return count == MOST_PLAIN; /* what came then was not remembered */
}

static void remember_plain(uint64_t granule, const struct plain_access *access)
{
    mz_tid self = mz_self();
    uint64_t is = plain_of(granule, access->writes);
    uint32_t count = threads[self].plain_count;

    for (uint32_t i = 0; i < count; i++)
        if (threads[self].plain[i] == is)
            return;
    if (count == MOST_PLAIN)
        return;
    accesses[self].at[count] = *access;
    threads[self].plain[threads[self].plain_count++] = is;
}

static struct mz_race_side side_of(const struct plain_access *access)
{
    return (struct mz_race_side){
        .address = access->address,
        .pc = access->pc,
        .thread = mz_self(),
        .size = access->size,
        .write = access->writes,
        .ordinal = access->ordinal,
    };
}

/* Could the innermost handler have come before that access of its thread, or
 * amid it? */
static bool is_unordered(const struct plain_access *earlier,
                         const struct plain_access *now)
{
    return earlier->counts && (earlier->writes || now->writes) &&
           earlier->point > accesses[mz_self()].before &&
           earlier->address < now->address + now->size &&
           now->address < earlier->address + earlier->size;
}

/* A data race of a thread with itself, as C11 (5.1.2.3) and C++20 (intro.races)
 * have it. */
static void check_race(const struct plain_access *now)
{
    mz_tid self = mz_self();

    for (uint32_t i = 0; i < threads[self].plain_before; i++) {
        const struct plain_access *earlier = &accesses[self].at[i];
        struct mz_race race = {.earlier = side_of(earlier),
                               .later = side_of(now)};

        if (is_unordered(earlier, now) &&
            (!mz_race_detector_forgives || !mz_race_detector_forgives(&race)))
            mz_plain_race(&race);
    }
}

/* In a handler of one from elsewhere: an access to what is not of its own
 * frames. What its thread does to its own stack is not remembered; errno is
 * compared at the end. */
static void compare_plain(const struct plain_access *now, uint64_t size,
                          bool is_volatile)
{
    mz_tid self = mz_self();
    uint64_t address = now->address;
    bool meets = mz_fiber_owns(self, address);

    if (address == (uint64_t)&errno)
        return;
    for (uint64_t at = address >> 3; at <= (address + size - 1) >> 3; at++)
        meets = meets || meets_plain(at, now->writes);
    if (meets && !is_volatile && mz_rt.detecting)
        check_race(now);
    if (meets)
        note_unseen(threads[self].signal, MZ_UNSEEN_COMES_AMID_PLAIN, address,
                    size);
}

/* A handler runs before an operation of its thread, though it may come
 * anywhere since the one before. If none of the plain accesses of the two
 * conflict that is the same; else it is not seen. */
void mz_sent_signal_note_plain(uint64_t address, uint64_t size, bool writes,
                               bool is_volatile, uint64_t pc)
{
    mz_tid self = mz_self();
    bool is_single = mz_rt.detecting && size <= 8 && !is_volatile;
    const struct plain_access access = {
        .address = address,
        .pc = pc,
        .point = mz_race_detector_point(self),
        .ordinal = mz_race_detector_ordinal(self) + 1, /* it is counted next */
        .size = size <= 8 ? size : 0,
        .writes = writes,
        .counts = is_single && !threads[self].depth &&
                  mz_turns.atomic == MZ_NO_THREAD,
    };
    bool is_on_stack = mz_fiber_owns(self, address);
    bool is_operation =
        mz_rt.interleaving && !mz_turn_is_alone() && !is_on_stack;

    if (is_operation ||
        mz_rt.region->settings.plain == MZ_PLAIN_IGNORE)
        return;
    if (threads[self].depth && !is_own(address))
        compare_plain(&access, size, is_volatile);
    if (is_on_stack)
        return;
    for (uint64_t at = address >> 3; at <= (address + size - 1) >> 3; at++)
        remember_plain(at, &access);
}

/* The same of an object that its thread has accessed plainly just before. */
static bool was_plain(uint64_t object)
{
    mz_tid self = mz_self();

    if (!object)
        return threads[self].plain_before;
    if (mz_fiber_owns(self, object << 3))
        return !is_own(object << 3);
    return meets_plain(object, true);
}

void mz_sent_signal_comes_to(uint64_t object, uint64_t pc)
{
    mz_tid self = mz_self();

    if (threads[self].holds)
        return;
    mz_sent_signal_arrives(pc);
    if (!threads[self].depth)
        threads[self].plain_count = 0;
    else if (was_plain(object))
        note_unseen(threads[self].signal, MZ_UNSEEN_COMES_AMID_PLAIN,
                    object << 3, 0);
}

/* ---- the end ------------------------------------------------------------- */

static void be_gone(mz_tid t)
{
    if (threads[t].expected)
        mz_sent_signal_update(&arrived[t], 0, GONE, 0);
}

void mz_sent_signal_joined(mz_tid parent, mz_tid child)
{
    (void)parent;
    if (MZ_UNLIKELY(mz_rt.signalling))
        be_gone(child);
}

void mz_sent_signal_end_detached(void)
{
    be_gone(mz_self());
}

static bool is_due(mz_tid t)
{
    uint64_t waiting = (arrived[t] & threads[t].expected) |
                       (of_process & expected_of_process) |
                       mz_timer_signals();

    return waiting & ~mz_signal_mask_of(t) & ~GONE;
}

/* Those who stand where they would be interrupted. */
bool mz_sent_signal_is_due(void)
{
    mz_tset waiting = mz_tset_or(
        mz_stands.sets[MZ_STAND_AWAIT],
        mz_tset_or(mz_stands.sets[MZ_STAND_JOIN],
                   mz_stands.sets[MZ_STAND_LOOP]));

    check_ignored();
    check_left();
    MZ_EACH(rest, waiting)
        if (is_due(mz_tset_first(rest)))
            return true;
    return false;
}
