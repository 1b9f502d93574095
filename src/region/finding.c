/* SPDX-License-Identifier: Apache-2.0 */
#include "region/finding.h"

const char *const mz_finding_names[MZ_FINDING_KINDS] = {
#define X(kind, name, ...) [MZ_FINDING_##kind] = name,
    MZ_ERROR_KINDS(X)
    MZ_LIMITS_OF_EXECUTIONS(X)
#undef X
};

const uint8_t mz_fault_kinds[MZ_FAULT_COUNT] = {
#define X(fault, kind) [MZ_FAULT_##fault] = MZ_FINDING_##kind,
    MZ_FAULTS(X)
#undef X
};

const char *const mz_side_names[MZ_SIDE_COUNT] = {
#define X(side, name) [MZ_SIDE_##side] = name,
    MZ_SIDES(X)
#undef X
};

void mz_finding_clear(struct mz_finding *finding)
{
    mz_fill(finding, 0, offsetof(struct mz_finding, text));
    finding->text[0] = finding->file[0] = finding->function[0] = 0;
    finding->found[0] = finding->expected[0] = 0;
    finding->thread = MZ_NOBODY;
}

/* Workers that were written over may have left no zero. */
static bool same_text(const char *a, const char *b, size_t size)
{
    size_t i = 0;

    while (i < size && a[i] && a[i] == b[i])
        i++;
    return i == size || a[i] == b[i];
}

/* How large an access was is told, not how much of a frame, or a block. */
static bool sides_are_alike(const struct mz_finding *a,
                            const struct mz_finding *b)
{
    bool is_access = a->side == MZ_SIDE_ACCESS;
    bool other_is_access = a->other_side == MZ_SIDE_ACCESS;

    if (a->side != b->side || a->other_side != b->other_side)
        return false;
    return (!is_access || (a->is_write == b->is_write &&
                           a->is_atomic == b->is_atomic &&
                           a->access_size == b->access_size)) &&
           (!other_is_access || (a->other_is_write == b->other_is_write &&
                                 a->other_is_atomic == b->other_is_atomic &&
                                 a->other_size == b->other_size));
}

/* Which byte below a stack is met first depends on who has come that far: also
 * our own code, which does more where an account is written. */
static bool numbers_are_alike(const struct mz_finding *a,
                              const struct mz_finding *b)
{
    return a->fault == MZ_FAULT_STACK_OVERFLOW ||
           (!mz_compare(a->numbers, b->numbers, sizeof a->numbers) &&
            !mz_compare(a->integers, b->integers, sizeof a->integers));
}

bool mz_finding_is_alike(const struct mz_finding *a, const struct mz_finding *b)
{
    return a->kind == b->kind && a->fault == b->fault &&
           a->signal == b->signal && a->action == b->action &&
           numbers_are_alike(a, b) &&
           same_text(a->text, b->text, sizeof a->text) && sides_are_alike(a, b);
}

static bool is_same_place(const struct mz_finding *a,
                          const struct mz_finding *b)
{
    return a->pc == b->pc && a->other_pc == b->other_pc && a->line == b->line &&
           same_text(a->file, b->file, sizeof a->file) &&
           same_text(a->function, b->function, sizeof a->function);
}

static bool is_same_wait(const struct mz_blocked_thread *a,
                         const struct mz_blocked_thread *b)
{
    return a->thread == b->thread && a->action == b->action &&
           a->holder == b->holder && a->address == b->address &&
           a->pc == b->pc;
}

static bool are_same_blocked(const struct mz_finding *a,
                             const struct mz_finding *b)
{
    if (a->blocked_count != b->blocked_count)
        return false;
    for (uint32_t i = 0; i < a->blocked_count && i < MZ_WIDE_THREADS; i++)
        if (!is_same_wait(&a->blocked[i], &b->blocked[i]))
            return false;
    return true;
}

/* What overflows, or is lost, at one place is one error, whatever the operands
 * are; so is what differs in one file, whatever it is. */
static bool is_alike_there(const struct mz_finding *a,
                           const struct mz_finding *b)
{
    if (a->kind == MZ_FINDING_OUTPUT)
        return a->fault == b->fault &&
               same_text(a->text, b->text, sizeof a->text);
    return a->kind == MZ_FINDING_UNDEFINED || a->fault == MZ_FAULT_LEAK
               ? a->fault == b->fault
               : mz_finding_is_alike(a, b);
}

bool mz_finding_is_same(const struct mz_finding *a, const struct mz_finding *b)
{
    return is_alike_there(a, b) && is_same_place(a, b) &&
           !mz_compare(a->threads, b->threads, sizeof a->threads) &&
           a->loop == b->loop && are_same_blocked(a, b);
}
