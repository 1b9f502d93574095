/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the process ends. libc's list of exit handlers cannot be run without
 * ending the process; so handlers are recorded here, too, and exit() in an
 * execution runs these: bugs of destructors show, in every execution.
 *
 * Calls of exit() inside of libc (err, error, argp) do not come here. They do
 * run libc's handlers, latest first; ours, registered last, takes over.
 *
 * Handlers run while other threads go on. The end of the process itself waits
 * until no other thread can go on: that is what happens when the kernel is slow
 * to end it, and whatever another thread can do before the end is seen.
 */
#define _GNU_SOURCE
#include "runtime/libstdcxx_terminate.h"
#include "runtime/libc_family.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h> /* strerrordesc_np */
#include <unistd.h>

#include "runtime/checkpoint.h"
#include "runtime/descriptor.h"
#include "runtime/expected.h"
#include "runtime/fault.h"
#include "runtime/forked.h"
#include "runtime/library.h"
#include "runtime/printed.h"
#include "runtime/state.h"
#include "runtime/thread.h"
#include "runtime/visible.h"
#include "runtime/weak.h"
#include "runtime/zones.h"

enum { MAX_HANDLERS = 16384, MAX_MODULES = 256 };

enum handler_kind { AT_EXIT, ON_EXIT, AT_QUICK_EXIT };

struct handler {
    union {
        void (*at_exit)(void *); /* NULL: of a module that is gone */
        void (*on_exit)(int, void *);
    };
    void *argument;
    void *module;    /* its __dso_handle; NULL: none */
    uint8_t kind;    /* enum handler_kind */
    bool done;       /* in this execution */
};

static struct handler handlers[MAX_HANDLERS];
static unsigned handler_count;
static unsigned count_at_snapshot;
static bool running;    /* some may be `done` */
static int exit_status; /* for on_exit */

/* ---- what threads share ------------------------------------------------- */

static uint32_t exiting;  /* who runs the handlers, a thread + 1; 0: nobody */
static bool something_ran;      /* or may have, since `exiting` is set */
static uint64_t list_uses;      /* of the list of handlers; see use_list */

enum { WHOLE = 0xff };

/*
 * The list of handlers, and the right to run them, are objects of the search
 * only if it turns out that several threads use them: most programs register
 * before they have threads, and one thread exits. The search begins anew then.
 */
static void need_order(void)
{
    mz_rt.region->status = MZ_STATUS_EXITS;
    mz_execution_end(MZ_ABANDONED);
}

static bool has_threads(void)
{
    return mz_rt.active && mz_turns.execution->thread_count > 1;
}

static bool is_in_order(void)
{
    return mz_rt.region->settings.ordered_exits && has_threads();
}

/* Who registers a handler, and who looks for the next to be run. */
static void use_list(void)
{
    const struct mz_visible v = {
        .kind = MZ_RMW,
        .object = mz_object_of_memory((uint64_t)&list_uses),
        .mask = WHOLE,
    };

    if (MZ_UNLIKELY(mz_rt.weak)) {
        mz_weak_count(&v, &list_uses, NULL, 0);
        return;
    }
    mz_visible_begin(&v);
    mz_visible_end(&v, MZ_RMW, list_uses, 0);
    mz_effect_note();
    list_uses++;
}

/* Recorded like a lock that is never given back: the first that comes runs the
 * handlers, and others wait for the end that it makes. */
static void enter_in_order(uint64_t pc)
{
    const struct mz_visible v = {
        .kind = MZ_LOCK,
        .object = mz_object_of_lock(&exiting),
        .mask = WHOLE,
        .state = &exiting,
        .action = MZ_ACTION_EXIT,
        .pc = pc,
    };

    mz_visible_begin(&v);
    mz_visible_apply(&v, MZ_SYNC_NONE);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_EXIT, 0, 0, 0, 0, 0, pc);
}

/* Returns to one thread only, and to that again if a handler calls exit. */
static void enter(uint64_t pc)
{
    bool runs = mz_libc_has_exit_handlers() || mz_thread_has_locals();

    mz_atomic_block_leave();
    if (exiting == mz_rt.self + 1u)
        return;
    if (is_in_order()) {
        enter_in_order(pc);
    } else if (exiting) {
        if (something_ran || runs)
            need_order();
        mz_thread_exit_process(); /* as good as any */
    }
    exiting = mz_rt.self + 1;
    something_ran = runs;
}

/* ---- registration ------------------------------------------------------- */

static void record(struct handler handler)
{
    mz_effect_note();
    if (has_threads()) {
        if (!mz_rt.region->settings.ordered_exits)
            need_order();
        use_list();
    }
    if (handler_count == MAX_HANDLERS)
        mz_unsupported(EXIT_HANDLERS);
    handlers[handler_count++] = handler;
}

MZ_EXPORT int __cxa_atexit(void (*function)(void *), void *argument,
                           void *module);
MZ_EXPORT int __cxa_atexit(void (*function)(void *), void *argument,
                           void *module)
{
    if (mz_rt.active || handler_count < MAX_HANDLERS)
        record((struct handler){.at_exit = function, .argument = argument,
                                .module = module, .kind = AT_EXIT});
    if (mz_rt.active)
        return 0;
    return MZ_REAL(__cxa_atexit)(function, argument, module);
}

MZ_EXPORT int __cxa_at_quick_exit(void (*function)(void *), void *module);
MZ_EXPORT int __cxa_at_quick_exit(void (*function)(void *), void *module)
{
    if (mz_rt.active || handler_count < MAX_HANDLERS)
        record((struct handler){.at_exit = function, .module = module,
                                .kind = AT_QUICK_EXIT});
    if (mz_rt.active)
        return 0;
    return MZ_REAL(__cxa_at_quick_exit)(function, module);
}

MZ_EXPORT int on_exit(void (*function)(int, void *), void *argument)
{
    if (mz_rt.active || handler_count < MAX_HANDLERS)
        record((struct handler){.on_exit = function, .argument = argument,
                                .kind = ON_EXIT});
    if (mz_rt.active)
        return 0;
    return MZ_REAL(on_exit)(function, argument);
}

/* ---- running ------------------------------------------------------------ */

static void run(struct handler *handler)
{
    handler->done = true;
    running = true;
    if (handler->kind == ON_EXIT)
        handler->on_exit(exit_status, handler->argument);
    else
        handler->at_exit(handler->argument);
}

static bool is_due(const struct handler *handler, bool quick,
                   const void *module)
{
    return !handler->done && handler->at_exit &&
           (handler->kind == AT_QUICK_EXIT) == quick &&
           (!module || handler->module == module);
}

/* Latest first, also when another is registered meanwhile. */
static void run_handlers(bool quick, const void *module)
{
    for (unsigned i = handler_count, count = i;;) {
        if (is_in_order())
            use_list();
        if (handler_count != count)
            i = count = handler_count;
        while (i > 0 && !is_due(&handlers[i - 1], quick, module))
            i--;
        if (i == 0)
            return;
        run(&handlers[--i]);
    }
}

/* Each module calls this when it is unloaded, or ends. */
MZ_EXPORT void __cxa_finalize(void *module);
MZ_EXPORT void __cxa_finalize(void *module)
{
    if (mz_rt.active) {
        run_handlers(false, module);
        return;
    }
    /* libc runs them now; there is nothing left to run. */
    for (unsigned i = 0; i < handler_count; i++)
        if (!module || handlers[i].module == module)
            handlers[i].at_exit = NULL;
    mz_zones_unload(module);
    MZ_REAL(__cxa_finalize)(module);
}

/* ---- destructor functions of the program and its own libraries ---------- */

/* .fini_array of each. If it has no other entry than the compiler's own there
 * is nothing to run: that one calls __cxa_finalize. */
struct destructors {
    void (**functions)(void);
    size_t count;
};
static struct destructors destructors[MAX_MODULES];
static unsigned module_count;

static void note_dynamic(uint64_t bias, const ElfW(Dyn) *d)
{
    struct destructors found = {0};

    for (; d->d_tag != DT_NULL; d++)
        if (d->d_tag == DT_FINI_ARRAY)
            found.functions = (void *)(bias + d->d_un.d_ptr);
        else if (d->d_tag == DT_FINI_ARRAYSZ)
            found.count = d->d_un.d_val / sizeof found.functions[0];
    if (found.functions && found.count > 1 && module_count < MAX_MODULES)
        destructors[module_count++] = found;
}

static void note_module(const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            note_dynamic(info->dlpi_addr,
                         (void *)(info->dlpi_addr +
                                  info->dlpi_phdr[i].p_vaddr));
}

static void run_destructors(void)
{
    for (unsigned i = 0; i < module_count; i++)
        for (size_t j = destructors[i].count; j-- > 0;)
            destructors[i].functions[j]();
}

/* Where nobody looks at what is written, and no file is open, nothing needs to
 * be flushed. */
void mz_libc_flush_streams(void)
{
    mz_io_check_streams();
    mz_expected_check_streams();
    if (mz_rt.replaying || mz_printed_is_on || mz_descriptors_opened ||
        mz_descriptors_moved || mz_expected_is_on())
        MZ_REAL(fflush)(NULL);
}

bool mz_libc_has_exit_handlers(void)
{
    return handler_count > 0 || module_count > 0 ||
           mz_library_has_destructors();
}

/* That there are none yet is learnt from the list, too. */
void mz_libc_run_exit_handlers(void)
{
    if (handler_count > 0 || is_in_order())
        run_handlers(false, NULL);
    mz_library_run_destructors();
    run_destructors();
}

/* ---- the ends ----------------------------------------------------------- */

enum { SEEN = 0xff }; /* of a status, by who waits for the process */

static _Noreturn void end(int status, uint64_t pc)
{
    mz_thread_check_status(status & SEEN, pc);
    enter(pc);
    exit_status = status;
    mz_thread_destroy_locals();
    mz_libc_run_exit_handlers();
    mz_expected_ends("exit", pc);
    mz_turn_exit();
    mz_libc_flush_streams();
    mz_thread_process_ends();
}

/* libc's list has not what was registered in this execution. */
static _Noreturn void exit_from_copy(int status)
{
    exit_status = status;
    mz_thread_destroy_locals();
    mz_libc_run_exit_handlers();
    MZ_REAL(fflush)(NULL);
    MZ_REAL(_exit)(status);
}

_Noreturn void mz_exit_by_return(int status, uint64_t pc)
{
    if (status & SEEN)
        mz_fail(&(struct mz_failure){.fault = MZ_FAULT_MAIN_RETURNED,
                                     .pc = pc,
                                     .numbers = {status & SEEN}});
    end(status, pc);
}

MZ_EXPORT void exit(int status)
{
    if (MZ_UNLIKELY(mz_forked))
        exit_from_copy(status);
    if (!mz_rt.active)
        MZ_REAL(exit)(status);
    end(status, MZ_PC);
}

MZ_EXPORT void quick_exit(int status)
{
    if (!mz_rt.active)
        MZ_REAL(quick_exit)(status);
    mz_thread_check_status(status & SEEN, MZ_PC);
    enter(MZ_PC);
    run_handlers(true, NULL);
    mz_expected_ends("quick_exit", MZ_PC);
    mz_thread_exit_process();
}

_Noreturn void mz_exit_at_once(int status, uint64_t pc)
{
    mz_thread_check_status(status & SEEN, pc);
    mz_expected_ends("_exit", pc);
    mz_thread_exit_process();
}

MZ_EXPORT void _exit(int status)
{
    if (!MZ_PROGRAM_CALLS)
        MZ_REAL(_exit)(status);
    mz_exit_at_once(status, MZ_PC);
}

MZ_EXPORT void _Exit(int status)
{
    if (!MZ_PROGRAM_CALLS)
        MZ_REAL(_Exit)(status);
    mz_exit_at_once(status, MZ_PC);
}

static _Noreturn void fail_terminated(uint64_t pc)
{
    struct mz_failure failure = {.fault = MZ_FAULT_TERMINATED, .pc = pc};
    mz_tid joinable = mz_thread_only_joinable();
    char text[MZ_MAX_TEXT];

    if (mz_terminate_exception(text, sizeof text)) {
        failure.fault = MZ_FAULT_UNCAUGHT;
        failure.text = text;
    } else {
        if (joinable != MZ_NO_THREAD)
            failure.numbers[0] = joinable; /* main, 0, is none */
        failure.numbers[1] = mz_terminate_unwinds();
    }
    mz_fail(&failure);
}

MZ_EXPORT void abort(void)
{
    if (MZ_UNLIKELY(mz_forked) && mz_terminate_aborts(MZ_PC))
        mz_unsupported(CALL, .text = "std::terminate");
    if (!mz_rt.active)
        MZ_REAL(abort)();
    mz_signal_before_abort();
    if (mz_terminate_aborts(MZ_PC))
        fail_terminated(MZ_PC);
    mz_fail(&(struct mz_failure){.fault = MZ_FAULT_ABORT, .pc = MZ_PC});
}

/* Before main, which a search will run: what fails there is an error, too. */
static bool is_in_constructor(void)
{
    return mz_rt.supervised && mz_rt.region && !mz_rt.active && !mz_forked &&
           !mz_rt.region->settings.function;
}

static _Noreturn void fail_assertion(const char *expression, const char *file,
                                     unsigned line, const char *function)
{
    const struct mz_failure failure = {
        .fault = MZ_FAULT_ASSERT, .text = expression ? expression : "(null)"};

    mz_fail_assertion(&failure, file, line, function);
}

MZ_EXPORT void __assert_fail(const char *, const char *, unsigned,
                             const char *);
MZ_EXPORT void __assert_fail(const char *expression, const char *file,
                             unsigned line, const char *function)
{
    if (MZ_RUNS_NATIVELY && !is_in_constructor())
        MZ_REAL(__assert_fail)(expression, file, line, function);
    fail_assertion(expression, file, line, function);
}

MZ_EXPORT void __assert(const char *, const char *, int);
MZ_EXPORT void __assert(const char *expression, const char *file, int line)
{
    if (MZ_RUNS_NATIVELY)
        MZ_REAL(__assert)(expression, file, line);
    fail_assertion(expression, file, line, "");
}

MZ_EXPORT void __assert_perror_fail(int, const char *, unsigned, const char *);
MZ_EXPORT void __assert_perror_fail(int error, const char *file, unsigned line,
                                    const char *function)
{
    const struct mz_failure failure = {.fault = MZ_FAULT_ASSERT_PERROR,
                                       .numbers = {error}};

    if (MZ_RUNS_NATIVELY)
        MZ_REAL(__assert_perror_fail)(error, file, line, function);
    mz_fail_assertion(&failure, file, line, function);
}

MZ_EXPORT void __stack_chk_fail(void);
MZ_EXPORT void __stack_chk_fail(void)
{
    if (MZ_RUNS_NATIVELY)
        MZ_REAL(__stack_chk_fail)();
    mz_fail(&(struct mz_failure){.fault = MZ_FAULT_STACK_SMASHED,
                                 .pc = MZ_PC});
}

MZ_EXPORT void __chk_fail(void);
MZ_EXPORT void __chk_fail(void)
{
    if (MZ_RUNS_NATIVELY)
        MZ_REAL(__chk_fail)();
    mz_fail(&(struct mz_failure){.fault = MZ_FAULT_BUFFER_OVERFLOW,
                                 .pc = MZ_PC});
}

/* ---- snapshot and rollback ---------------------------------------------- */

static void libc_exits(int status, void *unused)
{
    (void)unused;
    if (mz_rt.active)
        end(status, 0);
}

void mz_libc_exit_snapshot(void)
{
    if (handler_count == MAX_HANDLERS)
        mz_unsupported(EXIT_HANDLERS);
    count_at_snapshot = handler_count;
    mz_modules_own(note_module);
    MZ_REAL(on_exit)(libc_exits, NULL);
}

void mz_libc_exit_rollback(void)
{
    handler_count = count_at_snapshot;
    for (unsigned i = 0; running && i < handler_count; i++)
        handlers[i].done = false;
    running = false;
    exiting = 0;
    list_uses = 0;
}

/* Those that main has registered; what others register comes behind them. */
void mz_libc_exit_checkpoint(void)
{
    mz_checkpoint_need(!running && !exiting && !list_uses);
    if (handler_count == count_at_snapshot)
        return;
    mz_checkpoint_keep(&handler_count, sizeof handler_count);
    mz_checkpoint_keep(&handlers[count_at_snapshot],
                       (handler_count - count_at_snapshot) * sizeof *handlers);
}

void mz_libc_exit_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add_word(f, exiting);
    if (exiting)
        mz_state_add_word(f, exit_status | (uint64_t)something_ran << 32);
    mz_state_add_word(f, list_uses);
    for (unsigned i = 0; i < handler_count; i++) {
        const struct handler *h = &handlers[i];

        mz_state_add_word(f, h->kind | (running && h->done) << 8);
        mz_state_add_word(f, (uint64_t)h->at_exit);
        mz_state_add_word(f, (uint64_t)h->argument);
        mz_state_add_word(f, (uint64_t)h->module);
    }
}
