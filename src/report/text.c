/* SPDX-License-Identifier: Apache-2.0 */
/* The report for people: what failed, who is blocked where, then the
 * interleaving; the last line is the command that replays it. */
#include <errno.h>
#include <string.h>

#include "report/narrator.h"

static void print_place(const struct mz_frame *frame, FILE *out)
{
    if (frame->file && frame->line)
        fprintf(out, "%s:%u", frame->file, frame->line);
    else if (frame->module)
        fprintf(out, "(%s)", frame->module);
    if (frame->function)
        fprintf(out, " in %s", frame->function);
}

static void print_stack(const struct mz_narrator *n, const char *title,
                        const struct mz_stack *stack, FILE *out)
{
    struct mz_frame frames[MZ_MAX_DEPTH];
    char thread[MZ_PHRASE];
    size_t count;

    if (!stack)
        return;
    count = mz_narrator_frames(n, stack, frames, MZ_MAX_DEPTH);
    mz_narrator_thread(n, stack->thread, thread);
    fprintf(out, "\n%s (thread %s):\n", title, thread);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "  #%-2zu ", i);
        print_place(&frames[i], out);
        fputc('\n', out);
    }
}

static void print_blocked(const struct mz_narrator *n, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    char thread[MZ_PHRASE], other[MZ_PHRASE], object[MZ_PHRASE];

    unsigned kind = n->report->region->findings[0].kind;

    /* Beside other errors, who waits is no news. */
    if (!account->blocked_count ||
        (kind != MZ_FINDING_DEADLOCK && kind != MZ_FINDING_LOOP))
        return;
    fputs("\nblocked threads:\n", out);
    for (uint32_t i = 0; i < account->blocked_count; i++) {
        const struct mz_blocked_thread *b = &account->blocked[i];
        const struct mz_stack *stack =
            mz_narrator_stack(n, MZ_STACK_BLOCKED, b->thread);
        struct mz_frame frame;

        mz_narrator_thread(n, b->thread, thread);
        mz_narrator_thread(n, b->holder, other);
        fprintf(out, "  %s ", thread);
        if (b->action == MZ_ACTION_THREAD_JOIN) {
            fprintf(out, "waits for the end of %s", other);
        } else if (b->action == MZ_ACTION_ASSUME_FALSE) {
            fputs("stands at an assumption that is false", out);
        } else {
            mz_narrator_object(n, b->address, 0, object);
            fprintf(out, "waits for mutex %s", object);
            if (b->holder == b->thread)
                fputs(", which it holds itself", out);
            else if (b->holder != MZ_NO_THREAD)
                fprintf(out, ", held by %s", other);
        }
        if (stack && mz_narrator_frames(n, stack, &frame, 1)) {
            fputs(", at ", out);
            print_place(&frame, out);
        }
        fputc('\n', out);
    }
}

static void print_step(const struct mz_narrator *n, const struct mz_step *step,
                       uint64_t number, FILE *out)
{
    char thread[MZ_PHRASE], what[MZ_PHRASE];
    struct mz_frame frame;

    mz_narrator_thread(n, step->thread, thread);
    mz_narrator_step(n, step, what);
    fprintf(out, "%5lu  %-10s %-44s", (unsigned long)number, thread, what);
    if (mz_narrator_place(n, step->pc, &frame)) {
        fputs("  ", out);
        print_place(&frame, out);
    }
    fputc('\n', out);
}

static unsigned context_switches(const struct mz_account *account)
{
    unsigned switches = 0;

    for (uint32_t i = 1; i < account->step_count; i++)
        switches += account->steps[i].thread != account->steps[i - 1].thread;
    return switches;
}

static void print_steps(const struct mz_narrator *n, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    uint64_t number = 1;

    if (!account->step_count)
        return;
    fprintf(out, "\ninterleaving (%lu steps, %u context switches):\n",
            (unsigned long)(account->step_count + account->steps_left_out),
            context_switches(account));
    for (uint32_t i = 0; i < account->step_count; i++, number++) {
        if (i == MZ_MAX_STEPS / 2 && account->steps_left_out) {
            fprintf(out, "  ...  %u steps left out\n", account->steps_left_out);
            number += account->steps_left_out;
        }
        print_step(n, &account->steps[i], number, out);
    }
}

static void print_heading(const struct mz_narrator *n,
                          const struct mz_finding *finding, FILE *out)
{
    char phrase[MZ_PHRASE];
    struct mz_frame frame = {0};

    fprintf(out, "error: %s", finding->message);
    if (finding->address &&
        (finding->kind == MZ_FINDING_DATA_RACE ||
         finding->kind == MZ_FINDING_MISUSE)) {
        mz_narrator_object(n, finding->address, finding->access_size, phrase);
        fprintf(out, " on %s", phrase);
    }
    fprintf(out, " [%s]\n", mz_finding_names[finding->kind]);
    if (finding->thread != MZ_NO_THREAD) {
        mz_narrator_thread(n, finding->thread, phrase);
        fprintf(out, "  thread %s", phrase);
        if (finding->line)
            fprintf(out, " at %s:%u in %s", finding->file, finding->line,
                    finding->function);
        else if (mz_narrator_failure(n, finding, &frame))
            fputs(" at ", out), print_place(&frame, out);
        fputc('\n', out);
    }
    if (frame.file && frame.line) {
        const char *line =
            mz_symbols_source_line(n->symbols, frame.file, frame.line);

        if (line)
            fprintf(out, "    %s\n", line + strspn(line, " \t"));
    }
    if (finding->kind == MZ_FINDING_DATA_RACE &&
        mz_narrator_place(n, finding->other_pc, &frame)) {
        mz_narrator_thread(n, finding->other_thread, phrase);
        fprintf(out, "  the other access: %s%s by thread %s at ",
                finding->other_is_atomic ? "atomic " : "",
                finding->other_is_write ? "write" : "read", phrase);
        print_place(&frame, out);
        fputc('\n', out);
    }
}

static void print_memory(const struct mz_narrator *n,
                         const struct mz_finding *finding, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_frame frame;
    char thread[MZ_PHRASE];

    if (finding->kind != MZ_FINDING_MEMORY)
        return;
    for (uint32_t i = 0; i < account->block_count; i++) {
        const struct mz_block_note *block = &account->blocks[i];

        if (finding->address + 64 < block->address ||
            finding->address > block->address + block->size + 64)
            continue;
        if (mz_narrator_place(n, block->allocated_pc, &frame)) {
            mz_narrator_thread(n, block->allocated_by, thread);
            fprintf(out, "  allocated by thread %s at ", thread);
            print_place(&frame, out);
            fputc('\n', out);
        }
        if (block->freed_pc && mz_narrator_place(n, block->freed_pc, &frame)) {
            mz_narrator_thread(n, block->freed_by, thread);
            fprintf(out, "  freed by thread %s at ", thread);
            print_place(&frame, out);
            fputc('\n', out);
        }
        return;
    }
}

static void print_first(const struct mz_narrator *n, FILE *out)
{
    const struct mz_finding *finding = &n->report->region->findings[0];
    const struct mz_stack *failure =
        mz_narrator_stack(n, MZ_STACK_FAULT, MZ_NO_THREAD);

    if (!failure)
        failure = mz_narrator_stack(n, MZ_STACK_FAILURE, MZ_NO_THREAD);
    print_heading(n, finding, out);
    print_memory(n, finding, out);
    if (!finding->execution)
        return; /* main was not reached, or the process is gone */
    if (!finding->traced) {
        fputs("  (running this execution again ended otherwise: no "
              "interleaving can be shown)\n",
              out);
        return;
    }
    print_blocked(n, out);
    print_steps(n, out);
    print_stack(n, "call stack of the failure", failure, out);
    print_stack(n, "call stack of the other access",
                mz_narrator_stack(n, MZ_STACK_OTHER, MZ_NO_THREAD), out);
}

static void print_counts(const struct mz_report *report, FILE *out)
{
    const struct mz_progress *p = &report->region->progress;

    fprintf(out, "%lu execution%s", (unsigned long)p->executions,
            p->executions == 1 ? "" : "s");
    if (p->deadlocked)
        fprintf(out, ", %lu of them deadlocked", (unsigned long)p->deadlocked);
    if (p->blocked)
        fprintf(out, ", %lu more blocked", (unsigned long)p->blocked);
    if (p->assume_blocked)
        fprintf(out, ", %lu more with a false assumption",
                (unsigned long)p->assume_blocked);
    fprintf(out, ", %.2f s", report->seconds);
}

static void print_summary(const struct mz_report *report, FILE *out)
{
    const struct mz_region *region = report->region;

    fprintf(out, "%s: ", report->program);
    switch (report->verdict) {
    case MZ_VERDICT_SAFE:
        fputs("no error, all executions explored: ", out);
        break;
    case MZ_VERDICT_ERROR:
        if (region->finding_count > 1)
            fprintf(out, "%u different errors found: ", region->finding_count);
        else
            fputs("error found: ", out);
        break;
    case MZ_VERDICT_INCOMPLETE:
        fprintf(out, "no error so far, stopped at a limit (%s): ",
                region->limit[0] ? region->limit : "interrupted");
        break;
    default:
        fputs("not checked: ", out);
    }
    print_counts(report, out);
    fputc('\n', out);
}

static void print_details(const struct mz_report *report, FILE *out)
{
    const struct mz_progress *p = &report->region->progress;

    fprintf(out,
            "algorithm %s, dependence %s, threads %u, events %lu (%lu with "
            "replayed ones), %.0f executions/s, memory %ld KB\n",
            report->algorithm, report->dependence, p->threads,
            (unsigned long)p->events, (unsigned long)p->events_run,
            report->seconds > 0
                ? (p->executions + p->blocked) / report->seconds
                : 0,
            report->max_rss_kb);
}

static void print_notes(const struct mz_report *report, FILE *out)
{
    if (report->region->weak_atomics && !report->quiet)
        fputs("note: atomics weaker than seq_cst were explored as if they were "
              "seq_cst\n",
              out);
}

int mz_report_text(const struct mz_report *report, FILE *out)
{
    const struct mz_region *region = report->region;
    struct mz_narrator narrator;

    if (report->verdict == MZ_VERDICT_ERROR && region->finding_count) {
        if (!mz_narrator_open(&narrator, report))
            return -ENOMEM;
        print_first(&narrator, out);
        for (uint32_t i = 1; i < region->finding_count; i++) {
            fputc('\n', out);
            print_heading(&narrator, &region->findings[i], out);
        }
        mz_narrator_close(&narrator);
        fputc('\n', out);
    }
    print_summary(report, out);
    if (report->verbose)
        print_details(report, out);
    print_notes(report, out);
    if (report->verdict == MZ_VERDICT_ERROR && report->replay_command)
        fprintf(out, "to see this execution again:\n%s\n",
                report->replay_command);
    fflush(out);
    return ferror(out) ? -EIO : 0;
}
