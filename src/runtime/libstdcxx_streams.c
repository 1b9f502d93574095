/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams of C++. What their functions do is in libstdc++, which announces
 * nothing: a use counts as an access to the stream as a whole, to its base
 * basic_ios, which headers access, too, and to the buffer that it has, which
 * several streams may share. Only the standard streams may be used by several
 * threads at once (C++ [iostream.objects]), as long as their buffers are those
 * that do each operation by stdio: not those that sync_with_stdio(false) puts
 * in their place, nor what rdbuf is given. What says how numbers are written is
 * not for all threads either.
 */
#define _GNU_SOURCE
#include "runtime/libstdcxx_streams.h"

#include <dlfcn.h>

#include "runtime/heap.h"
#include "runtime/libc_announce.h"
#include "runtime/libc_owners.h"
#include "runtime/plain.h"
#include "runtime/turn.h"

/* Of the C++ ABI: the words before those that a vptr points to, which say where
 * the virtual base, basic_ios, and the whole object are; where that base has
 * the address of the buffer, and its size. */
enum { VIRTUAL_BASE = -24, WHOLE = -16 };
enum { TIE = 216, BUFFER = 232, IOS_SIZE = 264 };
enum { CIN = 0, WCIN = 4 }; /* of the names */
enum {
    PRECISION = 8, /* there: of numbers, and their width, and flags */
    WIDTH = 16,
    FLAGS = 24,
    FLAGS_SIZE = 4,
    STATE = 32, /* badbit and its kin */
    STATE_SIZE = 4,
    FILL = 224, /* and whether it is set */
};

/* What manipulators set. */
static const struct {
    uint8_t offset, size;
} parts[] = {
    [MZ_CXX_WIDTH] = {WIDTH, FLAGS - WIDTH},
    [MZ_CXX_PRECISION] = {PRECISION, WIDTH - PRECISION},
    [MZ_CXX_FLAGS] = {FLAGS, FLAGS_SIZE},
    [MZ_CXX_FILL] = {FILL, 1},
};
/* Of a buffer. */
enum { IN_CURRENT = 16, IN_END = 24, OUT_CURRENT = 40, OUT_END = 48 };

#define GNU "_ZTVN9__gnu_cxx"
#define TRAITS "St11char_traits"


static const char *const names[] = {"_ZSt3cin",  "_ZSt4cout",  "_ZSt4cerr",
                                    "_ZSt4clog", "_ZSt4wcin",  "_ZSt5wcout",
                                    "_ZSt5wcerr", "_ZSt5wclog"};

struct stream {
    uint64_t whole, ios, buffer; /* addresses */
};

static struct stream standard[MZ_COUNT(names)];

/* What the vptrs of buffers point to that go on to stdio at once, and of those
 * of files, which keep things; narrow and wide. */
static uint64_t tables_of_stdio[2], tables_of_files[2];

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

static uint64_t table_of(const char *class)
{
    uint64_t table = (uint64_t)dlsym(RTLD_DEFAULT, class);

    return table ? table - WHOLE : 0;
}

/* Not yet known when libstdc++ has not been initialised. */
void mz_libstdcxx_streams_snapshot(void)
{
    for (unsigned i = 0; i < MZ_COUNT(names); i++) {
        uint64_t address = (uint64_t)dlsym(RTLD_DEFAULT, names[i]);

        if (address)
            standard[i] = stream_at(address, MZ_VERB_CXX_STREAM);
    }
    tables_of_stdio[0] = table_of(GNU "18stdio_sync_filebufIc" TRAITS "IcEEE");
    tables_of_stdio[1] = table_of(GNU "18stdio_sync_filebufIw" TRAITS "IwEEE");
    tables_of_files[0] = table_of("_ZTVSt13basic_filebufIc" TRAITS "IcEE");
    tables_of_files[1] = table_of("_ZTVSt13basic_filebufIw" TRAITS "IwEE");
}

static bool is_of_stdio(uint64_t buffer)
{
    uint64_t table = word_at(buffer);

    return table &&
           (table == tables_of_stdio[0] || table == tables_of_stdio[1]);
}

/* That of sync_with_stdio(false) has no table that is exported. */
static bool is_of_file(uint64_t buffer)
{
    uint64_t table = word_at(buffer);

    return table && !is_of_stdio(buffer) &&
           (table == tables_of_files[0] || table == tables_of_files[1] ||
            mz_owners_libstdcxx(table));
}

/* Does libstdc++ take from there, or put there, without asking the class of the
 * buffer, which may be the program's and have a lock? */
static bool has_room(uint64_t buffer)
{
    return word_at(buffer + IN_CURRENT) < word_at(buffer + IN_END) ||
           word_at(buffer + OUT_CURRENT) < word_at(buffer + OUT_END);
}

static bool is_standard(uint64_t object)
{
    for (unsigned i = 0; i < MZ_COUNT(names); i++)
        if (object == standard[i].whole ||
            (object == standard[i].buffer && is_of_stdio(object)))
            return true;
    return false;
}

bool mz_libstdcxx_streams_have(uint64_t address)
{
    for (unsigned i = 0; i < MZ_COUNT(names); i++) {
        uint64_t end = standard[i].ios + IOS_SIZE;

        if (standard[i].whole && address >= standard[i].whole && address < end)
            return true;
        if (standard[i].whole && address == word_at(standard[i].ios + BUFFER))
            return true; /* that of sync_with_stdio(false) */
    }
    return false;
}

static void use_ios(struct mz_announcement *a, const struct mz_rule *rule,
                    uint64_t ios)
{
    if (rule->y == MZ_CXX_READ)
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
 * but not beside what else is done with it (setstate, clear, eof). So it is
 * with the format, which they read, and the width, which they set to 0. */
static void use_part(enum mz_op kind, uint64_t address, unsigned size,
                     uint64_t pc)
{
    struct mz_race race;

    if (MZ_UNLIKELY(mz_rt.armed))
        mz_plain_wake();
    if (!mz_rt.detecting)
        return;
    if (kind == MZ_READ
            ? mz_race_detector_load(mz_self(), address, size, MZ_RELAXED, pc,
                                    &race)
            : mz_race_detector_update(mz_self(), address, size, MZ_RELAXED, pc,
                                      &race))
        mz_plain_race(&race);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_plain_watch();
}

static void look_at(struct mz_announcement *a, uint64_t ios, unsigned part)
{
    uint64_t address = ios + parts[part].offset;

    if (a->is_audit || mz_rt.interleaving)
        mz_announce_read(a, address, parts[part].size);
    else
        use_part(MZ_READ, address, parts[part].size, a->call->caller);
}

static void use_format(struct mz_announcement *a, unsigned how, uint64_t ios)
{
    if (how >= MZ_CXX_WIDTH)
        mz_announce_write(a, ios + parts[how].offset, parts[how].size);
    if (how == MZ_CXX_NUMBER || how == MZ_CXX_TEXT)
        look_at(a, ios, MZ_CXX_WIDTH);
    if (how != MZ_CXX_NUMBER)
        return;
    look_at(a, ios, MZ_CXX_PRECISION);
    look_at(a, ios, MZ_CXX_FLAGS);
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
    if (rule->verb != MZ_VERB_CXX_STREAM) {
        use_ios(a, rule, ios);
        return;
    }
    use_format(a, rule->y, ios);
    if (a->is_audit)
        mz_announce_read(a, ios + STATE, STATE_SIZE);
    else if (!mz_rt.interleaving)
        use_part(MZ_READ, ios + STATE, STATE_SIZE, a->call->caller);
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
        use_part(MZ_WRITE, w.state, STATE_SIZE, a->call->caller);
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

/* What is tied to a stream is flushed before it reads or writes. */
static void use_tied(struct mz_announcement *a, uint64_t ios)
{
    uint64_t tied = word_at(ios + TIE), buffer;

    if (!tied)
        return;
    buffer = stream_at(tied, MZ_VERB_CXX_STREAM).buffer;
    if (is_of_file(buffer))
        use(a, MZ_WRITE, buffer);
}

/* Of a standard stream: another one than it had. */
static void use_other_buffer(struct mz_announcement *a, enum mz_op kind,
                             uint64_t buffer)
{
    if (is_of_file(buffer) || has_room(buffer))
        use(a, kind, buffer);
}

void mz_streams_announce(struct mz_announcement *a, const struct mz_rule *rule)
{
    enum mz_op kind = rule->y == MZ_CXX_READ ? MZ_READ : MZ_WRITE;
    uint64_t object = a->call->arguments[rule->argument];
    struct stream stream;

    if (!a->is_of_program || !object)
        return;
    if (rule->verb == MZ_VERB_CXX_BUFFER) {
        use(a, kind, object);
        return;
    }
    stream = stream_at(object, (enum mz_verb)rule->verb);
    if (rule->verb == MZ_VERB_CXX_STREAM && kind == MZ_WRITE)
        use_tied(a, stream.ios);
    if (is_standard(stream.whole)) {
        if (rule->verb == MZ_VERB_CXX_STREAM)
            use_other_buffer(a, kind, stream.buffer);
        use_standard(a, rule, stream.ios);
        return;
    }
    use(a, kind, stream.whole);
    use(a, kind, stream.buffer);
    use_ios(a, rule, stream.ios);
}
