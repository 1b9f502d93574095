/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/fault.h"

#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arch/context.h"
#include "base/system_call.h"
#include "runtime/account.h"
#include "runtime/audit.h"
#include "runtime/heap.h"
#include "runtime/schedule.h"
#include "runtime/snapshot.h"
#include "runtime/stepping.h"

enum { SIGNAL_STACK = 64 << 10 };

/* ---- text ------------------------------------------------------------- */

struct writer {
    char *out;
    size_t size, length;
};

static void put(struct writer *w, char c)
{
    if (w->length + 1 < w->size)
        w->out[w->length++] = c;
}

static void put_text(struct writer *w, const char *text)
{
    for (text = text ? text : "(null)"; *text; text++)
        put(w, *text);
}

static void put_number(struct writer *w, uint64_t value, unsigned base)
{
    char digits[24];
    int n = 0;

    do
        digits[n++] = "0123456789abcdef"[value % base];
    while (value /= base);
    while (n)
        put(w, digits[--n]);
}

static void put_signed(struct writer *w, int64_t value)
{
    if (value < 0)
        put(w, '-');
    put_number(w, value < 0 ? -(uint64_t)value : (uint64_t)value, 10);
}

/* %s %c %d %u %x %p %% and, after l, d u x. */
static size_t format_list(char *out, size_t size, const char *f, va_list list)
{
    struct writer w = {out, size, 0};

    for (; *f; f++) {
        bool wide = f[0] == '%' && f[1] == 'l';

        if (*f != '%') {
            put(&w, *f);
            continue;
        }
        f += 1 + wide;
        if (*f == 's')
            put_text(&w, va_arg(list, const char *));
        else if (*f == 'c')
            put(&w, va_arg(list, int));
        else if (*f == 'd')
            put_signed(&w, wide ? va_arg(list, long) : va_arg(list, int));
        else if (*f == 'u' || *f == 'x')
            put_number(&w,
                       wide ? va_arg(list, unsigned long)
                            : va_arg(list, unsigned),
                       *f == 'u' ? 10 : 16);
        else if (*f == 'p')
            put_text(&w, "0x"), put_number(&w, va_arg(list, uint64_t), 16);
        else
            put(&w, *f);
    }
    if (size)
        out[w.length] = 0;
    return w.length;
}

size_t mz_format(char *out, size_t size, const char *format, ...)
{
    va_list list;
    size_t length;

    va_start(list, format);
    length = format_list(out, size, format, list);
    va_end(list);
    return length;
}

static void copy_text(char *to, size_t size, const char *from)
{
    mz_format(to, size, "%s", from);
}

/* ---- bad ends --------------------------------------------------------- */

_Noreturn void mz_leave(enum mz_status status)
{
    if (mz_rt.region)
        mz_rt.region->status = status;
    for (;;)
        syscall(SYS_exit_group, 0);
}

/* The execution has failed; before main there is none, and all has. */
static _Noreturn void end_with_error(struct mz_finding *finding)
{
    if (!mz_rt.region)
        mz_give_up("an error of the program before main, of kind %s",
                   mz_finding_names[finding->kind]);
    if (!mz_rt.active) {
        mz_rt.region->findings[0] = *finding;
        mz_rt.region->finding_count = 1;
        mz_rt.region->progress.tally.errors = 1;
        mz_leave(MZ_STATUS_ERROR);
    }
    mz_schedule_end(MZ_ERROR);
}

static struct mz_finding *note(const struct mz_failure *failure)
{
    struct mz_finding *finding = mz_account_finding();

    finding->kind = mz_fault_kinds[failure->fault];
    finding->fault = failure->fault;
    finding->thread = mz_self();
    finding->action = failure->action;
    finding->signal = failure->signal;
    finding->address = failure->address;
    finding->access_size = failure->size;
    finding->pc = failure->pc;
    if (!failure->pc)
        finding->threads =
            failure->threads ? failure->threads : mz_tset_of(mz_self());
    finding->loop = failure->loop;
    mz_copy(finding->numbers, failure->numbers, sizeof finding->numbers);
    if (failure->text)
        copy_text(finding->text, sizeof finding->text, failure->text);
    return finding;
}

/* Under a debugger a replay stops here: the failing step is up the stack. */
void mz_fault_stop(void)
{
    if (mz_rt.replaying && mz_rt.region->settings.stop_at_failure)
        mz_breakpoint();
}

static _Noreturn void end(struct mz_finding *finding)
{
    mz_fault_stop();
    if (mz_rt.tracing)
        mz_account_stack(mz_self(), MZ_STACK_FAILURE);
    end_with_error(finding);
}

_Noreturn void mz_fail(const struct mz_failure *failure)
{
    end(note(failure));
}

_Noreturn void mz_fail_assertion(const struct mz_failure *failure,
                                 const char *file, unsigned line,
                                 const char *function)
{
    struct mz_finding *finding = note(failure);

    copy_text(finding->file, sizeof finding->file, file);
    copy_text(finding->function, sizeof finding->function, function);
    finding->line = line;
    end(finding);
}

_Noreturn void mz_unsupported(const char *name)
{
    copy_text(mz_rt.region->message, sizeof mz_rt.region->message, name);
    if (!mz_rt.active)
        mz_leave(MZ_STATUS_UNSUPPORTED);
    mz_rt.region->status = MZ_STATUS_UNSUPPORTED;
    if (mz_rt.tracing)
        mz_account_stack(mz_self(), MZ_STACK_FAILURE);
    mz_schedule_end(MZ_ABANDONED);
}

_Noreturn void mz_lose(void)
{
    syscall(SYS_kill, syscall(SYS_getpid), MZ_LOST_SIGNAL);
    for (;;)
        syscall(SYS_exit_group, 1);
}

_Noreturn void mz_give_up(const char *format, ...)
{
    char text[MZ_MAX_MESSAGE];
    va_list list;

    va_start(list, format);
    format_list(text, sizeof text, format, list);
    va_end(list);
    if (mz_rt.region) {
        mz_copy(mz_rt.region->message, text, sizeof text);
    } else {
        char line[MZ_MAX_MESSAGE + 16];
        size_t length = mz_format(line, sizeof line, "mazurka: %s\n", text);

        (void)!syscall(SYS_write, 2, line, length);
        if (!mz_rt.is_awaited)
            syscall(SYS_exit_group, 1);
        mz_lose();
    }
    mz_leave(MZ_STATUS_FAILED);
}

/* ---- signals ---------------------------------------------------------- */

static uint64_t ours_start, ours_end;

bool mz_fault_is_ours(uint64_t pc)
{
    return pc - ours_start < ours_end - ours_start;
}

static int find_ours(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + p->p_vaddr;

        if (p->p_type == PT_LOAD && p->p_flags & PF_X &&
            (uint64_t)find_ours - start < p->p_memsz) {
            ours_start = start;
            ours_end = start + p->p_memsz;
        }
    }
    return 0;
}

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

/* `pc` is that of the instruction. */
static struct mz_failure describe(int signal, const siginfo_t *info,
                                  uint64_t pc)
{
    uint64_t address = (uint64_t)info->si_addr;
    struct mz_failure failure = {
        .signal = signal,
        .pc = mz_fault_is_ours(pc) ? 0 : pc + 1,
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
    end_with_error(finding);
}

static _Noreturn void fail_by_signal(int signal, const siginfo_t *info,
                                     uint64_t pc)
{
    const struct mz_failure failure = describe(signal, info, pc);
    struct mz_finding *finding = note(&failure);

    hear_watchdog();
    mz_fault_stop();
    end_at_fault(finding);
}

/* Where it stands just now says nothing. */
static _Noreturn void fail_by_watchdog(enum mz_fault fault)
{
    const struct mz_failure failure = {.fault = fault};
    struct mz_finding *finding = note(&failure);

    hear_watchdog();
    end_at_fault(finding);
}

static void bark(ucontext_t *c)
{
    if (mz_stepping_is_on())
        return;
    if (!mz_rt.active || mz_rt.choosing)
        /* The search is at work, for long: no business of the program. */
        mz_rt.region->progress.heartbeat = ++mz_sched.heartbeat;
    else if (mz_account_tells(MZ_FINDING_WATCHDOG))
        fail_by_watchdog(MZ_FAULT_SILENCE); /* more did not show before */
    else {
        mz_audit_end(); /* it had its time; and states are read from memory */
        mz_stepping_begin(c);
    }
}

static void take_step(ucontext_t *c)
{
    switch (mz_stepping_take(c)) {
    case MZ_STEPPING_ENDLESS:
        fail_by_watchdog(MZ_FAULT_LOOP_WITHOUT_OPERATION);
    case MZ_STEPPING_UNKNOWN:
        fail_by_watchdog(MZ_FAULT_SILENCE);
    default:
        break;
    }
}

static void treat(int signal, const siginfo_t *info, void *context)
{
    ucontext_t *c = context;
    uint64_t pc = mz_context_pc(c);

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
    if (pc == (uint64_t)mz_fault_read) {
        mz_context_set_pc(c, (uint64_t)mz_fault_read_failed);
        return;
    }
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

void mz_fault_init(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE,  SIGILL,
                                  SIGABRT, SIGTRAP, SIGSYS, MZ_WATCHDOG_SIGNAL};
    stack_t stack = {
        .ss_size = SIGNAL_STACK,
        .ss_sp = mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
    };

    dl_iterate_phdr(find_ours, NULL);
    if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL))
        mz_give_up("no stack for signals");
    for (unsigned i = 0; i < MZ_COUNT(signals); i++)
        install(signals[i]);
}
