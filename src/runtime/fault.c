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
        mz_give_up("%s", finding->message);
    if (!mz_rt.active) {
        mz_rt.region->findings[0] = *finding;
        mz_rt.region->finding_count = 1;
        mz_rt.region->progress.errors = 1;
        mz_leave(MZ_STATUS_ERROR);
    }
    mz_schedule_end(MZ_ERROR);
}

static struct mz_finding *begin(enum mz_finding_kind kind)
{
    struct mz_finding *finding = mz_account_finding();

    finding->kind = kind;
    finding->thread = mz_self();
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

_Noreturn void mz_fail(enum mz_finding_kind kind, const char *format, ...)
{
    struct mz_finding *finding = begin(kind);
    va_list list;

    va_start(list, format);
    format_list(finding->message, sizeof finding->message, format, list);
    va_end(list);
    end(finding);
}

_Noreturn void mz_fail_at(enum mz_finding_kind kind, uint64_t address,
                          unsigned size, uint64_t pc, const char *format, ...)
{
    struct mz_finding *finding = begin(kind);
    va_list list;

    va_start(list, format);
    format_list(finding->message, sizeof finding->message, format, list);
    va_end(list);
    finding->address = address;
    finding->access_size = size;
    finding->pc = pc;
    end(finding);
}

_Noreturn void mz_fail_assertion(const char *expression, const char *file,
                                 unsigned line, const char *function)
{
    struct mz_finding *finding = begin(MZ_FINDING_ASSERTION);

    mz_format(finding->message, sizeof finding->message,
              "assertion failed: %s", expression);
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

static void describe(struct mz_finding *finding, int signal,
                     const siginfo_t *info)
{
    uint64_t address = (uint64_t)info->si_addr;
    mz_tid overflown = mz_fiber_guard(address);
    char *out = finding->message;
    size_t size = sizeof finding->message;

    finding->signal = signal;
    if (signal == SIGSEGV && overflown != MZ_NO_THREAD) {
        mz_format(out, size, "stack overflow (SIGSEGV at %p)",
                  (void *)address);
    } else if (signal == SIGSEGV || signal == SIGBUS) {
        const char *what = address < MZ_PAGE ? "null pointer access: " : "";

        finding->address = address;
        if (info->si_code == SI_KERNEL)
            mz_format(out, size, "%s: access to a non-canonical address",
                      signal_name(signal));
        else
            mz_format(out, size, "%s%s at address %p", what,
                      signal_name(signal), (void *)address);
    } else if (signal == SIGFPE) {
        mz_format(out, size, "SIGFPE: %s",
                  info->si_code == FPE_INTDIV ? "integer division by zero"
                                              : "arithmetic exception");
    } else {
        mz_format(out, size, "%s", signal_name(signal));
    }
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

static _Noreturn void fail_by_signal(int signal, const siginfo_t *info)
{
    struct mz_finding *finding =
        begin(signal == SIGABRT ? MZ_FINDING_ABORT : MZ_FINDING_SIGNAL);

    hear_watchdog();
    describe(finding, signal, info);
    mz_fault_stop();
    if (mz_rt.tracing)
        mz_account_stack(mz_self(), MZ_STACK_FAULT);
    end_with_error(finding);
}

static _Noreturn void fail_by_watchdog(enum mz_finding_kind kind,
                                       const char *message)
{
    struct mz_finding *finding = begin(kind);

    hear_watchdog();
    copy_text(finding->message, sizeof finding->message, message);
    if (mz_rt.tracing)
        mz_account_stack(mz_self(), MZ_STACK_FAULT);
    end_with_error(finding);
}

static _Noreturn void give_up_waiting(void)
{
    fail_by_watchdog(MZ_FINDING_WATCHDOG,
                     "no visible operation for a long time");
}

static void bark(ucontext_t *c)
{
    if (mz_stepping_is_on())
        return;
    if (!mz_rt.active || mz_rt.choosing)
        /* The search is at work, for long: no business of the program. */
        mz_rt.region->progress.heartbeat = ++mz_sched.heartbeat;
    else if (mz_account_tells(MZ_FINDING_WATCHDOG))
        give_up_waiting(); /* more could not be shown the first time */
    else {
        mz_audit_end(); /* it had its time; and states are read from memory */
        mz_stepping_begin(c);
    }
}

static void take_step(ucontext_t *c)
{
    switch (mz_stepping_take(c)) {
    case MZ_STEPPING_ENDLESS:
        fail_by_watchdog(MZ_FINDING_LOOP,
                         "endless loop: without a visible operation the same "
                         "state comes again");
    case MZ_STEPPING_UNKNOWN:
        give_up_waiting();
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
        fail_by_signal(signal, info);
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
