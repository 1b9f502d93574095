/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What libc keeps between calls. POSIX (2.9.1) names the functions that need
 * not be safe in several threads at once: what they share is an object each,
 * and two calls that are not ordered, one of which changes it, are an error.
 * Only the program's own calls count: system libraries know what they may call.
 *
 * Streams lock themselves, except for the functions that end in _unlocked; but
 * to close one is to write to it. So they do with a buffer that setvbuf has
 * given them, which is memory of the program's: whatever the program itself
 * does to it meanwhile is a race.
 */
#include "runtime/libc_announce.h"

#include <stdio.h>
#include <stdlib.h>

#include "runtime/audit.h"
#include "runtime/heap.h"
#include "runtime/libc.h"
#include "runtime/plain.h"
#include "runtime/stream_lock.h"

enum {
    HAS_OWN_BUFFER = 1, /* of libc's flags: one that it did not allocate */
    PART = 4,           /* of which mz_plain_unsafe tells */
};

#define NO_CONVERTER UINT64_MAX /* what iconv_open returns in vain */

/* Only their addresses matter; each is a granule of its own. */
static const uint64_t states_of_libc[MZ_STATE_COUNT];

static void use_state(struct mz_announcement *a, enum mz_op kind,
                      const void *object)
{
    if (!a->is_of_program)
        return;
    a->count++;
    if (!a->is_counting && !a->is_audit)
        mz_plain_unsafe(kind, object, a->row->name, a->call->caller);
}

static void check_block(const struct mz_announcement *a, uint64_t object)
{
    if (mz_heap_has(object))
        mz_heap_check(object, 1, MZ_ACTION_READ, a->call->caller);
}

/* One of a single byte is within the stream. */
static uint64_t size_of_own_buffer(const FILE *stream)
{
    return stream->_flags & HAS_OWN_BUFFER &&
                   stream->_IO_buf_base != stream->_shortbuf &&
                   !mz_libc_output_gave(stream->_IO_buf_base)
               ? stream->_IO_buf_end - stream->_IO_buf_base
               : 0;
}

/* While it has the stream's lock. What printing and the program's own accesses
 * do to each other then is for the race detector to say, which forgives two
 * that print. */
void mz_states_use_buffer(struct mz_announcement *a, const FILE *stream)
{
    uint64_t start = (uint64_t)stream->_IO_buf_base;
    uint64_t size = size_of_own_buffer(stream);

    if (!size)
        return;
    if (mz_rt.interleaving || a->is_counting || a->is_audit ||
        !a->is_of_program) {
        mz_announce_write(a, start, size);
        return;
    }
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_call(true, start, size, &a->call->frame);
    if (mz_heap_has(start))
        mz_heap_check(start, size, MZ_ACTION_WRITE, a->call->caller);
    for (uint64_t at = start; mz_rt.detecting && at < start + size; at += PART)
        mz_plain_unsafe(MZ_RMW, (const void *)at, "setvbuf", a->call->caller);
}

/* In what order threads print is not explored: what locks a stream reads it. */
static void use_stream(struct mz_announcement *a, enum mz_verb verb,
                       uint64_t stream)
{
    bool is_alone = verb == MZ_VERB_CLOSES ||
                    (verb == MZ_VERB_UNLOCKED &&
                     !mz_stream_lock_is_own((const FILE *)stream));

    enum mz_op kind = is_alone            ? MZ_WRITE
                      : mz_rt.interleaving ? MZ_READ
                                           : MZ_RMW;

    if (!stream)
        return;
    if (MZ_UNLIKELY(mz_rt.interleaving) && stream == (uint64_t)stdin)
        mz_streams_input(a);
    a->count++;
    if (a->is_counting || a->is_audit) {
        mz_states_use_buffer(a, (const FILE *)stream);
        return;
    }
    check_block(a, stream);
    mz_plain_unsafe(kind, (const void *)stream, a->row->name,
                    a->call->caller);
    check_block(a, stream); /* it may have waited for its turn */
    if (mz_rt.interleaving || verb != MZ_VERB_STREAM)
        mz_states_use_buffer(a, (const FILE *)stream);
}

static uint64_t stream_of(const struct mz_announcement *a, unsigned argument)
{
    if (argument == MZ_OUT)
        return (uint64_t)stdout;
    if (argument == MZ_IN)
        return (uint64_t)stdin;
    return a->call->arguments[argument];
}

FILE *mz_states_stream(const struct mz_announcement *a, unsigned argument)
{
    return (FILE *)stream_of(a, argument);
}

static void use_object(struct mz_announcement *a, uint64_t object)
{
    if (!object || object == NO_CONVERTER)
        return;
    check_block(a, object);
    use_state(a, MZ_WRITE, (const void *)object);
    check_block(a, object);
}

void mz_states_announce(struct mz_announcement *a, const struct mz_rule *rule)
{
    unsigned which = rule->argument;

    switch ((enum mz_verb)rule->verb) {
    case MZ_VERB_USES:
        use_state(a, MZ_READ, &states_of_libc[which]);
        break;
    case MZ_VERB_CHANGES:
        if (rule->size == MZ_SIZE_ARGUMENT && a->call->arguments[rule->x])
            break;
        use_state(a, MZ_WRITE, &states_of_libc[which]);
        break;
    case MZ_VERB_OBJECT:
        use_object(a, a->call->arguments[which]);
        break;
    default:
        use_stream(a, rule->verb, stream_of(a, which));
    }
}

/*
 * The numbers that random_r keeps are the program's own array, which its struct
 * random_data points to. In the word before them is noted how many they are,
 * and how far they are used up, when the array is given up for another.
 */
void mz_states_random(struct mz_announcement *a, const struct mz_rule *rule)
{
    const struct random_data *data =
        (const struct random_data *)a->call->arguments[rule->argument];
    uint64_t numbers = data ? (uint64_t)data->state : 0;
    bool is_one = data && !data->rand_type;

    if (!numbers)
        return;
    if (rule->verb == MZ_VERB_RANDOM_LEAVES) {
        mz_announce_write(a, numbers - sizeof(int32_t), sizeof(int32_t));
    } else if (is_one || rule->verb == MZ_VERB_RANDOM_SEEDS) {
        mz_announce_write(a, numbers,
                          (is_one ? 1 : data->rand_deg) * sizeof(int32_t));
    } else {
        mz_announce_read(a, (uint64_t)data->rptr, sizeof(int32_t));
        mz_announce_read(a, (uint64_t)data->fptr, sizeof(int32_t));
        mz_announce_write(a, (uint64_t)data->fptr, sizeof(int32_t));
    }
}
