/* SPDX-License-Identifier: Apache-2.0 */
#include "report/narrator.h"

#include <stdlib.h>
#include <string.h>

bool mz_narrator_open(struct mz_narrator *n, const struct mz_report *report)
{
    const struct mz_region *region = report->region;
    struct mz_module *modules =
        calloc(region->module_count + 1, sizeof *modules);

    if (!modules)
        return false;
    for (uint32_t i = 0; i < region->module_count; i++)
        modules[i] = (struct mz_module){
            .path = i || !report->executable ? region->modules[i].path
                                             : report->executable,
            .bias = region->modules[i].bias,
        };
    n->report = report;
    n->symbols = mz_symbols_open(modules, region->module_count);
    free(modules);
    return n->symbols;
}

void mz_narrator_close(struct mz_narrator *n)
{
    mz_symbols_close(n->symbols);
}

/* ---- threads ---------------------------------------------------------- */

static size_t put_birth(const struct mz_region *region, unsigned thread,
                        char *out, size_t size)
{
    const struct mz_thread_name *name = &region->names[thread];
    size_t length;

    if (thread == 0 || name->parent >= thread)
        return snprintf(out, size, "main");
    length = put_birth(region, name->parent, out, size);
    if (length >= size)
        return length;
    return length + snprintf(out + length, size - length, ".%u", name->child);
}

void mz_narrator_thread(const struct mz_narrator *n, unsigned thread,
                        char out[MZ_PHRASE])
{
    const struct mz_region *region = n->report->region;
    size_t length;

    if (thread >= region->thread_count || thread >= MZ_MAX_THREADS) {
        snprintf(out, MZ_PHRASE, thread == 0 ? "main" : "thread %u", thread);
        return;
    }
    length = put_birth(region, thread, out, MZ_PHRASE);
    if (region->names[thread].name[0] && length < MZ_PHRASE)
        snprintf(out + length, MZ_PHRASE - length, " (%s)",
                 region->names[thread].name);
}

/* ---- code ------------------------------------------------------------- */

bool mz_narrator_place(const struct mz_narrator *n, uint64_t pc,
                       struct mz_frame *out)
{
    return pc && mz_symbols_frames(n->symbols, pc - 1, out, 1) == 1;
}

const struct mz_stack *mz_narrator_stack(const struct mz_narrator *n,
                                         enum mz_stack_role role,
                                         unsigned thread)
{
    const struct mz_account *account = &n->report->region->account;

    for (uint32_t i = account->stack_count; i-- > 0;) {
        const struct mz_stack *stack = &account->stacks[i];

        if (stack->role == role && stack->depth &&
            (thread == MZ_NO_THREAD || stack->thread == thread))
            return stack;
    }
    return NULL;
}

size_t mz_narrator_frames(const struct mz_narrator *n,
                          const struct mz_stack *stack, struct mz_frame *out,
                          size_t max)
{
    size_t count = 0;

    for (unsigned i = 0; i < stack->depth && count < max; i++) {
        bool exact = i == 0 && stack->role == MZ_STACK_FAULT;

        count += mz_symbols_frames(n->symbols, stack->pcs[i] - !exact,
                                   out + count, max - count);
    }
    return count;
}

/* The innermost frame that has source: libc's, for one, has none. */
static bool first_with_source(const struct mz_narrator *n,
                              const struct mz_stack *stack,
                              struct mz_frame *out)
{
    struct mz_frame frames[MZ_MAX_DEPTH];
    size_t count = mz_narrator_frames(n, stack, frames, MZ_MAX_DEPTH);

    for (size_t i = 0; i < count; i++)
        if (frames[i].file && frames[i].line) {
            *out = frames[i];
            return true;
        }
    if (count)
        *out = frames[0];
    return count;
}

bool mz_narrator_failure(const struct mz_narrator *n,
                         const struct mz_finding *finding,
                         struct mz_frame *out)
{
    bool first = finding == n->report->region->findings && finding->traced;
    const struct mz_stack *stack = NULL;

    if (first)
        stack = mz_narrator_stack(n, MZ_STACK_FAULT, MZ_NO_THREAD);
    if (first && !stack)
        stack = mz_narrator_stack(n, MZ_STACK_FAILURE, MZ_NO_THREAD);
    if (stack && first_with_source(n, stack, out))
        return true;
    return mz_narrator_place(n, finding->pc, out);
}

/* ---- data ------------------------------------------------------------- */

static bool name_block(const struct mz_narrator *n, uint64_t address,
                       char out[MZ_PHRASE])
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_frame frame;

    for (uint32_t i = 0; i < account->block_count; i++) {
        const struct mz_block_note *block = &account->blocks[i];
        uint64_t offset = address - block->address;
        char place[MZ_PHRASE] = "";

        /* Addresses in the red zones around it are told relative to it. */
        if (offset + 32 > block->size + 64)
            continue;
        if (mz_narrator_place(n, block->allocated_pc, &frame) && frame.file)
            snprintf(place, sizeof place, " allocated at %s:%u", frame.file,
                     frame.line);
        if (offset && (int64_t)offset > 0)
            snprintf(out, MZ_PHRASE, "byte %lu of heap block of %lu bytes%s",
                     (unsigned long)offset, (unsigned long)block->size, place);
        else
            snprintf(out, MZ_PHRASE, "heap block of %lu bytes%s",
                     (unsigned long)block->size, place);
        return true;
    }
    return false;
}

static bool name_stack(const struct mz_narrator *n, uint64_t address,
                       char out[MZ_PHRASE])
{
    const struct mz_region *region = n->report->region;
    char thread[MZ_PHRASE];

    for (unsigned t = 0; t < MZ_MAX_THREADS; t++) {
        if (!region->stacks[t] ||
            address - region->stacks[t] >= region->stack_size)
            continue;
        mz_narrator_thread(n, t, thread);
        snprintf(out, MZ_PHRASE, "local variable of %.200s (at 0x%lx)", thread,
                 (unsigned long)address);
        return true;
    }
    return false;
}

void mz_narrator_object(const struct mz_narrator *n, uint64_t address,
                        unsigned size, char out[MZ_PHRASE])
{
    if (!mz_symbols_object(n->symbols, address, size, out, MZ_PHRASE) &&
        !name_block(n, address, out) && !name_stack(n, address, out))
        snprintf(out, MZ_PHRASE, "0x%lx", (unsigned long)address);
}

void mz_narrator_value(const struct mz_narrator *n, uint64_t address,
                       unsigned size, uint64_t bits, char out[MZ_PHRASE])
{
    if (mz_symbols_value(n->symbols, address, size, bits, out, MZ_PHRASE))
        return;
    if (bits < 1 << 20)
        snprintf(out, MZ_PHRASE, "%lu", (unsigned long)bits);
    else
        snprintf(out, MZ_PHRASE, "0x%lx", (unsigned long)bits);
}

/* ---- steps ------------------------------------------------------------ */

static void describe_access(const struct mz_narrator *n,
                            const struct mz_step *step, char out[MZ_PHRASE])
{
    char object[MZ_PHRASE] = "", value[MZ_PHRASE] = "", second[MZ_PHRASE] = "";
    const char *name = mz_action_names[step->action];

    if (step->address)
        mz_narrator_object(n, step->address, step->size, object);
    if (step->has_value & 1)
        mz_narrator_value(n, step->address, step->size, step->value, value);
    if (step->has_value & 2)
        mz_narrator_value(n, step->address, step->size, step->second, second);
    switch ((enum mz_action)step->action) {
    case MZ_ACTION_STORE:
        snprintf(out, MZ_PHRASE, "%s: %.200s = %.100s (was %.100s)", name,
                 object, value, second);
        break;
    case MZ_ACTION_EXCHANGE:
        snprintf(out, MZ_PHRASE, "%s: %.200s = %.100s (was %.100s)", name,
                 object, second, value);
        break;
    case MZ_ACTION_COMPARE_EXCHANGE:
        snprintf(out, MZ_PHRASE, "%s: %.200s = %.100s (was %.100s)", name,
                 object, second, value);
        break;
    case MZ_ACTION_FETCH_ADD:
    case MZ_ACTION_FETCH_SUB:
    case MZ_ACTION_FETCH_AND:
    case MZ_ACTION_FETCH_OR:
    case MZ_ACTION_FETCH_XOR:
    case MZ_ACTION_FETCH_NAND:
        snprintf(out, MZ_PHRASE, "%s: %.200s (is %.100s), %.100s", name, object,
                 value, second);
        break;
    default:
        snprintf(out, MZ_PHRASE, "%s%s%.300s%s%.100s", name,
                 *object ? ": " : "", object, *value ? " is " : "", value);
    }
}

void mz_narrator_step(const struct mz_narrator *n, const struct mz_step *step,
                      char out[MZ_PHRASE])
{
    const char *name = mz_action_names[step->action];
    char thread[MZ_PHRASE];

    switch ((enum mz_action)step->action) {
    case MZ_ACTION_THREAD_CREATE:
    case MZ_ACTION_THREAD_JOIN:
        mz_narrator_thread(n, step->value, thread);
        snprintf(out, MZ_PHRASE, "%s: %.300s", name, thread);
        break;
    case MZ_ACTION_CHOOSE:
        snprintf(out, MZ_PHRASE, "%s: %lu", name, (unsigned long)step->value);
        break;
    case MZ_ACTION_MALLOC:
        snprintf(out, MZ_PHRASE, "%s %lu bytes", name,
                 (unsigned long)step->value);
        break;
    default:
        describe_access(n, step, out);
    }
}
