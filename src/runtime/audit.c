/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/audit.h"

#include <dlfcn.h>
#include <sys/prctl.h>

#include "base/system_call.h"
#include "runtime/announced.h"
#include "runtime/crossing.h"
#include "runtime/displaced.h"
#include "runtime/fiber.h"
#include "runtime/heap.h"
#include "runtime/not_announced.h"
#include "runtime/own_stack.h"
#include "runtime/parts.h"
#include "runtime/pending.h"
#include "runtime/snapshot.h"
#include "runtime/turn.h"
#include "runtime/watch.h"

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif

enum { DISPATCH_OFF, DISPATCH_ON };
enum { LET_CALLS, CATCH_CALLS };
enum { ACCESSES_A_STEP = 4 }; /* so that all steps take no longer */

static bool can_audit;
static uint64_t accesses_left; /* also of an execution that begins anew */
static uint8_t selector = LET_CALLS; /* the kernel looks at it */

/* In the handler of a fault: the program was active when it was interrupted. */
static bool was_active;

/* ---- system calls -------------------------------------------------------- */

static bool dispatch(bool on)
{
    uint64_t start = (uint64_t)mz_direct_start;

    if (!on)
        return !MZ_SYSTEM(prctl, PR_SET_SYSCALL_USER_DISPATCH, DISPATCH_OFF);
    return !MZ_SYSTEM(prctl, PR_SET_SYSCALL_USER_DISPATCH, DISPATCH_ON, start,
                      (uint64_t)mz_direct_end - start, &selector);
}

uint8_t mz_audit_enter(void)
{
    uint8_t before = selector;

    selector = LET_CALLS;
    return before;
}

void mz_audit_leave(uint8_t before)
{
    selector = mz_rt.auditing ? before : LET_CALLS;
}

/* A mapping that goes, or changes its rights, is not ours to protect. */
static bool changes_mapping(long number)
{
    switch (number) {
    case SYS_mmap:
    case SYS_munmap:
    case SYS_mprotect:
    case SYS_pkey_mprotect:
    case SYS_mremap:
        return true;
    default:
        return false;
    }
}

/* The kernel cannot read or write what is closed. */
static void call(ucontext_t *c)
{
    long arguments[6];
    long number = mz_context_call(c, arguments);

    mz_watch_open_all();
    if (changes_mapping(number) && arguments[0])
        mz_watch_forget(arguments[0], arguments[0] + arguments[1]);
    mz_context_call_result(c, mz_direct_call(number, arguments));
    mz_watch_close_all();
}

/* ---- own work ------------------------------------------------------------ */

enum { MOST_OPENED = 8 };

static mz_tid own_worker = MZ_NO_THREAD; /* who is within such a function */
static uint64_t opened[MOST_OPENED];     /* for it */
static unsigned opened_count;

static void end_own_work(void)
{
    for (; opened_count; opened_count--)
        mz_watch_close(opened[opened_count - 1], opened[opened_count - 1] + 1);
    own_worker = MZ_NO_THREAD;
}

void mz_audit_own_begin(void)
{
    own_worker = mz_rt.self;
}

void mz_audit_own_end(void)
{
    uint8_t calls = mz_audit_enter();

    end_own_work();
    mz_audit_leave(calls);
}

/* True: the access can be made now. An open stack would hide that its thread
 * runs again. */
static bool is_own_work(uint64_t address, const ucontext_t *c)
{
    if (own_worker != mz_rt.self || opened_count == MOST_OPENED ||
        mz_fiber_any_owns(address) || !mz_is_ours(mz_context_pc(c)))
        return false;
    if (mz_context_is_write(c))
        mz_snapshot_fault(address);
    mz_watch_open(address, address + 1);
    opened[opened_count++] = address;
    return true;
}

/* ---- accesses ------------------------------------------------------------ */

static bool is_private(const struct mz_touch *touch)
{
    return mz_fiber_owns(mz_rt.self, touch->address) &&
           !mz_own_stack_is_known(touch->address, touch->size);
}

static void compare(struct mz_touch touch, enum mz_code code,
                    const ucontext_t *c)
{
    bool announced;

    if (!touch.size || is_private(&touch) || !mz_watch_has(touch.address) ||
        mz_code_is_linkage(touch.address))
        return;
    mz_rt.region->progress.tally.audited++;
    if (code == MZ_CODE_LIBC || code == MZ_CODE_CXX)
        announced = mz_announced_by_call(&touch) ||
                    mz_not_announced_is_libcs(touch.address);
    else
        announced = mz_announced_by_hook(&touch);
    if (!announced)
        mz_not_announced(&touch, code, c);
}

/* What an operand reads is compared before what it writes. */
static void compare_range(uint64_t start, size_t size,
                          const struct mz_decoded_operand *o, enum mz_code code,
                          const ucontext_t *c)
{
    struct mz_touch touch = {
        .address = start,
        .pc = mz_context_pc(c),
        .size = size,
    };

    if (o->reads)
        compare(touch, code, c);
    touch.write = true;
    if (o->writes)
        compare(touch, code, c);
}

/* Of what cannot be computed the byte is known that faulted. */
static void compare_operands(const struct mz_decoded *in, uint64_t faulted,
                             enum mz_code code, const ucontext_t *c)
{
    for (unsigned i = 0; i < in->operand_count; i++) {
        const struct mz_decoded_operand *o = &in->operands[i];

        if (o->is_unknown)
            compare_range(faulted, 1, o, code, c);
        else
            compare_range(mz_displaced_address(o, in, c), o->size, o, code, c);
    }
}

/* What a string instruction did shows in how far its registers moved. */
static void compare_string(const struct mz_decoded *in,
                           const uint64_t before[2], enum mz_code code,
                           ucontext_t *c)
{
    uint64_t next = mz_context_pc(c), after[2];

    mz_displaced_strings(c, after);
    mz_context_set_pc(c, next - in->length);
    for (unsigned i = 0; i < in->operand_count; i++) {
        const struct mz_decoded_operand *o = &in->operands[i];
        bool source = o->base == MZ_REGISTER_RSI;
        uint64_t from = before[source], to = after[source];
        uint64_t low = from < to ? from : to + o->size;

        compare_range(low, from < to ? to - from : from - to, o, code, c);
    }
    mz_context_set_pc(c, next);
}

/* Others have been there: their owner will be looked at. */
static void tell_owners(const struct mz_decoded *in, const ucontext_t *c)
{
    for (unsigned i = 0; i < in->operand_count; i++) {
        const struct mz_decoded_operand *o = &in->operands[i];

        if (!o->is_unknown)
            mz_own_stack_met(mz_displaced_address(o, in, c), o->size);
    }
}

static void treat_access(const siginfo_t *info, ucontext_t *c)
{
    uint64_t pc = mz_context_pc(c), strings[2];
    const struct mz_decoded *in = mz_displaced_decode(pc);
    enum mz_code code = mz_code_at(pc);
    bool compares = was_active && !mz_rt.choosing && code != MZ_CODE_OURS &&
                    code != MZ_CODE_TRUSTED;

    mz_displaced_strings(c, strings);
    if (was_active && !mz_rt.choosing)
        tell_owners(in, c);
    if (compares && in->shape != MZ_SHAPE_STRING)
        compare_operands(in, (uint64_t)info->si_addr, code, c);
    mz_displaced_execute(in, c);
    if (compares && in->shape == MZ_SHAPE_STRING)
        compare_string(in, strings, code, c);
}

/* Of the instruction that comes next: what is on the thread's own stack, but
 * known to others. */
static void compare_own(const ucontext_t *c)
{
    const struct mz_decoded *in = mz_displaced_decode(mz_context_pc(c));

    for (unsigned i = 0; i < in->operand_count && accesses_left; i++) {
        const struct mz_decoded_operand *o = &in->operands[i];
        uint64_t address = mz_displaced_address(o, in, c);

        if (o->is_unknown || !mz_own_stack_is_known(address, o->size))
            continue;
        accesses_left--;
        compare_range(address, o->size, o, MZ_CODE_PROGRAM, c);
    }
}

/* ---- signals ------------------------------------------------------------- */

/* The program's own fault: it is told as if it had occurred in place. */
static bool is_the_programs(ucontext_t *c)
{
    if (mz_displaced_is_slot(c))
        mz_displaced_undo(c);
    if (mz_displaced_is_stepping())
        mz_displaced_step_ends(c);
    mz_rt.active |= was_active;
    was_active = false;
    return false;
}

static bool while_executing(const siginfo_t *info, ucontext_t *c)
{
    uint64_t address = (uint64_t)info->si_addr;

    if (info->si_code == SI_KERNEL || !mz_watch_has(address))
        return is_the_programs(c);
    if (mz_displaced_is_slot(c)) {
        mz_displaced_let(address, c);
        return true;
    }
    /* All is open, but for what the snapshot has to know of. */
    return mz_snapshot_fault(address) || is_the_programs(c);
}

/* What is done here may touch closed memory itself. */
static void treat_fault(const siginfo_t *info, ucontext_t *c)
{
    bool outer = was_active;

    was_active = mz_rt.active;
    mz_rt.active = false; /* the decoder calls memcpy, which is ours */
    treat_access(info, c);
    mz_rt.active = was_active;
    was_active = outer;
}

/* The thread goes on with what may be the program's code. */
static void go_on(ucontext_t *c)
{
    bool active = mz_rt.active;

    if (mz_displaced_is_stepping() || !mz_own_stack_steps(c))
        return;
    mz_rt.active = false;
    compare_own(c);
    mz_rt.active = active;
}

static bool segv(const siginfo_t *info, ucontext_t *c)
{
    uint64_t address = (uint64_t)info->si_addr;

    if (mz_displaced_is_slot(c) || mz_displaced_is_stepping())
        return while_executing(info, c);
    if (mz_own_stack_returns(info, c)) {
        go_on(c);
        return true;
    }
    if (info->si_code == SI_KERNEL || !mz_watch_has(address))
        return false;
    if (mz_watch_changes_stack(address)) {
        end_own_work();
        mz_own_stack_changed();
        return true;
    }
    if (!accesses_left) {
        mz_own_stack_let(c);
        mz_audit_end();
        return true;
    }
    accesses_left--;
    if (!is_own_work(address, c))
        treat_fault(info, c);
    if (mz_own_stack_is_stepping())
        go_on(c);
    return true;
}

static bool is_dispatched(const siginfo_t *info)
{
    enum { SYS_USER_DISPATCH = 2 };

    return info->si_code == SYS_USER_DISPATCH;
}

/* Also where the program has restored flags that it had saved in a step. */
static bool ends_late(int signal, const siginfo_t *info, ucontext_t *c)
{
    bool is_late = mz_own_stack_is_late(signal, info);

    if (is_late)
        mz_own_stack_let(c);
    return is_late;
}

static bool step_ends(const siginfo_t *info, ucontext_t *c)
{
    bool displaced = mz_displaced_is_stepping();

    if (displaced)
        mz_displaced_step_ends(c);
    if (!mz_own_stack_is_stepping())
        return displaced || ends_late(SIGTRAP, info, c);
    go_on(c);
    return true;
}

bool mz_audit_signal(int signal, const siginfo_t *info, void *context)
{
    ucontext_t *c = context;

    if (!mz_rt.auditing)
        return ends_late(signal, info, c);
    switch (signal) {
    case SIGSEGV:
        return segv(info, c);
    case SIGSYS:
        if (is_dispatched(info))
            call(c);
        return is_dispatched(info);
    case SIGTRAP:
        return step_ends(info, c);
    default: /* stepping would not be known any more if the audit ended now */
        return is_the_programs(c);
    }
}

/* ---- what others tell ---------------------------------------------------- */

void mz_audit_rest(uint64_t start, uint64_t end)
{
    uint8_t calls = mz_audit_enter();

    mz_watch_open(start, end);
    mz_audit_leave(calls);
}

void mz_audit_go_on(uint64_t start, uint64_t end)
{
    uint8_t calls = mz_audit_enter();

    mz_watch_close(start, end);
    mz_audit_leave(calls);
}

void mz_audit_thread(mz_tid t)
{
    uint8_t calls = mz_audit_enter();

    mz_announced_thread(t);
    mz_own_stack_thread(t);
    mz_watch_thread(t);
    mz_audit_leave(calls);
}

void mz_audit_joined(mz_tid t)
{
    mz_own_stack_joined(t);
}

void mz_audit_map(void *start, size_t size)
{
    uint8_t calls = mz_audit_enter();

    mz_watch_add((uint64_t)start, (uint64_t)start + size);
    mz_audit_leave(calls);
}

void mz_audit_written(void *start, size_t size)
{
    if (!mz_displaced_is_stepping())
        mz_watch_close((uint64_t)start, (uint64_t)start + size);
}

void mz_audit_hook(bool write, uint64_t address, size_t size, uint64_t pc,
                   const void *frame)
{
    struct mz_touch touch = {address, pc, size, write};

    mz_pending_tell((uint64_t)frame);
    if (!is_private(&touch))
        mz_announced_hook(&touch, frame);
}

void mz_audit_meets(uint64_t address, size_t size)
{
    mz_own_stack_met(address, size);
}

void mz_audit_load(uint64_t address, size_t size, uint64_t pc)
{
    struct mz_touch touch = {address, pc, size, false};

    mz_announced_load(&touch);
}

void mz_audit_call(bool write, uint64_t address, size_t size, const void *frame)
{
    struct mz_touch touch = {address, 0, size, write};

    mz_announced_call(&touch, frame);
    mz_pending_settle();
}

/* ---- beginning and end --------------------------------------------------- */

/* Beside libmazurka.so, whose folder it searches first. What is allocated
 * meanwhile is in the last thread's arena: the program's blocks lie where they
 * do without an audit. */
static mz_decode_function *load_decoder(void)
{
    mz_tid self = mz_rt.self;
    void *library;

    mz_rt.self = MZ_MAX_THREADS - 1;
    library = MZ_REAL(dlopen)("libmazurka-audit.so", RTLD_NOW);
    mz_rt.self = self;
    return library ? (mz_decode_function *)dlsym(library, "mz_decode") : NULL;
}

static bool prepare(void)
{
    mz_decode_function *decode = load_decoder();

    if (!decode || !dispatch(true) || !dispatch(false) ||
        !mz_displaced_init(decode))
        return false;
    mz_code_init();
    mz_watch_init();
    return true;
}

/* Loads the decoder and so on, if the settings ask for it. The fibers exist. */
void mz_audit_init(void)
{
    const struct mz_settings *settings = &mz_rt.region->settings;

    if (settings->audit == MZ_AUDIT_OFF || settings->mode != MZ_MODE_CHECK)
        return;
    can_audit = prepare();
    accesses_left = settings->audit == MZ_AUDIT_ALL ? UINT64_MAX
                                                    : settings->audit_accesses;
    mz_own_stack_init(mz_crossings_count ? 0 /* it closes code, too */
                      : settings->audit == MZ_AUDIT_ALL
                          ? UINT64_MAX
                          : accesses_left / ACCESSES_A_STEP);
    if (!can_audit && settings->audit == MZ_AUDIT_ALL)
        mz_unsupported(AUDIT);
}

void mz_audit_begin(void)
{
    if (!can_audit || !mz_displaced_begin() || !dispatch(true))
        return;
    mz_announced_thread(0);
    mz_pending_begin();
    mz_own_stack_begin();
    own_worker = MZ_NO_THREAD;
    opened_count = 0;
    mz_set_auditing(true);
    mz_watch_begin();
    selector = CATCH_CALLS;
}

void mz_audit_end(void)
{
    if (!mz_rt.auditing)
        return;
    selector = LET_CALLS;
    mz_own_stack_end();
    mz_watch_end();
    mz_set_auditing(false);
    if (accesses_left) /* else more may come that is not audited */
        mz_pending_tell(UINT64_MAX);
    mz_displaced_end_all();
    dispatch(false);
}
