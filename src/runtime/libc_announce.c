/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "arch/page.h"
#include "base/text.h"
#include "runtime/atomic_block.h"
#include "runtime/audit.h"
#include "runtime/heap.h"
#include "runtime/libc_owners.h"
#include "runtime/mapping.h"
#include "runtime/stream_lock.h"
#include "runtime/turn.h"

/* ---- single accesses ---------------------------------------------------- */

static bool is_of_interest(struct mz_announcement *a, uint64_t address,
                           uint64_t size)
{
    if (!address || !size || address + size < address ||
        (!a->is_of_program && mz_owners_foreign_data(address)))
        return false;
    a->count++;
    return !a->is_counting;
}

/* An audit is told where the call was made: what libc calls back lies below. */
static void tell(struct mz_announcement *a, bool write, uint64_t address,
                 uint64_t size)
{
    void *pc = (void *)a->call->caller;

    if (!a->is_audit)
        mz_mapping_check(address, size, a->row->name);
    if (write && !a->is_audit)
        mz_plain_write((void *)address, size, pc);
    else if (!a->is_audit)
        mz_plain_read((const void *)address, size, pc);
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_call(write, address, size, &a->call->frame);
}

void mz_announce_read(struct mz_announcement *a, uint64_t address,
                      uint64_t size)
{
    if (!mz_owners_constant(address) && is_of_interest(a, address, size))
        tell(a, false, address, size);
}

void mz_announce_write(struct mz_announcement *a, uint64_t address,
                       uint64_t size)
{
    if (is_of_interest(a, address, size))
        tell(a, true, address, size);
}

/* Up to the first page where nothing is mapped. */
static uint64_t mapped(uint64_t address, uint64_t size)
{
    uint64_t page = mz_page_down(address) + MZ_PAGE, unused;

    for (; page - address < size; page += MZ_PAGE)
        if (!mz_fault_read(page, &unused))
            return page - address;
    return size;
}

void mz_announce_at_most(struct mz_announcement *a, uint64_t address,
                         uint64_t size)
{
    struct mz_block_note block;

    if (size && mz_heap_has(address) && mz_heap_describe(address, &block) &&
        address - block.address < block.size &&
        size > block.size - (address - block.address))
        size = block.size - (address - block.address);
    else
        size = mapped(address, size);
    mz_announce_write(a, address, size);
}

uint64_t mz_announce_length(struct mz_announcement *a, uint64_t text,
                            unsigned width, uint64_t most)
{
    uint64_t length, limit = most / width;

    if (!text || !limit)
        return 0;
    if (mz_heap_has(text))
        mz_heap_check(text, width, MZ_ACTION_READ, a->call->caller);
    length = width == 1 ? mz_texts_length((const char *)text, limit)
                        : mz_texts_wide_length((const wchar_t *)text, limit);
    return (length < limit ? length + 1 : length) * width;
}

/* ---- where, and how much ------------------------------------------------ */

static bool is_of_result(const struct mz_rule *rule)
{
    return (rule->argument & ~MZ_AT_POINTER) == MZ_RETURNED;
}

static bool is_for_after(const struct mz_rule *rule)
{
    return rule->size >= MZ_SIZE_AFTER || is_of_result(rule);
}

/* The variables of the program that some functions use: its own, or those of
 * libc and libm; and the time zone, where there is one. */
static uint64_t variable(unsigned i)
{
    const void *const variables[] = {&optarg,  &optind,      &opterr,
                                     &optopt,  &signgam,     &getdate_err};

    return i == MZ_TZ ? (uint64_t)mz_text_variable(environ, "TZ")
                      : (uint64_t)variables[i - MZ_OPTARG];
}

static uint64_t argument(const struct mz_announcement *a, unsigned i)
{
    if (i >= MZ_ON_STACK)
        return a->call->stack[i - MZ_ON_STACK];
    if (i >= MZ_OPTARG)
        return variable(i);
    return i == MZ_RETURNED ? a->call->result : a->call->arguments[i];
}

static uint64_t address_of(const struct mz_announcement *a,
                           const struct mz_rule *rule)
{
    uint64_t value = argument(a, rule->argument & ~MZ_AT_POINTER);

    if (value && rule->argument & MZ_AT_POINTER)
        value = *(const uint64_t *)value;
    return value;
}

/* An int that is negative may look like a large long. */
static int64_t result_of(const struct mz_announcement *a)
{
    uint64_t result = a->call->result;

    return result >> 31 == 1 ? (int32_t)result : (int64_t)result;
}

/* An argument that is a limit, in bytes. */
static uint64_t limit(const struct mz_announcement *a,
                      const struct mz_rule *rule)
{
    uint64_t limit, unit = rule->y ? rule->y : 1;

    if (rule->x == MZ_NO_ARGUMENT ||
        __builtin_mul_overflow(argument(a, rule->x), unit, &limit))
        return UINT64_MAX;
    return limit;
}

static uint64_t list_of_texts(struct mz_announcement *a, uint64_t list)
{
    const uint64_t *text = (const uint64_t *)list;

    for (; text && *text; text++)
        mz_announce_read(a, *text,
                         mz_announce_length(a, *text, 1, UINT64_MAX));
    return text ? (uint64_t)(text + 1) - list : 0;
}

/* The second word of the object is how long it is. */
static uint64_t length_of_string(uint64_t string)
{
    return ((const uint64_t *)string)[1];
}

static uint64_t up_to(uint64_t address, uint64_t end)
{
    return end > address ? end - address : 0;
}

static uint64_t operand(const struct mz_announcement *a,
                        const struct mz_rule *rule)
{
    return rule->x < MZ_NO_ARGUMENT || rule->x >= MZ_ON_STACK
               ? argument(a, rule->x)
               : 0;
}

static uint64_t size_before(struct mz_announcement *a,
                            const struct mz_rule *rule, uint64_t address)
{
    uint64_t x = operand(a, rule);

    switch ((enum mz_size)rule->size) {
    case MZ_SIZE_BYTES:
        return rule->y;
    case MZ_SIZE_ARGUMENT:
        return x * rule->y;
    case MZ_SIZE_INT:
        return (int)x > 0 ? (uint64_t)(int)x * rule->y : 0;
    case MZ_SIZE_PRODUCT:
        return x * argument(a, rule->y);
    case MZ_SIZE_IF:
        return x ? rule->y : 0;
    case MZ_SIZE_PAGES:
        return (x + MZ_PAGE - 1) / MZ_PAGE;
    case MZ_SIZE_NET:
        return (int)x == AF_INET6 ? 16 : 4;
    case MZ_SIZE_BITS:
        return (int)x > 0 ? ((uint64_t)(int)x + 63) / 64 * 8 : 0;
    case MZ_SIZE_TEXT:
    case MZ_SIZE_TEXT_TO:
        return mz_announce_length(a, address, rule->y, limit(a, rule));
    case MZ_SIZE_SHORT:
        return mz_announce_length(a, address, 1, rule->y);
    case MZ_SIZE_COPY:
        return mz_announce_length(a, x, rule->y, UINT64_MAX);
    case MZ_SIZE_CHAR:
        return mz_texts_find(a, address, x, UINT64_MAX, true);
    case MZ_SIZE_SPAN:
    case MZ_SIZE_CSPAN:
        return mz_texts_span(a, address, x, rule->size == MZ_SIZE_SPAN);
    case MZ_SIZE_FOUND:
        return mz_texts_find(a, address, x,
                             rule->y == MZ_NO_ARGUMENT ? UINT64_MAX
                                                       : argument(a, rule->y),
                             false);
    case MZ_SIZE_STRINGS:
        return list_of_texts(a, address);
    case MZ_SIZE_TO:
        return up_to(address, x);
    case MZ_SIZE_BETWEEN:
        return up_to(x, argument(a, rule->y));
    case MZ_SIZE_STRING:
        return length_of_string(x) * rule->y;
    default:
        return 0;
    }
}

static uint64_t at_most(uint64_t size, uint64_t most)
{
    return size < most ? size : most;
}

static uint64_t rest_of_block(uint64_t address)
{
    struct mz_block_note block;

    return mz_heap_has(address) && mz_heap_describe(address, &block)
               ? up_to(address, block.address + block.size)
               : 0;
}

/* The kernel found nothing where it was to write: another thread may have taken
 * it away, and in another order it would be written to. */
static bool is_no_memory(int64_t result)
{
    return result == -1 && errno == EFAULT;
}

static uint64_t size_after(struct mz_announcement *a,
                           const struct mz_rule *rule, uint64_t address)
{
    int64_t result = result_of(a);
    uint64_t x = operand(a, rule);

    switch ((enum mz_size)rule->size) {
    case MZ_SIZE_FILLED:
        return x ? rule->y * at_most(*(const uint32_t *)x,
                                     a->call->scratch[rule->x])
                 : 0;
    case MZ_SIZE_RESULT:
        if (is_no_memory(result))
            return limit(a, rule);
        return result > 0 ? at_most(result * rule->y, limit(a, rule)) : 0;
    case MZ_SIZE_ITEMS:
        /* Of an item that is there in part anything may have been written. */
        return at_most((result + 1) * x, x * argument(a, rule->y));
    case MZ_SIZE_WITH_NUL:
        return result < 0 ? 0
                          : at_most((result + 1) * rule->y, limit(a, rule));
    case MZ_SIZE_IF_ZERO:
        return result ? 0
                      : mz_announce_length(a, address, rule->y, limit(a, rule));
    case MZ_SIZE_IF_HERE:
        return a->call->result != address
                   ? 0
                   : mz_announce_length(a, address, rule->y, limit(a, rule));
    case MZ_SIZE_TO_RESULT:
        return a->call->result ? a->call->result - address : x;
    case MZ_SIZE_IF_DONE:
        return result ? rule->y : 0;
    case MZ_SIZE_IF_CHILD:
        return result > 0 ? rule->y : 0;
    case MZ_SIZE_IF_OK:
        return (int32_t)result && !is_no_memory(result) ? 0 : rule->y;
    case MZ_SIZE_UP_TO_RESULT:
        return at_most(up_to(address, a->call->result) + rule->y,
                       up_to(address, x));
    case MZ_SIZE_IF_CONVERTED:
        return (uint32_t)a->call->result_rdx ? 0 : rule->y;
    case MZ_SIZE_AFTERWARDS:
        return rule->y;
    case MZ_SIZE_REST:
        return rest_of_block(address);
    default:
        return size_before(a, rule, address);
    }
}

/* ---- before, what is only known after ----------------------------------- */

static const struct mz_rule *format_of(const struct mz_announcement *a)
{
    const struct mz_rule *rule = a->row->accesses->rules;

    while (rule->verb && rule->verb != MZ_VERB_PRINTF &&
           rule->verb != MZ_VERB_VPRINTF)
        rule++;
    return rule->verb && rule->y == 1 ? rule : NULL;
}

/* As many bytes as the program's call is about to print, and a NUL. */
static uint64_t printed(const struct mz_announcement *a)
{
    const struct mz_rule *rule = format_of(a);
    int error = errno, length = -1;
    va_list list;

    if (!rule)
        return UINT64_MAX;
    va_copy(list, a->call->kept);
    length = MZ_REAL(vsnprintf)(NULL, 0, (char *)argument(a, rule->argument),
                                list);
    va_end(list);
    errno = error;
    return length < 0 ? 0 : (uint64_t)length + 1;
}

/* No system call transfers more at once. */
#define MOST 0x7ffff000ull

static uint64_t most_of(struct mz_announcement *a, const struct mz_rule *rule,
                        uint64_t address)
{
    switch ((enum mz_size)rule->size) {
    case MZ_SIZE_LEFT:
        return *(const uint64_t *)argument(a, rule->x);
    case MZ_SIZE_FILLED:
        return a->call->scratch[rule->x] * rule->y;
    case MZ_SIZE_TO_RESULT:
        return argument(a, rule->x);
    case MZ_SIZE_ITEMS:
        return argument(a, rule->x) * argument(a, rule->y);
    case MZ_SIZE_WITH_NUL:
        return at_most(limit(a, rule), printed(a));
    case MZ_SIZE_IF_DONE:
    case MZ_SIZE_IF_CHILD:
    case MZ_SIZE_IF_OK:
    case MZ_SIZE_IF_CONVERTED:
    case MZ_SIZE_AFTERWARDS:
        return rule->y;
    case MZ_SIZE_UP_TO_RESULT:
        return up_to(address, argument(a, rule->x));
    case MZ_SIZE_RESULT:
    case MZ_SIZE_IF_ZERO:
    case MZ_SIZE_IF_HERE:
        return limit(a, rule);
    default:
        return size_before(a, rule, address);
    }
}

/* Where the function is given a pointer that it may change, the block that it
 * points to, if it does. */
static void announce_most(struct mz_announcement *a, const struct mz_rule *rule)
{
    uint64_t address, size;

    if (is_of_result(rule))
        return;
    address = address_of(a, rule);
    if (rule->argument & MZ_AT_POINTER && rule->size != MZ_SIZE_LEFT &&
        !(mz_heap_has(address) && mz_heap_is_live(address, 1)))
        return;
    size = at_most(address ? most_of(a, rule, address) : 0, MOST);
    if (rule->verb == MZ_VERB_WRITES)
        mz_announce_at_most(a, address, size);
    else
        mz_announce_read(a, address, size);
}

/* ---- rules -------------------------------------------------------------- */

static void apply_access(struct mz_announcement *a, const struct mz_rule *rule)
{
    uint64_t address, size;

    if (is_for_after(rule) && !a->is_after) {
        announce_most(a, rule);
        return;
    }
    address = address_of(a, rule);
    if (rule->size == MZ_SIZE_LEFT) {
        size = address - a->call->scratch[rule->x];
        address = a->call->scratch[rule->x];
    } else {
        size = address ? size_after(a, rule, address) : 0;
    }
    if (rule->verb == MZ_VERB_WRITES && rule->size == MZ_SIZE_ITEMS)
        mz_announce_at_most(a, address, size);
    else if (rule->verb == MZ_VERB_WRITES)
        mz_announce_write(a, address, size);
    else
        mz_announce_read(a, address, size);
}

static void apply(struct mz_announcement *a, const struct mz_rule *rule)
{
    switch ((enum mz_verb)rule->verb) {
    case MZ_VERB_READS:
    case MZ_VERB_WRITES:
        apply_access(a, rule);
        break;
    case MZ_VERB_READS_VECTOR:
    case MZ_VERB_WRITES_VECTOR:
    case MZ_VERB_READS_MESSAGE:
    case MZ_VERB_WRITES_MESSAGE:
    case MZ_VERB_READS_MESSAGES:
    case MZ_VERB_WRITES_MESSAGES:
    case MZ_VERB_POLLS:
        mz_vectors_announce(a, rule, address_of(a, rule),
                            size_before(a, rule, 0));
        break;
    case MZ_VERB_STREAM:
    case MZ_VERB_UNLOCKED:
    case MZ_VERB_CLOSES:
    case MZ_VERB_OBJECT:
    case MZ_VERB_USES:
    case MZ_VERB_CHANGES:
        mz_states_announce(a, rule);
        break;
    case MZ_VERB_CXX_STREAM:
    case MZ_VERB_CXX_IOS:
    case MZ_VERB_CXX_BUFFER:
        mz_streams_announce(a, rule);
        break;
    case MZ_VERB_PRINTF:
    case MZ_VERB_VPRINTF:
        mz_formats_print(a, rule);
        break;
    case MZ_VERB_SCANF:
    case MZ_VERB_VSCANF:
        mz_formats_scan(a, rule);
        break;
    case MZ_VERB_NUMBER:
        mz_texts_number(a, rule);
        break;
    case MZ_VERB_COMPARES:
        mz_texts_compare(a, rule);
        break;
    case MZ_VERB_APPENDS:
        mz_texts_append(a, rule);
        break;
    case MZ_VERB_STRSEP:
        mz_texts_strsep(a, rule);
        break;
    case MZ_VERB_STRTOK_R:
        mz_texts_strtok_r(a, rule);
        break;
    case MZ_VERB_STRTOK:
        mz_texts_strtok(a, rule);
        break;
    case MZ_VERB_RANDOM_DRAWS:
    case MZ_VERB_RANDOM_SEEDS:
    case MZ_VERB_RANDOM_LEAVES:
        mz_states_random(a, rule);
        break;
    case MZ_VERB_OWN_CALLS:
    case MZ_VERB_END:
        break;
    }
}

/* Those of vectors are for before and after: the lists, and what is filled. */
static bool is_for_both(const struct mz_rule *rule)
{
    return rule->verb >= MZ_VERB_READS_VECTOR &&
           rule->verb <= MZ_VERB_WRITES_MESSAGES;
}

/* With --plain=interleave what is known after the call is told before it, but
 * for what it returns. */
static bool is_due(const struct mz_announcement *a, const struct mz_rule *rule)
{
    if (mz_rt.interleaving)
        return is_of_result(rule) == a->is_after;
    return is_for_both(rule) || is_for_after(rule) == a->is_after;
}

/* None of the rules is about this call: a library makes it. */
static bool is_inner_call(const struct mz_announcement *a)
{
    return a->row->accesses->rules[0].verb == MZ_VERB_OWN_CALLS &&
           !a->is_of_program;
}

static void apply_all(struct mz_announcement *a)
{
    for (const struct mz_rule *r = a->row->accesses->rules; r->verb; r++)
        if (is_due(a, r))
            apply(a, r);
}

/* ---- arguments ---------------------------------------------------------- */

/* Notes what libc changes and the rule needs afterwards: pointers that are
 * moved, lengths that become others, lists of arguments. */
static void keep(struct mz_call *call, const struct mz_rule *r)
{
    uint64_t *v = call->arguments;

    if (r->verb == MZ_VERB_PRINTF || r->verb == MZ_VERB_SCANF)
        mz_call_list_arguments(call, r->argument);
    else if (r->verb == MZ_VERB_VPRINTF || r->verb == MZ_VERB_VSCANF)
        va_copy(call->kept, *(va_list *)v[r->x]);
    else if (r->size == MZ_SIZE_LEFT && v[r->argument & ~MZ_AT_POINTER])
        call->scratch[r->x] =
            *(const uint64_t *)v[r->argument & ~MZ_AT_POINTER];
    else if (r->size == MZ_SIZE_FILLED && v[r->x])
        call->scratch[r->x] = *(const uint32_t *)v[r->x];
}

/* True: there are rules that need the result. */
static bool prepare(struct mz_call *call, const struct mz_forward *row)
{
    bool needs_result = false;

    for (const struct mz_rule *r = row->accesses->rules; r->verb; r++) {
        needs_result |= is_for_after(r) || is_for_both(r);
        keep(call, r);
    }
    return needs_result;
}

static void *use_variant(struct mz_call *call, const struct mz_forward *row)
{
    const struct mz_rule *r = row->accesses->rules;

    while (r->verb != MZ_VERB_PRINTF && r->verb != MZ_VERB_SCANF)
        r++;
    call->arguments[r->argument + 1] = (uint64_t)&call->passed;
    return mz_real(row->accesses->variant);
}

/* ---- calls -------------------------------------------------------------- */

static struct mz_announcement announcement_of(struct mz_call *call,
                                              struct mz_forward *row)
{
    return (struct mz_announcement){
        .call = call,
        .row = row,
        .is_of_program = mz_owners_program_code(call->caller),
    };
}

/* What is returned is libc's own, and another call changes it. */
static bool returns_state(const struct mz_forward *row)
{
    bool changes = false, returns = false;

    for (const struct mz_rule *r = row->accesses->rules; r->verb; r++) {
        changes |= r->verb == MZ_VERB_CHANGES;
        returns |= is_of_result(r);
    }
    return changes && returns;
}

/* All of a call is one visible operation; nothing runs between it and libc.
 * True: mz_announce_after adds to it what the function has returned. */
static bool announce_visibly(struct mz_announcement *a)
{
    bool is_block = mz_turns.atomic == MZ_NO_THREAD && !mz_turn_is_alone();
    bool returns = a->is_of_program && returns_state(a->row);

    a->is_counting = true;
    apply_all(a);
    a->is_counting = false;
    if (is_block && a->count + returns > 1)
        mz_atomic_block_begin();
    apply_all(a);
    if (returns && mz_turns.atomic == mz_rt.self && !mz_turns.atomic_universal)
        a->call->due |= MZ_FORWARD_ENDS_BLOCK;
    else
        mz_io_end();
    return returns;
}

/* What is announced after the call is told to the audit before. */
static void tell_audit(struct mz_announcement a)
{
    a.is_audit = true;
    for (const struct mz_rule *r = a.row->accesses->rules; r->verb; r++)
        if (is_for_after(r) || is_for_both(r))
            apply(&a, r);
}

static const struct mz_rule *rule_of_stream(const struct mz_announcement *a)
{
    const struct mz_rule *r = a->row->accesses->rules;

    while (r->verb && r->verb != MZ_VERB_STREAM && r->verb != MZ_VERB_UNLOCKED)
        r++;
    return r;
}

/* Nobody else runs until the call is done, but where what it accesses is
 * another event, or more of one that is still open. */
static void leave_stream(struct mz_announcement *a, const FILE *stream)
{
    if (mz_rt.interleaving)
        a->call->due |= MZ_FORWARD_LEAVES;
    else
        mz_stream_lock_leave(stream, a->call->caller);
}

/* A stream's descriptor is used where the stream is. (Who closes one has had
 * its turn.) */
static void take_turn_of_stream(struct mz_announcement *a)
{
    const struct mz_rule *r = rule_of_stream(a);
    bool is_pipe, is_entered = false;
    FILE *stream;

    if (!r->verb)
        return;
    stream = mz_states_stream(a, r->argument);
    if (r->verb == MZ_VERB_STREAM)
        is_entered = mz_stream_lock_enter(stream, a->call->caller);
    if (r->verb == MZ_VERB_STREAM && stream && !mz_rt.interleaving)
        mz_states_use_buffer(a, stream);
    is_pipe = mz_io_stream_is_pipe(stream);
    if (is_pipe || !mz_turn_is_alone() || mz_rt.interleaving)
        mz_io_stream(stream,
                     mz_input_wanted(is_pipe ? a->row->name : "",
                                     a->call->arguments),
                     a->call->caller);
    if (stream)
        mz_io_check_stream(stream, true);
    else
        mz_io_check_streams();
    if (is_entered)
        leave_stream(a, stream);
}

bool mz_announce_before(struct mz_call *call, struct mz_forward *row,
                        void **real)
{
    struct mz_announcement a = announcement_of(call, row);
    bool needs_result, has_stream;

    if (is_inner_call(&a))
        return false;
    take_turn_of_stream(&a);
    needs_result = prepare(call, row);
    has_stream = mz_streams_begin(&a) | !!(call->due & MZ_FORWARD_LEAVES);
    if (MZ_UNLIKELY(mz_rt.interleaving))
        return announce_visibly(&a) | has_stream;
    apply_all(&a);
    if (MZ_UNLIKELY(mz_rt.auditing) && needs_result)
        tell_audit(a);
    if (needs_result && row->accesses->variant)
        *real = use_variant(call, row);
    return needs_result | has_stream;
}

static void finish(const struct mz_announcement *a)
{
    if (a->call->due & MZ_FORWARD_ENDS_BLOCK)
        mz_atomic_block_end();
    if (a->call->due & MZ_FORWARD_LEAVES)
        mz_stream_lock_leave(mz_states_stream(a, rule_of_stream(a)->argument),
                             a->call->caller);
}

void mz_announce_after(struct mz_call *call, struct mz_forward *row)
{
    struct mz_announcement a = announcement_of(call, row);

    a.is_after = true;
    mz_streams_end(&a);
    if (!mz_rt.interleaving || returns_state(row))
        apply_all(&a);
    finish(&a);
}

void mz_announce_left(struct mz_call *call, struct mz_forward *row)
{
    const struct mz_announcement a = announcement_of(call, row);

    mz_streams_end(&a);
    finish(&a);
}

bool mz_announce_io(struct mz_forward *row, struct mz_io *io,
                    const uint64_t arguments[6], uint64_t pc)
{
    struct mz_call call = {.caller = pc};
    void *real;

    if (MZ_UNLIKELY(mz_rt.cancelling))
        mz_forward_may_cancel(row, pc);
    if (!mz_io_begin(io))
        return false;
    mz_copy(call.arguments, arguments, sizeof call.arguments);
    mz_announce_before(&call, row, &real);
    return true;
}

void mz_announce(struct mz_forward *row, const uint64_t arguments[6],
                 uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.cancelling))
        mz_forward_may_cancel(row, pc);
    mz_announce_rest(row, arguments, pc);
}

void mz_announce_rest(struct mz_forward *row, const uint64_t arguments[6],
                      uint64_t pc)
{
    struct mz_call call = {.caller = pc};
    void *real;

    mz_copy(call.arguments, arguments, sizeof call.arguments);
    mz_announce_before(&call, row, &real);
}

void mz_announce_path(struct mz_forward *row, const struct mz_io_path *path,
                      const uint64_t arguments[6], uint64_t pc)
{
    struct mz_call call = {.caller = pc};
    void *real;

    if (MZ_UNLIKELY(mz_rt.cancelling))
        mz_forward_may_cancel(row, pc);
    mz_io_path(path);
    mz_copy(call.arguments, arguments, sizeof call.arguments);
    if (!mz_announce_before(&call, row, &real))
        mz_io_end();
}

void mz_announce_filled(struct mz_forward *row, const uint64_t arguments[6],
                        uint64_t pc, uint64_t result, unsigned argument,
                        uint64_t given)
{
    struct mz_call call = {.caller = pc, .result = result};

    mz_copy(call.arguments, arguments, sizeof call.arguments);
    call.scratch[argument] = given;
    mz_announce_after(&call, row);
    if (MZ_UNLIKELY(mz_rt.interleaving))
        mz_io_end();
}

void mz_announce_result(struct mz_forward *row, const uint64_t arguments[6],
                        uint64_t pc, uint64_t result)
{
    mz_announce_filled(row, arguments, pc, result, 0, 0);
}
