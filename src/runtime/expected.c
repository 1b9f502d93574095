/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/expected.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/random.h"
#include "base/system_call.h"
#include "base/text.h"
#include "runtime/account.h"
#include "runtime/checkpoint.h"
#include "runtime/libc_family.h"
#include "runtime/parts.h"
#include "runtime/state.h"
#include "runtime/turn.h"
#include "runtime/view.h"

enum {
    OUTPUT = 0,  /* the first of all that is compared; the others are files */
    MISSING = -1, /* in place of a size */
    PIECE = 16384,
    DRAWS = 20,  /* executions that may be the reference, if the first is not */
    CONTEXT = 20, /* bytes told of the line, before those that differ */
};

/* In the arena, since forked executions write to it. */
struct expected {
    bool refers; /* the execution under way may become the reference */
    bool has_reference;
    int64_t sizes[1 + MZ_MAX_EXPECTED];
    char folder[PATH_MAX]; /* where names of files begin */
};

static struct expected *expected;
static int gathered;                         /* hidden: what is written */
static int references[1 + MZ_MAX_EXPECTED]; /* hidden: what was expected */

/* ---- files of ours ------------------------------------------------------- */

static int new_file(const char *name)
{
    long fd = MZ_SYSTEM(memfd_create, name, MFD_CLOEXEC);

    if (fd < 0)
        mz_give_up("cannot create a file in memory: error %d", (int)-fd);
    return mz_descriptor_hide(fd);
}

void mz_expected_rollback(void)
{
    if (!mz_expected_is_on())
        return;
    MZ_SYSTEM(ftruncate, gathered, 0);
    MZ_SYSTEM(lseek, gathered, 0, SEEK_SET);
}

static int64_t size_of(int fd)
{
    struct stat status;
    long error = MZ_SYSTEM(fstat, fd, &status);

    if (error || !S_ISREG(status.st_mode))
        mz_unsupported(EXPECTED_KIND);
    return status.st_size;
}

/* What is in the buffer of stdout, which is ours, is not kept. */
void mz_expected_checkpoint(void)
{
    if (mz_expected_is_on())
        mz_checkpoint_need(!size_of(gathered) &&
                           stdout->_IO_write_ptr == stdout->_IO_write_base);
}

/* What was written: nobody reads it before the end. */
void mz_expected_fingerprint(struct mz_fingerprint *f)
{
    if (mz_expected_is_on() && f->has_search)
        mz_state_add_word(f, size_of(gathered));
}

static void copy(int from, int to)
{
    static char bytes[PIECE];
    int64_t at = 0;
    long size;

    while ((size = MZ_SYSTEM(pread64, from, bytes, sizeof bytes, at)) > 0) {
        for (long done = 0, n; done < size; done += n) {
            n = MZ_SYSTEM(write, to, bytes + done, size - done);
            if (n <= 0)
                return;
        }
        at += size;
    }
}

void mz_expected_show(int fd)
{
    copy(gathered, fd);
}

int mz_expected_gathered(void)
{
    return gathered;
}

uint64_t mz_expected_size(void)
{
    return size_of(gathered);
}

/* ---- what is compared ---------------------------------------------------- */

/* The numbers of what is compared are less than this. */
static unsigned count(void)
{
    const struct mz_settings *settings = &mz_rt.region->settings;

    return settings->expect_output == MZ_EXPECT_SAME
               ? 1 + settings->expected_count
               : 1;
}

static const char *name_of(unsigned which)
{
    const char *names = mz_rt.region->settings.expected_files;

    if (which == OUTPUT)
        return "stdout";
    for (unsigned i = 1; i < which; i++)
        names += mz_text_length(names) + 1;
    return names;
}

/* As the execution sees it; negative: there is none. */
static int open_file(const char *name)
{
    static struct mz_view_place place;
    static char path[2 * PATH_MAX];
    long fd;

    mz_format(path, sizeof path, "%s%s%s", *name == '/' ? "" : expected->folder,
              *name == '/' ? "" : "/", name);
    if (!mz_view_find(&place, AT_FDCWD, path, true))
        mz_unsupported(EXPECTED_PROC);
    if (place.is_wrong || !place.status.st_mode)
        return -ENOENT;
    if (!S_ISREG(place.status.st_mode))
        mz_unsupported(EXPECTED_KIND);
    fd = MZ_SYSTEM(openat, AT_FDCWD, place.path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        mz_unsupported(EXPECTED_UNREADABLE);
    return fd;
}

static int open_output(unsigned which)
{
    return which == OUTPUT ? gathered : open_file(name_of(which));
}

static void close_output(unsigned which, int fd)
{
    if (which != OUTPUT && fd >= 0)
        MZ_SYSTEM(close, fd);
}

static void store(unsigned which, int fd)
{
    MZ_SYSTEM(ftruncate, references[which], 0);
    MZ_SYSTEM(lseek, references[which], 0, SEEK_SET);
    if (fd >= 0)
        copy(fd, references[which]);
    expected->sizes[which] = fd >= 0 ? size_of(fd) : MISSING;
    if (fd >= 0 && size_of(references[which]) != expected->sizes[which])
        mz_give_up("no memory to keep what is to be expected of %s",
                   name_of(which));
}

/* ---- the beginning ------------------------------------------------------- */

/* Then what threads write to std::cout is in a buffer of libstdc++, in an order
 * that nobody sees. */
#define SYNCHRONISE "_ZNSt8ios_base15sync_with_stdioEb"
bool synchronise(bool) __asm__(SYNCHRONISE);

static bool is_asynchronous; /* from before main on */

MZ_EXPORT bool synchronise(bool on)
{
    if (mz_rt.active && !mz_turn_is_alone())
        mz_unsupported(BESIDE_THREADS,
                       .text = "std::ios_base::sync_with_stdio");
    if (mz_rt.active && mz_expected_is_on())
        return true; /* as it was, and is */
    is_asynchronous |= !on && !mz_rt.active;
    return ((bool (*)(bool))mz_real(SYNCHRONISE))(on);
}

static void take_from(const char *path)
{
    long fd = MZ_SYSTEM(openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        mz_unsupported(EXPECTED_AS);
    store(OUTPUT, fd);
    MZ_SYSTEM(close, fd);
    expected->has_reference = true;
}

void mz_expected_take(struct mz_arena *arena)
{
    if (!mz_expected_is_on())
        return;
    expected = mz_arena_take(arena, sizeof *expected);
    *expected = (struct expected){0};
    if (MZ_SYSTEM(getcwd, expected->folder, PATH_MAX) <= 0)
        mz_unsupported(EXPECTED_FOLDER);
    if (is_asynchronous)
        mz_unsupported(EXPECTED_UNSYNCED);
    for (unsigned i = 0; i < count(); i++)
        references[i] = new_file("expected");
    if (mz_rt.region->settings.expect_output == MZ_EXPECT_AS)
        take_from(mz_rt.region->settings.expected_files);
    gathered = new_file("output");
    mz_descriptor_restore_as(1, gathered);
}

extern FILE *_IO_list_all; /* libc's */

static bool holds_output(const FILE *stream)
{
    return stream->_fileno >= 0 &&
           stream->_IO_write_ptr > stream->_IO_write_base;
}

static bool lead_to_one_file(const FILE *a, const FILE *b)
{
    struct stat x, y;

    return !MZ_SYSTEM(fstat, a->_fileno, &x) &&
           !MZ_SYSTEM(fstat, b->_fileno, &y) && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

void mz_expected_check_streams(void)
{
    if (!mz_expected_is_on() || mz_turns.execution->thread_count == 1)
        return;
    for (const FILE *a = _IO_list_all; a; a = a->_chain)
        for (const FILE *b = a->_chain; holds_output(a) && b; b = b->_chain)
            if (holds_output(b) && lead_to_one_file(a, b))
                mz_unsupported(EXPECTED_STREAMS);
}

/* ---- the first difference ------------------------------------------------ */

struct difference {
    int64_t at;         /* the first byte that differs, from 0 */
    int64_t line;       /* the line that it is in, from 1 */
    int64_t line_start; /* where that begins */
};

static void pass(struct difference *d, char byte)
{
    d->at++;
    if (byte != '\n')
        return;
    d->line++;
    d->line_start = d->at;
}

/* Of two files; false: they are the same. */
static bool find_difference(int a, int b, struct difference *d)
{
    static char ours[PIECE], theirs[PIECE];

    *d = (struct difference){.line = 1};
    for (;;) {
        long n = MZ_SYSTEM(pread64, a, ours, sizeof ours, d->at);
        long m = MZ_SYSTEM(pread64, b, theirs, sizeof theirs, d->at);

        for (long i = 0; i < n && i < m; i++) {
            if (ours[i] != theirs[i])
                return true;
            pass(d, ours[i]);
        }
        if (n != m)
            return true;
        if (n <= 0)
            return false;
    }
}

/* As in C. What does not fit is left out. */
static void add_escaped(char text[MZ_MAX_EXCERPT], size_t *length,
                        unsigned char byte)
{
    static const char *const short_ones[256] = {
        ['\n'] = "\\n", ['\t'] = "\\t", ['\r'] = "\\r",
        ['"'] = "\\\"", ['\\'] = "\\\\",
    };
    char escaped[8];

    if (short_ones[byte])
        mz_format(escaped, sizeof escaped, "%s", short_ones[byte]);
    else if (byte >= 0x20 && byte < 0x7f)
        mz_format(escaped, sizeof escaped, "%c", byte);
    else
        mz_format(escaped, sizeof escaped, "\\%c%c%c", '0' + (byte >> 6),
                  '0' + (byte >> 3 & 7), '0' + (byte & 7));
    if (*length + mz_text_length(escaped) >= MZ_MAX_EXCERPT)
        return;
    mz_copy(text + *length, escaped, mz_text_length(escaped) + 1);
    *length += mz_text_length(escaped);
}

/* The line, from somewhat before the difference on. */
static void take_excerpt(char text[MZ_MAX_EXCERPT], int fd,
                         const struct difference *d)
{
    char bytes[3 * CONTEXT];
    int64_t start = d->at - d->line_start > CONTEXT ? d->at - CONTEXT
                                                    : d->line_start;
    long size = MZ_SYSTEM(pread64, fd, bytes, sizeof bytes, start);
    size_t length = 0;

    text[0] = '\0';
    for (long i = 0; i < size; i++) {
        add_escaped(text, &length, bytes[i]);
        if (bytes[i] == '\n' && start + i >= d->at)
            return;
    }
}

static _Noreturn void fail(unsigned which, int fd, const struct difference *d)
{
    char found[MZ_MAX_EXCERPT] = "", wanted[MZ_MAX_EXCERPT] = "";
    bool is_missing = fd < 0;
    bool was_missing = expected->sizes[which] == MISSING;

    if (!is_missing)
        take_excerpt(found, fd, d);
    if (!was_missing)
        take_excerpt(wanted, references[which], d);
    close_output(which, fd);
    mz_fail(&(struct mz_failure){
        .fault = MZ_FAULT_OUTPUT_DIFFERS,
        .text = name_of(which),
        .found = found,
        .expected = wanted,
        .numbers = {d->at + 1, d->line, is_missing, was_missing},
    });
}

static void compare(unsigned which, int fd)
{
    struct difference d = {.line = 1};
    bool is_missing = fd < 0;
    bool was_missing = expected->sizes[which] == MISSING;

    if (is_missing != was_missing ||
        (!is_missing && find_difference(fd, references[which], &d)))
        fail(which, fd, &d);
}

void mz_expected_compare(void)
{
    if (!mz_expected_is_on() ||
        (!expected->refers && !expected->has_reference))
        return;
    for (unsigned i = 0; i < count(); i++) {
        int fd = open_output(i);

        if (expected->refers)
            store(i, fd);
        else
            compare(i, fd);
        close_output(i, fd);
    }
}

/* ---- the reference ------------------------------------------------------- */

struct drawing {
    struct mz_chooser chooser; /* first */
    struct mz_random random;
};

static uint64_t draw_number(struct mz_chooser *chooser, uint64_t bound)
{
    return mz_random_word(&((struct drawing *)chooser)->random) % bound;
}

static mz_tid draw(struct mz_chooser *chooser, const struct mz_execution *x,
                   const struct mz_enabled *enabled)
{
    uint64_t left = draw_number(chooser, mz_tset_count(enabled->threads));

    (void)x;
    MZ_EACH(rest, enabled->threads)
        if (!left--)
            return mz_tset_first(rest);
    return MZ_NO_THREAD;
}

static uint32_t draw_value(struct mz_chooser *chooser,
                           const struct mz_execution *x, mz_tid thread,
                           uint32_t bound)
{
    (void)x;
    (void)thread;
    return draw_number(chooser, bound);
}

static enum mz_outcome run(struct mz_telling *t, struct mz_chooser *chooser)
{
    enum mz_outcome outcome;

    expected->refers = true;
    outcome = mz_telling_run(t, chooser);
    expected->refers = false;
    return outcome;
}

/* The first that ends as it should. Where one runs for ever without an
 * operation the next would as well. */
static void find_reference(struct mz_telling *t)
{
    struct mz_replay straight;
    struct drawing drawing = {.chooser = {draw, draw_value}};
    enum mz_outcome outcome;

    mz_replay_init(&straight, NULL, 0, MZ_NO_THREAD);
    outcome = run(t, &straight.chooser);
    mz_random_seed(&drawing.random, 1);
    for (unsigned i = 0;
         i < DRAWS && outcome != MZ_COMPLETE &&
         t->region->status == MZ_STATUS_RUNNING &&
         !(outcome == MZ_ERROR &&
           mz_account_finding()->kind == MZ_FINDING_WATCHDOG);
         i++)
        outcome = run(t, &drawing.chooser);
    expected->has_reference = outcome == MZ_COMPLETE;
}

/* They are none of those that are counted. */
bool mz_expected_refer(struct mz_telling *t)
{
    struct mz_tally tally = t->region->progress.tally;

    if (!mz_expected_is_on() || expected->has_reference)
        return true;
    find_reference(t);
    t->region->progress.tally = tally;
    return t->region->status == MZ_STATUS_RUNNING;
}

bool mz_expected_has_reference(void)
{
    return expected->has_reference;
}

void mz_expected_ends(const char *name, uint64_t pc)
{
    struct mz_unseen item;

    if (!mz_expected_is_on() || mz_turn_is_alone())
        return;
    item = (struct mz_unseen){
        .kind = MZ_UNSEEN_FUNCTION,
        .reason = MZ_UNSEEN_CUTS_OUTPUT_OFF,
        .library = (uint64_t)mz_real(name),
        .pc = pc ? pc - 1 : 0,
    };
    mz_format(item.name, sizeof item.name, "%s", name);
    mz_unseen_note(&mz_rt.region->unseen, &item);
}
