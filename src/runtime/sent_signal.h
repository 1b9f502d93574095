/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signals that a thread sends others. Those that have come to a thread, and
 * wait there, are an object, a word of 64 bits; so are those that wait for
 * whichever thread takes them first. To send one is an update of that word; the
 * thread looks there before each of its operations, which is a read, and takes
 * the signal by another update. Between the two it may put that off: nothing
 * says how soon a signal arrives. See docs/semantics.md, "Signals".
 *
 * A thread that waits, and could take a signal, would do so. So an execution
 * that ends like that is none (mz_sent_signal_is_due): in another the thread
 * looks only after the signal was sent, or takes it at once.
 *
 * A search learns which threads are sent which signals when it meets the first
 * of each, and begins anew then, as with cancellation: other threads look
 * nowhere.
 *
 * mz_rt.signalling: some thread may be sent a signal.
 */
#ifndef MZ_RUNTIME_SENT_SIGNAL_H
#define MZ_RUNTIME_SENT_SIGNAL_H

#include <signal.h>

#include "runtime/runtime.h"
#include "runtime/spinning.h"

/* The running thread sends that to a thread; to the process, beside others. */
void mz_sent_signal_to(mz_tid, const siginfo_t *, uint64_t pc);
void mz_sent_signal_to_process(const siginfo_t *, uint64_t pc);

/* The running thread sends itself one that it handles on the spot. If others
 * have sent the same, and it has put that off, the two are one. */
void mz_sent_signal_merge(siginfo_t *, uint64_t pc);

/* While mz_rt.signalling: handlers of what was sent to the running thread, and
 * is not blocked, may run here. */
void mz_sent_signal_arrives(uint64_t pc);

static inline void mz_sent_signal_may_arrive(uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.signalling))
        mz_sent_signal_arrives(pc);
}

/* The running thread has ceased to block some: they arrive at once. */
void mz_sent_signal_is_let_in(uint64_t pc);

/* The running thread is about to wait in a call that signals may end: handlers
 * of what has come may run. Has none, or such with SA_RESTART only? If it then
 * waits it does so without another look. */
enum mz_sent_signal_end {
    MZ_SENT_SIGNAL_NONE,
    MZ_SENT_SIGNAL_RESTARTS,
    MZ_SENT_SIGNAL_LEAVES,
};
enum mz_sent_signal_end mz_sent_signal_ends_wait(uint64_t pc);

/* The same of a call that ends at once. */
enum mz_sent_signal_end mz_sent_signal_ends_call(uint64_t pc);

/* That is refused: by this kind, of the call of this name. */
void mz_sent_signal_must_not_interrupt(enum mz_gap_kind, const char *name,
                                       bool any);

/*
 * A call of the running thread that looks for something: from its beginning to
 * its end nothing arrives, and other signals may be blocked, unless NULL. In
 * between, where it has found nothing: has a handler run that ends it
 * (libc_signal_wait.c)? Those that are blocked else may not be put off.
 */
void mz_sent_signal_enter(const sigset_t *mask, uint64_t pc);
bool mz_sent_signal_has_mask(void);
bool mz_sent_signal_breaks(uint64_t pc);
void mz_sent_signal_leave(void);

/* Might a handler run now, as the thread looks? */
bool mz_sent_signal_is_there(uint64_t pc);

/* Those of this set that wait for the running thread, as it looks now. */
uint64_t mz_sent_signal_look(uint64_t set, uint64_t pc);

/* The same of those, and of what timers send; and the thread takes one, which
 * is a choice. At once: if there is any it does not put that off. */
struct mz_sent_signal_sought {
    uint64_t signals;
    bool at_once;        /* what was sent */
    bool timers_at_once; /* what a timer may send by now */
    bool anywhere;       /* to handle it: amid what the thread does */
    uint32_t since;      /* where the last look began */
    uint64_t expired;    /* timers that are not asked again */
};
enum mz_sent_signal_found {
    MZ_SENT_SIGNAL_NOTHING,
    MZ_SENT_SIGNAL_PUT_OFF,
    MZ_SENT_SIGNAL_TAKEN,
};
enum mz_sent_signal_found mz_sent_signal_seek(struct mz_sent_signal_sought *,
                                              siginfo_t *, uint64_t pc);

/* The call that the thread begins takes so many nanoseconds, if no signal ends
 * it before; 0: that is not known. */
void mz_sent_signal_takes(uint64_t nanoseconds);

/* Timers (timer.h) need that of a signal; which they are, in some execution. A
 * word that is an object of theirs is read, or loses and gets bits: what it
 * was. */
void mz_sent_signal_need_timers(int signal);
uint64_t mz_sent_signal_of_timers(void);
uint64_t mz_sent_signal_read(const uint64_t *word, uint64_t pc);
uint64_t mz_sent_signal_update(uint64_t *word, uint64_t less, uint64_t more,
                               uint64_t pc);

/* The running thread itself says when it looks, from now on. */
void mz_sent_signal_hold(bool);

/* What others send the running thread or the process, in some execution; is any
 * of that not blocked? */
uint64_t mz_sent_signal_expected(void);
bool mz_sent_signal_may_come(void);

/* Waits for good for one of them: see mz_spinning_wait. */
_Noreturn void mz_sent_signal_wait(uint32_t since, uint64_t pc);

/* What is done at signals is about to be changed, or looked at. */
void mz_sent_signal_uses_actions(bool changes, uint64_t pc);

/* The running thread is about to change which signals it blocks. */
void mz_sent_signal_changes_mask(void);

/* What is sent is ignored from now on: refused, if any waits. */
void mz_sent_signal_forgets(int signal);

/* Could a thread that waits go on to a handler? */
bool mz_sent_signal_is_due(void);

/* Is the thread one that is sent signals, in some execution? */
bool mz_sent_signal_has_object(mz_tid);

/* Does the running thread run the handler of one that came from elsewhere? */
bool mz_sent_signal_is_in_handler(void);

/* A detached thread ends. */
void mz_sent_signal_end_detached(void);

/* While mz_rt.signalling: a plain access; and the same as
 * mz_sent_signal_arrives, before an operation on that object. */
void mz_sent_signal_note_plain(uint64_t address, uint64_t size, bool writes,
                               bool is_volatile, uint64_t pc);
void mz_sent_signal_comes_to(uint64_t object, uint64_t pc);

#endif
