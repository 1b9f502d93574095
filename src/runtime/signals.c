/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signals that are ours: faults of the program, of memory that the snapshot or
 * the audit has protected, of a look at memory that may be gone; the
 * supervisor's watchdog, and the steps that follow it.
 */
#define _GNU_SOURCE

#include <signal.h>
#include <sys/mman.h>

#include "arch/context.h"
#include "base/system_call.h"
#include "runtime/account.h"
#include "runtime/aside.h"
#include "runtime/audit.h"
#include "runtime/crossing.h"
#include "runtime/debugger.h"
#include "runtime/fault.h"
#include "runtime/fiber.h"
#include "runtime/frame.h"
#include "runtime/parts.h"
#include "runtime/sent_signal.h"
#include "runtime/signal.h"
#include "runtime/snapshot.h"
#include "runtime/stepping.h"
#include "runtime/storage.h"
#include "runtime/thread.h"
#include "runtime/turn.h"

enum { SIGNAL_STACK = 64 << 10 };

/* ---- errors of the program ----------------------------------------------- */

static const char *signal_name(int signal)
{
    switch (signal) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGFPE: return "SIGFPE";
    case SIGILL: return "SIGILL";
    case SIGTRAP: return "SIGTRAP";
    case SIGSYS: return "SIGSYS";
    default: return "SIGABRT";
    }
}

static enum mz_fault fault_of_access(uint64_t address, const siginfo_t *info)
{
    if (info->si_code == SI_KERNEL)
        return MZ_FAULT_NO_ADDRESS;
    return address < MZ_PAGE ? MZ_FAULT_NULL_ACCESS : MZ_FAULT_BAD_ACCESS;
}

/* As a return address: of what the program calls, its call. Who jumped to where
 * no code is, is not known. */
static uint64_t place_of_fault(int signal, uint64_t pc, uint64_t address)
{
    if (mz_is_ours(pc))
        return mz_account_caller();
    return signal == SIGSEGV && pc == address ? 0 : pc + 1;
}

/* `pc` is that of the instruction. */
static struct mz_failure describe(int signal, const siginfo_t *info,
                                  uint64_t pc)
{
    uint64_t address = (uint64_t)info->si_addr;
    struct mz_failure failure = {
        .signal = signal,
        .pc = place_of_fault(signal, pc, address),
    };

    if (signal == SIGSEGV && mz_fiber_guard(address) != MZ_NO_THREAD) {
        failure.fault = MZ_FAULT_STACK_OVERFLOW;
        failure.numbers[0] = address;
    } else if (signal == SIGSEGV || signal == SIGBUS) {
        failure.fault = fault_of_access(address, info);
        failure.address = failure.numbers[0] = address;
    } else if (signal == SIGFPE) {
        failure.fault = info->si_code == FPE_INTDIV ? MZ_FAULT_DIVISION_BY_ZERO
                                                    : MZ_FAULT_ARITHMETIC;
    } else {
        failure.fault =
            signal == SIGABRT ? MZ_FAULT_SIGABRT : MZ_FAULT_SIGNAL;
    }
    return failure;
}

/* While some handlers run the watchdog has to wait; these leave for good. */
static uint64_t watchdog_bit(void)
{
    return (uint64_t)1 << (MZ_WATCHDOG_SIGNAL - 1);
}

static void hear_watchdog(void)
{
    const uint64_t mask = watchdog_bit();

    MZ_SYSTEM(rt_sigprocmask, SIG_UNBLOCK, &mask, NULL, sizeof mask);
}

static _Noreturn void end_at_fault(struct mz_finding *finding)
{
    if (mz_rt.tracing)
        mz_account_stack(mz_self(), MZ_STACK_FAULT);
    mz_fault_end(finding);
}

/* A thread that has asked for more would not have overflowed. */
static void refuse_more_stack(uint64_t address)
{
    mz_tid t = mz_fiber_guard(address);

    if (mz_thread_wants_more_stack(t))
        mz_unsupported(THREAD_STACK,
                       .numbers = {(int64_t)mz_fibers[t].stack_size});
}

static _Noreturn void fail_by_signal(int signal, const siginfo_t *info,
                                     uint64_t pc)
{
    const struct mz_failure failure = describe(signal, info, pc);
    struct mz_finding *finding;

    if (failure.fault == MZ_FAULT_STACK_OVERFLOW)
        refuse_more_stack(failure.numbers[0]);
    finding = mz_fault_note(&failure);
    hear_watchdog();
    if (mz_debugger_is_used())
        mz_debugger_stop(MZ_DEBUGGER_FAILURE);
    end_at_fault(finding);
}

/* Where it stands just now says nothing. */
static _Noreturn void fail_by_watchdog(enum mz_fault fault)
{
    struct mz_failure failure = {.fault = fault};
    uint64_t address = 0;
    uint32_t size = 0;

    hear_watchdog();
    mz_frame_lend_own();
    failure.numbers[1] = mz_stepping_watched(
        fault == MZ_FAULT_SILENCE ? MZ_STEPPING_ROUNDS : 1, &address, &size);
    if (fault == MZ_FAULT_SILENCE) {
        failure.address = address;
        failure.size = size;
    }
    end_at_fault(mz_fault_note(&failure));
}

/* The watchdog comes soon to a run that is told: it has not come as far yet as
 * it will. */
static bool comes_too_soon(void)
{
    return mz_rt.region->progress.silent_at > mz_turns.position + 1ull;
}

static void bark(ucontext_t *c)
{
    if (mz_stepping_is_on() || comes_too_soon())
        return;
    if (!mz_rt.active || mz_rt.choosing)
        /* The search is at work, for long: no business of the program. */
        mz_turn_beat();
    else if (mz_debugger_is_used())
        mz_debugger_stop(MZ_DEBUGGER_LOOP); /* and it may go on */
    else if (mz_account_tells(MZ_FINDING_WATCHDOG))
        fail_by_watchdog(MZ_FAULT_SILENCE); /* more did not show before */
    else {
        mz_audit_end(); /* it had its time; and states are read from memory */
        mz_stepping_begin(c);
    }
}

/* A handler may come amid it: of a signal that is known to be sent, or that
 * another thread may yet send. */
static bool may_be_left(void)
{
    return (mz_rt.signalling && mz_sent_signal_may_come()) ||
           (!mz_turn_is_alone() && mz_signal_has_handlers());
}

static void take_step(ucontext_t *c)
{
    switch (mz_stepping_take(c)) {
    case MZ_STEPPING_ENDLESS:
        if (mz_aside_begin())
            return;
        fail_by_watchdog(may_be_left() ? MZ_FAULT_SILENCE
                                       : MZ_FAULT_LOOP_WITHOUT_OPERATION);
    case MZ_STEPPING_UNKNOWN:
        if (mz_aside_begin())
            return;
        fail_by_watchdog(MZ_FAULT_SILENCE);
    default:
        break;
    }
}

/* ---- the handler --------------------------------------------------------- */

static void treat(int signal, const siginfo_t *info, void *context)
{
    ucontext_t *c = context;
    uint64_t pc = mz_context_pc(c);

    if (signal == SIGSEGV && mz_storage_is_near((uint64_t)info->si_addr)) {
        mz_storage_fault();
        return;
    }
    if (signal == SIGSEGV && mz_crossing_fault(pc, (uint64_t)info->si_addr))
        return;
    if (mz_audit_signal(signal, info, context))
        return;
    if (signal == SIGSEGV && mz_snapshot_fault((uint64_t)info->si_addr))
        return;
    if (signal == MZ_WATCHDOG_SIGNAL) {
        bark(c);
        return;
    }
    if (signal == SIGTRAP && info->si_code == TRAP_TRACE &&
        mz_stepping_is_on()) {
        take_step(c);
        return;
    }
    if (mz_fault_read_failed(pc)) {
        mz_context_set_pc(c, mz_fault_read_failed(pc));
        return;
    }
    if (signal == SIGSEGV && mz_storage_fault())
        return;
    if (mz_rt.active && !mz_rt.choosing)
        fail_by_signal(signal, info, pc);
    mz_give_up("internal error: %s at %p, code at %p", signal_name(signal),
               (void *)info->si_addr, (void *)pc);
}

static void handle(int signal, siginfo_t *info, void *context)
{
    uint8_t calls = mz_audit_enter();

    treat(signal, info, context);
    mz_audit_leave(calls);
}

/* What the kernel calls struct sigaction. libc's would return from handlers by
 * a system call of libc's. */
struct action {
    void (*handler)(int, siginfo_t *, void *);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

static void install(int signal)
{
    enum { SA_RESTORER_ = 0x04000000 };
    const struct action action = {
        .handler = handle,
        .flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART |
                 SA_RESTORER_,
        .restorer = mz_direct_sigreturn,
        .mask = mz_audit_uses(signal) ? watchdog_bit() : 0,
    };

    if (MZ_SYSTEM(rt_sigaction, signal, &action, NULL, sizeof action.mask))
        mz_give_up("cannot handle signal %d", signal);
}

/* The handlers run on a stack of their own. */
void mz_signals_init(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE,  SIGILL,
                                  SIGABRT, SIGTRAP, SIGSYS, MZ_WATCHDOG_SIGNAL};
    stack_t stack = {
        .ss_size = SIGNAL_STACK,
        .ss_sp = mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
    };

    if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL))
        mz_give_up("no stack for signals");
    for (unsigned i = 0; i < MZ_COUNT(signals); i++)
        install(signals[i]);
}
