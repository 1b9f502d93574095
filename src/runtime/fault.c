/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/fault.h"

#include "base/system_call.h"
#include "region/property.h"
#include "runtime/account.h"
#include "runtime/debugger.h"
#include "runtime/forked.h"
#include "runtime/library.h"
#include "runtime/parts.h"
#include "runtime/thread.h"
#include "runtime/turn.h"

/* ---- an error of the program --------------------------------------------- */

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
        MZ_SYSTEM(exit_group, 0);
}

_Noreturn void mz_fault_end(struct mz_finding *finding)
{
    if (!mz_rt.region)
        mz_give_up("an error of the program before main, of kind %s",
                   mz_finding_names[finding->kind]);
    if (!mz_rt.active) {
        if (!mz_rt.region->module_count)
            mz_module_notes_init(); /* before main: so that the place is told */
        mz_rt.region->findings[0] = *finding;
        mz_rt.region->finding_count = 1;
        mz_rt.region->progress.tally.errors = 1;
        mz_leave(MZ_STATUS_ERROR);
    }
    mz_execution_end(finding->kind == MZ_FINDING_EVENTS ? MZ_CUT : MZ_ERROR);
}

static void note_threads(struct mz_finding *finding, mz_tset threads)
{
    MZ_EACH(rest, threads)
        finding->threads[mz_tset_first(rest) / 64] |=
            1ull << mz_tset_first(rest) % 64;
}

struct mz_finding *mz_fault_note(const struct mz_failure *failure)
{
    struct mz_finding *finding = mz_account_finding();

    mz_library_show(true);
    finding->kind = mz_fault_kinds[failure->fault];
    finding->fault = failure->fault;
    finding->thread = mz_self();
    finding->action = failure->action;
    finding->signal = failure->signal;
    finding->address = failure->address;
    finding->access_size = failure->size;
    finding->pc = failure->pc;
    if (!failure->pc)
        note_threads(finding, mz_tset_some(failure->threads)
                                  ? failure->threads
                                  : mz_tset_of(mz_self()));
    finding->loop = failure->loop;
    mz_copy(finding->numbers, failure->numbers, sizeof finding->numbers);
    mz_copy(finding->integers, failure->integers, sizeof finding->integers);
    if (failure->text)
        copy_text(finding->text, sizeof finding->text, failure->text);
    if (failure->found)
        copy_text(finding->found, sizeof finding->found, failure->found);
    if (failure->expected)
        copy_text(finding->expected, sizeof finding->expected,
                  failure->expected);
    return finding;
}

static _Noreturn void end(struct mz_finding *finding)
{
    if (mz_debugger_is_used())
        mz_debugger_stop(MZ_DEBUGGER_FAILURE);
    if (mz_rt.tracing)
        mz_account_fails(finding->address);
    mz_fault_end(finding);
}

/* The process ends there, by what is no violation of the property that is
 * asked for; others have come as far as they may before. */
static void may_pass(enum mz_fault fault)
{
    if (mz_rt.active &&
        mz_property_passes(mz_rt.region->settings.property, fault))
        mz_thread_exit_process();
}

_Noreturn void mz_fail(const struct mz_failure *failure)
{
    if (MZ_UNLIKELY(mz_forked))
        mz_forked_fail();
    may_pass(failure->fault);
    end(mz_fault_note(failure));
}

_Noreturn void mz_fail_assertion(const struct mz_failure *failure,
                                 const char *file, unsigned line,
                                 const char *function)
{
    struct mz_finding *finding;

    may_pass(failure->fault);
    finding = mz_fault_note(failure);
    copy_text(finding->file, sizeof finding->file, file);
    copy_text(finding->function, sizeof finding->function, function);
    finding->line = line;
    end(finding);
}

/* Nobody else is there to say it. */
static _Noreturn void refuse_alone(const struct mz_gap *gap)
{
    char text[MZ_GAP_SENTENCE];

    mz_gap_sentence(gap, text);
    mz_give_up("unsupported: %s", text);
}

_Noreturn void mz_unsupported_gap(const struct mz_gap *gap)
{
    if (MZ_UNLIKELY(mz_forked))
        mz_forked_refuse(gap);
    if (!mz_rt.region)
        refuse_alone(gap);
    mz_rt.region->message[0] = '\0';
    mz_rt.region->gap = *gap;
    mz_account_stack(mz_self(), MZ_STACK_FAILURE);
    if (!mz_rt.region->module_count)
        mz_module_notes_init(); /* before main: so that the place is told */
    if (!mz_rt.active)
        mz_leave(MZ_STATUS_UNSUPPORTED);
    mz_rt.region->status = MZ_STATUS_UNSUPPORTED;
    mz_execution_end(MZ_ABANDONED);
}

_Noreturn void mz_unsupported_by(const struct mz_lack *what)
{
    struct mz_gap gap = {.kind = what->kind};

    copy_text(gap.text, sizeof gap.text, what->text ? what->text : "");
    mz_copy(gap.numbers, what->numbers, sizeof gap.numbers);
    mz_unsupported_gap(&gap);
}

_Noreturn void mz_unsupported_name(enum mz_gap_kind kind, const char *name)
{
    mz_unsupported_by(&(const struct mz_lack){kind, .text = name});
}

void mz_refuse_before_main(enum mz_gap_kind kind, const char *name)
{
    if (!mz_rt.supervised || mz_rt.active || mz_forked)
        return;
    mz_unsupported_name(kind, name);
}

_Noreturn void mz_lose(void)
{
    MZ_SYSTEM(kill, MZ_SYSTEM(getpid), MZ_LOST_SIGNAL);
    for (;;)
        MZ_SYSTEM(exit_group, 1);
}

_Noreturn void mz_give_up(const char *format, ...)
{
    char text[MZ_MAX_MESSAGE];
    va_list list;

    va_start(list, format);
    mz_format_list(text, sizeof text, format, list);
    va_end(list);
    if (MZ_UNLIKELY(mz_forked))
        mz_unsupported(CHILD_BREAKS, .text = text);
    if (mz_rt.region) {
        mz_copy(mz_rt.region->message, text, sizeof text);
    } else {
        char line[MZ_MAX_MESSAGE + 16];
        size_t length = mz_format(line, sizeof line, "mazurka: %s\n", text);

        MZ_SYSTEM(write, 2, line, length);
        if (!mz_rt.is_awaited)
            MZ_SYSTEM(exit_group, 1);
        mz_lose();
    }
    mz_leave(MZ_STATUS_FAILED);
}
