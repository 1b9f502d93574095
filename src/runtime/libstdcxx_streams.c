/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams of C++. What their functions do is in libstdc++, which announces
 * nothing: a use counts as an access to the stream as a whole, to its base
 * basic_ios, which headers access, too, and to the buffer that it has, which
 * several streams may share. Only the standard streams may be used by several
 * threads at once (C++ [iostream.objects]).
 */
#define _GNU_SOURCE
#include "runtime/libstdcxx_streams.h"

#include <dlfcn.h>

#include "runtime/heap.h"
#include "runtime/libc_announce.h"
#include "runtime/plain.h"
#include "runtime/turn.h"

/* Of the C++ ABI: the words before those that a vptr points to, which say where
 * the virtual base, basic_ios, and the whole object are; where that base has
 * the address of the buffer, and its size. */
enum { VIRTUAL_BASE = -24, WHOLE = -16, BUFFER = 232, IOS_SIZE = 264 };
enum { CIN = 0, WCIN = 4 };          /* of the names */
enum { STATE = 32, STATE_SIZE = 4 }; /* there: badbit and its kin */

static const char *const names[] = {"_ZSt3cin",  "_ZSt4cout",  "_ZSt4cerr",
                                    "_ZSt4clog", "_ZSt4wcin",  "_ZSt5wcout",
                                    "_ZSt5wcerr", "_ZSt5wclog"};

struct stream {
    uint64_t whole, ios, buffer; /* addresses */
};

static struct stream standard[MZ_COUNT(names)];

/* The word at an address; 0: it cannot be read. */
static uint64_t word_at(uint64_t address)
{
    uint64_t word;

    return mz_fault_read(address, &word) ? word : 0;
}

static struct stream stream_at(uint64_t address, enum mz_verb verb)
{
    uint64_t table = word_at(address);
    uint64_t ios = address;

    if (verb == MZ_VERB_CXX_STREAM)
        ios += word_at(table + VIRTUAL_BASE);
    return (struct stream){address + word_at(table + WHOLE), ios,
                           word_at(ios + BUFFER)};
}

/* Not yet known when libstdc++ has not been initialised. */
void mz_libstdcxx_streams_snapshot(void)
{
    for (unsigned i = 0; i < MZ_COUNT(names); i++) {
        uint64_t address = (uint64_t)dlsym(RTLD_DEFAULT, names[i]);

        if (address)
            standard[i] = stream_at(address, MZ_VERB_CXX_STREAM);
    }
}

static bool is_standard(uint64_t object)
{
    for (unsigned i = 0; i < MZ_COUNT(names); i++)
        if (object == standard[i].whole || object == standard[i].buffer)
            return true;
    return false;
}

bool mz_libstdcxx_streams_have(uint64_t address)
{
    for (unsigned i = 0; i < MZ_COUNT(names); i++) {
        uint64_t end = standard[i].ios + IOS_SIZE;

        if (standard[i].whole && address >= standard[i].whole && address < end)
            return true;
    }
    return false;
}

static void use_ios(struct mz_announcement *a, const struct mz_rule *rule,
                    uint64_t ios)
{
    if (rule->y)
        mz_announce_read(a, ios, IOS_SIZE);
    else
        mz_announce_write(a, ios, IOS_SIZE);
}

/* ---- the state of standard streams --------------------------------------- */

/* A thread is within a function that reads from std::cin, or writes to
 * std::cout: where the state is, and what it was. */
static struct within {
    uint64_t state;
    uint32_t was;
    uint32_t told; /* events that there are when it was told that it may become
                      another at once */
} within[MZ_MAX_THREADS];

static uint32_t state_at(uint64_t address)
{
    return *(const uint32_t *)address;
}

/* Input and output may be beside one another, though they may change the state,
 * but not beside what else is done with it (setstate, clear, eof). */
static void use_state(enum mz_op kind, uint64_t address, uint64_t pc)
{
    struct mz_race race;

    if (MZ_UNLIKELY(mz_rt.armed))
        mz_plain_wake();
    if (!mz_rt.detecting)
        return;
    if (kind == MZ_READ
            ? mz_race_detector_load(mz_self(), address, STATE_SIZE, MZ_RELAXED,
                                    pc, &race)
            : mz_race_detector_update(mz_self(), address, STATE_SIZE,
                                      MZ_RELAXED, pc, &race))
        mz_plain_race(&race);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_plain_watch();
}

static void tell_write(struct mz_announcement *a, uint64_t state)
{
    a->count++;
    if (a->is_counting)
        return;
    mz_plain_write((void *)state, STATE_SIZE, (void *)a->call->caller);
    within[mz_self()].told = mz_turns.position + (mz_turns.atomic == mz_self());
}

static bool is_input(uint64_t ios)
{
    return ios == standard[CIN].ios || ios == standard[WCIN].ios;
}

static void use_standard(struct mz_announcement *a, const struct mz_rule *rule,
                         uint64_t ios)
{
    if (rule->verb != MZ_VERB_CXX_STREAM)
        use_ios(a, rule, ios);
    else if (a->is_audit)
        mz_announce_read(a, ios + STATE, STATE_SIZE);
    else if (!mz_rt.interleaving)
        use_state(MZ_READ, ios + STATE, a->call->caller);
    else if (is_input(ios))
        tell_write(a, ios + STATE);
    else
        mz_announce_read(a, ios + STATE, STATE_SIZE);
}

static const struct mz_rule *rule_of_stream(const struct mz_forward *row)
{
    const struct mz_rule *rule = row->accesses->rules;

    while (rule->verb && rule->verb != MZ_VERB_CXX_STREAM)
        rule++;
    return rule->verb ? rule : NULL;
}

bool mz_streams_begin(const struct mz_announcement *a)
{
    const struct mz_rule *rule = rule_of_stream(a->row);
    uint64_t object = rule ? a->call->arguments[rule->argument] : 0;
    struct within *w = &within[mz_self()];
    struct stream stream;

    if (!a->is_of_program || !object)
        return false;
    stream = stream_at(object, MZ_VERB_CXX_STREAM);
    if (!is_standard(stream.whole))
        return false;
    w->state = stream.ios + STATE;
    w->was = state_at(w->state);
    w->told = 0;
    return true;
}

void mz_streams_input(struct mz_announcement *a)
{
    uint64_t state = within[mz_self()].state;

    if (!a->is_of_program && state && !a->is_audit)
        tell_write(a, state);
}

void mz_streams_end(const struct mz_announcement *a)
{
    struct within w = within[mz_self()];

    if (!rule_of_stream(a->row) || !w.state)
        return;
    within[mz_self()].state = 0;
    if (state_at(w.state) == w.was)
        return;
    if (!mz_rt.interleaving)
        use_state(MZ_WRITE, w.state, a->call->caller);
    else if (w.told != mz_turns.position && !mz_turn_is_alone())
        mz_unsupported(STREAM_INTERLEAVED);
}

/* ---- all streams --------------------------------------------------------- */

static void use(struct mz_announcement *a, enum mz_op kind, uint64_t object)
{
    if (!object || is_standard(object))
        return;
    a->count++;
    if (a->is_counting || a->is_audit)
        return;
    if (mz_heap_has(object))
        mz_heap_check(object, 1, MZ_ACTION_READ, a->call->caller);
    mz_plain_unsafe(kind, (const void *)object, "a stream of C++",
                    a->call->caller);
}

void mz_streams_announce(struct mz_announcement *a, const struct mz_rule *rule)
{
    enum mz_op kind = rule->y ? MZ_READ : MZ_WRITE;
    uint64_t object = a->call->arguments[rule->argument];
    struct stream stream;

    if (!a->is_of_program || !object)
        return;
    if (rule->verb == MZ_VERB_CXX_BUFFER) {
        use(a, kind, object);
        return;
    }
    stream = stream_at(object, (enum mz_verb)rule->verb);
    if (is_standard(stream.whole)) {
        use_standard(a, rule, stream.ios);
        return;
    }
    use(a, kind, stream.whole);
    use(a, kind, stream.buffer);
    use_ios(a, rule, stream.ios);
}
