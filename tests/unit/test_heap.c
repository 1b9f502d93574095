/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The heap, with small stand-ins for the rest of the runtime. What fails is
 * caught by `failure_of`. MAZURKA_TIMING=1 prints how long things take.
 */
#include "race/detector.h"
#include "runtime/audit.h"
#include "runtime/heap.h"
#include "runtime/libc_owners.h"
#include "runtime/parts.h"
#include "runtime/plain.h"
#include "runtime/state.h"
#include "runtime/takeover.h"
#include "runtime/unwritten.h"
#include "report/sentence.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { PC = 0x1234, LARGE = 1 << 18 };

/* ---- stand-ins ------------------------------------------------------------ */

struct mz_runtime mz_rt;

void mz_state_add(struct mz_fingerprint *f, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        mz_state_add_word(f, ((const unsigned char *)bytes)[i]);
}

void mz_unwritten_begin(uint64_t address, uint64_t size, uint64_t pc)
{
    (void)address, (void)size, (void)pc;
}

void mz_unwritten_end(uint64_t address, uint64_t size)
{
    (void)address, (void)size;
}

void mz_unwritten_copy(uint64_t to, uint64_t from, uint64_t size,
                       uint64_t pc)
{
    (void)to, (void)from, (void)size, (void)pc;
}

static jmp_buf on_failure;
static bool expecting;
static char failure[MZ_SENTENCE];
static uint64_t failure_address, failure_pc;
static unsigned failure_size;

static void unless_expected(void)
{
    if (!expecting) {
        fprintf(stderr, "unexpected: %s\n", failure);
        abort();
    }
}

/* As it is told. */
static void note_fault(const struct mz_failure *f)
{
    struct mz_finding finding = {.fault = f->fault, .action = f->action};

    memcpy(finding.numbers, f->numbers, sizeof finding.numbers);
    snprintf(finding.text, sizeof finding.text, "%s", f->text ? f->text : "");
    mz_sentence(&finding, NULL, failure);
    unless_expected();
}

void mz_fail(const struct mz_failure *f)
{
    note_fault(f);
    assert_int_equal(mz_fault_kinds[f->fault], MZ_FINDING_MEMORY);
    failure_address = f->address;
    failure_size = f->size;
    failure_pc = f->pc;
    longjmp(on_failure, 1);
}

void mz_give_up(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(failure, sizeof failure, format, arguments);
    va_end(arguments);
    unless_expected();
    longjmp(on_failure, 1);
}

void mz_takeover_fail(const char *descriptor, const char *message)
{
    mz_give_up("%s: %s", descriptor, message);
}

/* What a statement fails with; "" if it does not. */
#define failure_of(statement)      \
    ({                             \
        failure[0] = 0;            \
        expecting = true;          \
        if (!setjmp(on_failure)) { \
            statement;             \
        }                          \
        expecting = false;         \
        (const char *)failure;     \
    })

static struct told {
    unsigned allocations, frees, writes, races, steps;
    uint64_t address, size;
    enum mz_action action;
} told;
static bool frees_race;
static void *freed_by_another; /* while a free waits for its turn */

void mz_race_detector_malloc(mz_tid t, uint64_t address, size_t size)
{
    (void)t;
    told.allocations++;
    told.address = address;
    told.size = size;
}

bool mz_race_detector_free(mz_tid t, uint64_t address, size_t size, uint64_t pc,
                           struct mz_race *race)
{
    told.frees++;
    told.address = address;
    told.size = size;
    race->later.pc = pc;
    race->later.thread = t;
    return frees_race;
}

bool mz_race_detector_saw_malloc(mz_tid t, uint64_t address, uint64_t pc,
                                 struct mz_race *race)
{
    (void)t, (void)address, (void)pc, (void)race;
    return true;
}

void mz_race_detector_set_heap(uint64_t start, uint64_t end, unsigned shift)
{
    (void)start, (void)end, (void)shift;
}

void mz_plain_watch_block(uint64_t address, uint64_t size)
{
    (void)address, (void)size;
}

void mz_plain_race_with(enum mz_side later, const struct mz_race *race)
{
    assert_int_equal(later, MZ_SIDE_FREE);
    assert_int_equal(race->later.pc, PC);
    told.races++;
    longjmp(on_failure, 1);
}

void mz_plain_wake(void)
{
    fail_msg("the detector does not rest in these tests");
}

void mz_plain_write(void *p, size_t size, void *pc)
{
    void *other = freed_by_another;

    assert_int_equal((uint64_t)pc, PC);
    told.writes++;
    told.address = (uint64_t)p;
    told.size = size;
    freed_by_another = NULL;
    if (other)
        mz_heap_free(other, MZ_HEAP_OF_MALLOC, PC);
}

void mz_trace_settle(void)
{
}

void mz_trace_step(enum mz_action action, uint64_t address, unsigned size,
                   unsigned has_value, uint64_t value, uint64_t second,
                   uint64_t pc)
{
    (void)size, (void)has_value, (void)second;
    assert_int_equal(pc, PC);
    told.steps++;
    told.action = action;
    told.address = address;
    told.size = value;
}

/* A snapshot that copies all that it is given. */
static struct saved {
    char *start, *copy;
    size_t size;
} saved[16];
static unsigned saved_count;

/* Nothing is audited here. */
bool mz_owners_libc_code(uint64_t address)
{
    (void)address;
    return false;
}

void mz_audit_rest(uint64_t start, uint64_t end)
{
    (void)start, (void)end;
    fail();
}

void mz_audit_go_on(uint64_t start, uint64_t end)
{
    (void)start, (void)end;
    fail();
}

void mz_snapshot_add(void *start, size_t size)
{
    assert_int_equal((uint64_t)start % 4096, 0);
    assert_int_equal(size % 4096, 0);
    assert_true(saved_count < MZ_COUNT(saved));
    saved[saved_count++] = (struct saved){start, malloc(size), size};
}

static void take_snapshot(void)
{
    for (unsigned i = 0; i < saved_count; i++)
        memcpy(saved[i].copy, saved[i].start, saved[i].size);
}

static void roll_back(void)
{
    for (unsigned i = 0; i < saved_count; i++)
        memcpy(saved[i].start, saved[i].copy, saved[i].size);
    mz_heap_restore();
    mz_rt = (struct mz_runtime){.supervised = true};
    told = (struct told){0};
    frees_race = false;
}

/* ---- short forms ----------------------------------------------------------- */

static void *allocate(size_t size)
{
    return mz_heap_allocate(size, 16, PC);
}

static void *allocate_by(mz_tid t, size_t size)
{
    mz_rt.self = t;
    return allocate(size);
}

static void release(void *block)
{
    mz_heap_free(block, MZ_HEAP_OF_MALLOC, PC);
}

static const char *read_failure(void *block, long offset, size_t size)
{
    return failure_of(
        mz_heap_check((uint64_t)block + offset, size, MZ_ACTION_READ, PC));
}

static const char *write_failure(void *block, long offset, size_t size)
{
    return failure_of(
        mz_heap_check((uint64_t)block + offset, size, MZ_ACTION_WRITE, PC));
}

static const char *release_failure(void *block)
{
    return failure_of(release(block));
}

static bool is_filled(const void *block, uint8_t byte, size_t size)
{
    const uint8_t *bytes = block;

    for (size_t i = 0; i < size; i++)
        if (bytes[i] != byte)
            return false;
    return true;
}

/* ---- before the snapshot ---------------------------------------------------- */

static char *early, *early_freed, *early_large;

static int set_up(void **state)
{
    (void)state;
    mz_rt.supervised = true;
    assert_true(mz_heap_serves());
    mz_heap_init();
    assert_int_equal(mz_heap_start, 0x530000000000);
    early = allocate(100);
    early_freed = allocate(40);
    early_large = allocate(LARGE + 1000);
    strcpy(early, "early");
    strcpy(early_large, "large");
    strcpy(early_large + LARGE, "end");
    release(early_freed);
    mz_heap_snapshot();
    take_snapshot();
    return 0;
}

static int start(void **state)
{
    (void)state;
    roll_back();
    return 0;
}

static void blocks_of_before_are_restored(void **state)
{
    (void)state;
    for (int round = 0; round < 3; round++) {
        assert_string_equal(early, "early");
        assert_string_equal(early_large, "large");
        assert_string_equal(early_large + LARGE, "end");
        assert_string_equal(read_failure(early, 99, 1), "");
        assert_string_equal(read_failure(early_large, LARGE + 999, 1), "");
        release(early);
        release(early_large);
        assert_string_equal(
            read_failure(early, 99, 1),
            "heap-use-after-free: read of 1 byte, 99 bytes into a block of "
            "100 bytes");
        assert_string_equal(release_failure(early_freed),
                            "double free of a block of 40 bytes");
        assert_string_equal(
            read_failure(early_large, LARGE, 4),
            "heap-use-after-free: read of 4 bytes, 262144 bytes into a block "
            "of 263144 bytes");
        assert_string_equal(release_failure(early_large),
                            "double free of a block of 263144 bytes");
        memset(early, 1, 100);
        memset(early_large, 1, LARGE + 1000);
        roll_back();
    }
}

static void blocks_of_before_share_no_page(void **state)
{
    (void)state;
    uint64_t small = (uint64_t)allocate(1), large = (uint64_t)allocate(LARGE);

    for (unsigned i = 0; i < saved_count; i++) {
        uint64_t from = (uint64_t)saved[i].start;

        assert_false(small - from < saved[i].size);
        assert_false(large - from < saved[i].size);
    }
}

/* ---- determinism -------------------------------------------------------------- */

/* The i-th thing that thread t does; its addresses go to `out`. */
static void work(mz_tid t, unsigned i, uint64_t *out)
{
    static void *last[4];
    size_t size = (i * 37 + t * 11) % 300;

    mz_rt.self = t;
    if (i % 5 == 4)
        size += LARGE;
    if (i % 3 == 2)
        release(last[t]);
    last[t] =
        i % 7 == 6 ? mz_heap_allocate(size, 64 << i % 8, PC) : allocate(size);
    memset(last[t], 0x55, size);
    out[i] = (uint64_t)last[t];
}

static void addresses_depend_on_the_thread_only(void **state)
{
    enum { THREADS = 4, STEPS = 50 };
    uint64_t alone[THREADS][STEPS], mixed[THREADS][STEPS];
    unsigned random = 1;

    (void)state;
    for (mz_tid t = 0; t < THREADS; t++) {
        for (unsigned i = 0; i < STEPS; i++)
            work(t, i, alone[t]);
        roll_back();
    }
    for (int round = 0; round < 20; round++) {
        unsigned done[THREADS] = {0};

        for (unsigned left = THREADS * STEPS; left > 0;) {
            random = random * 1103515245 + 12345;
            mz_tid t = (random >> 16) % THREADS;

            if (done[t] < STEPS) {
                work(t, done[t]++, mixed[t]);
                left--;
            }
        }
        assert_memory_equal(alone, mixed, sizeof alone);
        roll_back();
    }
}

static void contents_are_the_same_in_every_execution(void **state)
{
    (void)state;
    for (int round = 0; round < 3; round++) {
        char *small = allocate(1000);
        char *zeroed = mz_heap_allocate_zeroed(1000, PC);
        char *medium = allocate(100000);
        char *large = allocate(2000000);
        char *large_zeroed = mz_heap_allocate_zeroed(2000000, PC);

        assert_true(is_filled(small, 0xbe, 1000));
        assert_true(is_filled(zeroed, 0, 1000));
        assert_true(is_filled(medium, 0xbe, 100000));
        assert_true(is_filled(large, 0, 2000000));
        assert_true(is_filled(large_zeroed, 0, 2000000));
        memset(small, round, 1000);
        memset(zeroed, 7, 1000);
        memset(medium, round, 100000);
        memset(large, 7, 2000000);
        memset(large_zeroed, 7, 2000000);
        release(large);
        roll_back();
    }
}

static void freed_blocks_are_poisoned_and_not_reused(void **state)
{
    (void)state;
    char *block = allocate(24), *large = allocate(3000000);
    char *end = large + 2999999;

    *end = 7;
    release(block);
    release(large);
    assert_true(is_filled(block, 0xdd, 24));
    assert_true(is_filled(large, 0xdd, 4096));
    assert_true(allocate(24) > (void *)block);
    assert_true(allocate(3000000) > (void *)end);
}

/* ---- exactness ------------------------------------------------------------------ */

/* Red zones and headers are at least 16 + 32 bytes wide. */
static void check_around(char *block, size_t size, bool live)
{
    static const size_t widths[] = {1, 2, 4, 8, 16, 3, 17, 33, 100, 150};

    for (long offset = -40; offset < (long)size + 40; offset++)
        for (unsigned i = 0; i < MZ_COUNT(widths); i++) {
            bool fits = live && offset >= 0 && offset + widths[i] <= size;

            if (fits != !*read_failure(block, offset, widths[i]))
                fail_msg("%lu bytes at %ld of a block of %lu: %s", widths[i],
                         offset, size, failure);
        }
    assert_string_equal(read_failure(block, 0, 0), "");
    assert_string_equal(read_failure(block, size, 0), "");
    assert_string_not_equal(read_failure(block, 0, SIZE_MAX), "");
    assert_string_not_equal(read_failure(block, 1, -(size_t)16), "");
    assert_string_not_equal(read_failure(block, size, (size_t)1 << 63), "");
}

static void check_is_exact(void **state)
{
    (void)state;
    for (size_t size = 0; size <= 300; size++) {
        char *before = allocate(200), *block = allocate(size);

        allocate(200);
        check_around(block, size, true);
        release(before);
        check_around(block, size, true);
        release(block);
        check_around(block, size, false);
    }
    char *aligned = mz_heap_allocate(50, 4096, PC);

    check_around(aligned, 50, true);
    release(aligned);
    check_around(aligned, 50, false);
}

static void check_is_exact_for_large_blocks(void **state)
{
    (void)state;
    for (size_t size = LARGE - 20; size < LARGE + 20; size++) {
        char *block = allocate(size);

        assert_string_equal(read_failure(block, 0, size), "");
        assert_string_equal(read_failure(block, 1, size - 1), "");
        assert_string_equal(read_failure(block, size - 8, 8), "");
        assert_string_not_equal(read_failure(block, 1, size), "");
        assert_string_not_equal(read_failure(block, size, 1), "");
        assert_string_not_equal(read_failure(block, size - 3, 4), "");
        assert_string_not_equal(read_failure(block, -1, 1), "");
        assert_string_not_equal(read_failure(block, -1, 8), "");
        release(block);
        assert_string_not_equal(read_failure(block, size - 8, 8), "");
    }
    char *aligned = mz_heap_allocate(100, 1 << 20, PC);

    check_around(aligned, 100, true);
}

/* ---- messages ------------------------------------------------------------------- */

static void bad_accesses_say_where(void **state)
{
    (void)state;
    char *block = allocate(24), *freed = allocate(24), *large;

    release(freed);
    assert_string_equal(read_failure(freed, 8, 4),
                        "heap-use-after-free: read of 4 bytes, 8 bytes into a "
                        "block of 24 bytes");
    assert_int_equal(failure_address, (uint64_t)freed + 8);
    assert_int_equal(failure_size, 4);
    assert_int_equal(failure_pc, PC);
    assert_string_equal(write_failure(block, 24, 4),
                        "heap-buffer-overflow: write of 4 bytes, 0 bytes after "
                        "a block of 24 bytes");
    assert_string_equal(write_failure(block, 22, 4),
                        "heap-buffer-overflow: write of 4 bytes, 0 bytes after "
                        "a block of 24 bytes");
    assert_string_equal(write_failure(block, 47, 1),
                        "heap-buffer-overflow: write of 1 byte, 23 bytes after "
                        "a block of 24 bytes");
    assert_string_equal(read_failure(block, -4, 8),
                        "heap-buffer-underflow: read of 8 bytes, 4 bytes "
                        "before a block of 24 bytes");
    assert_string_equal(read_failure(block, -32, 1),
                        "heap-buffer-underflow: read of 1 byte, 32 bytes "
                        "before a block of 24 bytes");
    assert_string_equal(read_failure(freed, 24, 1),
                        "heap-buffer-overflow: read of 1 byte, 0 bytes after a "
                        "freed block of 24 bytes");
    assert_string_equal(read_failure(freed, -1, 1),
                        "heap-buffer-underflow: read of 1 byte, 1 byte before "
                        "a freed block of 24 bytes");
    assert_string_equal(write_failure(allocate(1), 1000, 2),
                        "heap-buffer-overflow: write of 2 bytes, 999 bytes "
                        "after a block of 1 byte");
    assert_string_equal(write_failure(allocate(0), 0, 1),
                        "heap-buffer-overflow: write of 1 byte, 0 bytes after "
                        "a block of 0 bytes");
    large = allocate(LARGE);
    assert_string_equal(write_failure(large, LARGE + 5000, 1),
                        "heap-buffer-overflow: write of 1 byte, 5000 bytes "
                        "after a block of 262144 bytes");
    assert_string_equal(write_failure(large, -8, 8),
                        "heap-buffer-underflow: write of 8 bytes, 8 bytes "
                        "before a block of 262144 bytes");
    assert_string_equal(
        failure_of(mz_heap_check(mz_heap_end - 100, 8, MZ_ACTION_READ, PC)),
        "wild access to the heap: read of 8 bytes where no "
        "block is");
    assert_string_equal(failure_of(mz_heap_check(mz_heap_end - (1ul << 32) - 8,
                                                 16, MZ_ACTION_READ, PC)),
                        "wild access to the heap: read of 16 bytes where no "
                        "block is");
    assert_string_equal(read_failure((void *)mz_heap_start, 0, 1),
                        "heap-buffer-underflow: read of 1 byte, 32 bytes "
                        "before a block of 100 bytes");
}

static void bad_frees_say_what(void **state)
{
    (void)state;
    char *block = allocate(24), *large = allocate(LARGE), wanted[100];
    long local;

    release(block);
    assert_string_equal(release_failure(block),
                        "double free of a block of 24 bytes");
    snprintf(wanted, sizeof wanted,
             "invalid free of %p (8 bytes into a freed block of 24 bytes)",
             (void *)(block + 8));
    assert_string_equal(release_failure(block + 8), wanted);
    block = allocate(24);
    snprintf(wanted, sizeof wanted,
             "invalid free of %p (16 bytes into a block of 24 bytes)",
             (void *)(block + 16));
    assert_string_equal(release_failure(block + 16), wanted);
    snprintf(wanted, sizeof wanted,
             "invalid free of %p (1 byte into a block of 262144 bytes)",
             (void *)(large + 1));
    assert_string_equal(release_failure(large + 1), wanted);
    snprintf(wanted, sizeof wanted, "invalid free of %p (not a heap block)",
             (void *)&local);
    assert_string_equal(release_failure(&local), wanted);
    assert_int_equal(failure_address, (uint64_t)&local);
    for (long offset = -48; offset < 100; offset++)
        if (offset)
            assert_string_not_equal(release_failure(block + offset), "");
    assert_string_not_equal(release_failure((void *)mz_heap_start), "");
    assert_string_not_equal(release_failure((void *)mz_heap_end), "");
    assert_string_not_equal(release_failure((void *)-16), "");
    assert_string_not_equal(release_failure((void *)16), "");
    assert_string_not_equal(release_failure(large + LARGE), "");
    release(block);
    release(large);
    release(NULL);
    assert_string_equal(failure_of(mz_heap_reallocate(block, 1, PC)),
                        "realloc of a freed block of 24 bytes");
    snprintf(wanted, sizeof wanted, "invalid realloc of %p (not a heap block)",
             (void *)&local);
    assert_string_equal(failure_of(mz_heap_reallocate(&local, 1, PC)), wanted);
    assert_string_equal(failure_of(mz_heap_size(block, PC)),
                        "malloc_usable_size of a freed block of 24 bytes");
}

static void free_finds_each_byte_overwritten(void **state)
{
    char wanted[200];

    (void)state;
    for (size_t size = 0; size <= 100; size++)
        for (size_t i = 0; i < 16 + -size % 16; i++) {
            char *block = allocate(size);

            block[size + i]++;
            snprintf(wanted, sizeof wanted,
                     "heap-buffer-overflow found at free: the byte %lu after a "
                     "block of %lu byte%s was overwritten",
                     i, size, size == 1 ? "" : "s");
            assert_string_equal(release_failure(block), wanted);
            block[size + i]--;
            release(block);
        }
    for (int i = 1; i <= 4; i++) {
        char *block = allocate(24);

        block[-i]++;
        assert_string_equal(release_failure(block),
                            "heap-buffer-underflow found at free: bytes before "
                            "a block were overwritten");
    }
}

static void free_may_race(void **state)
{
    (void)state;
    void *block = allocate(24), *other = allocate(48);

    assert_int_equal(told.allocations + told.frees + told.steps, 0);
    mz_rt.active = mz_rt.detecting = true;
    release(block);
    assert_int_equal(told.frees, 1);
    assert_int_equal(told.address, (uint64_t)block);
    assert_int_equal(told.size, 24);
    assert_int_equal(told.races, 0);
    frees_race = true;
    assert_string_equal(release_failure(other), "");
    assert_int_equal(told.races, 1);
    frees_race = false;
    other = allocate(5);
    assert_int_equal(told.allocations, 1);
    assert_int_equal(told.address, (uint64_t)other);
    assert_int_equal(told.size, 5);
    other = mz_heap_reallocate(other, 6, PC);
    assert_int_equal(told.allocations, 2);
    assert_int_equal(told.frees, 3);
}

static void free_is_a_write_when_those_are_visible(void **state)
{
    (void)state;
    void *block = allocate(24);

    mz_rt.active = mz_rt.interleaving = true;
    release(block);
    assert_int_equal(told.writes, 1);
    assert_int_equal(told.address, (uint64_t)block);
    assert_int_equal(told.size, 24);
    freed_by_another = block = allocate(24);
    assert_string_equal(release_failure(block),
                        "double free of a block of 24 bytes");
}

static void steps_are_traced(void **state)
{
    (void)state;
    mz_rt.active = mz_rt.tracing = true;
    void *block = allocate(24);

    assert_int_equal(told.steps, 1);
    assert_int_equal(told.action, MZ_ACTION_MALLOC);
    assert_int_equal(told.address, (uint64_t)block);
    assert_int_equal(told.size, 24);
    release(block);
    assert_int_equal(told.steps, 2);
    assert_int_equal(told.action, MZ_ACTION_FREE);
    assert_int_equal(told.address, (uint64_t)block);
}

/* ---- the rest ------------------------------------------------------------------ */

static void realloc_moves(void **state)
{
    (void)state;
    char *block = allocate(10), *grown, *shrunk, *large;

    memcpy(block, "012345678", 10);
    grown = mz_heap_reallocate(block, 100, PC);
    assert_ptr_not_equal(block, grown);
    assert_memory_equal(grown, "012345678", 10);
    assert_true(is_filled(grown + 10, 0xbe, 90));
    assert_string_not_equal(read_failure(block, 0, 1), "");
    shrunk = mz_heap_reallocate(grown, 5, PC);
    assert_memory_equal(shrunk, "01234", 5);
    assert_int_equal(mz_heap_size(shrunk, PC), 5);
    large = mz_heap_reallocate(shrunk, 1 << 20, PC);
    assert_memory_equal(large, "01234", 5);
    assert_int_equal(mz_heap_size(large, PC), 1 << 20);
    large[(1 << 20) - 1] = 'x';
    large = mz_heap_reallocate(large, 1 << 21, PC);
    assert_int_equal(large[(1 << 20) - 1], 'x');
    errno = 0;
    assert_null(mz_heap_reallocate(large, SIZE_MAX, PC));
    assert_int_equal(errno, ENOMEM);
    assert_int_equal(large[(1 << 20) - 1], 'x');
    assert_string_equal(read_failure(large, 0, 1 << 21), "");
}

static void huge_sizes_fail(void **state)
{
    (void)state;
    static const size_t sizes[] = {((size_t)1 << 40) + 1, PTRDIFF_MAX,
                                   (size_t)PTRDIFF_MAX + 1, SIZE_MAX};

    for (unsigned i = 0; i < MZ_COUNT(sizes); i++) {
        errno = 0;
        assert_null(allocate(sizes[i]));
        assert_int_equal(errno, ENOMEM);
        errno = 0;
        assert_null(mz_heap_allocate_zeroed(sizes[i], PC));
        assert_int_equal(errno, ENOMEM);
    }
    /* Not that huge, but more than the address space of an arena. */
    assert_string_equal(failure_of(allocate((size_t)1 << 38)),
                        "the heap of thread 0 is full: 274877906944 bytes more "
                        "do not fit");
}

static void large_blocks_cost_no_memory(void **state)
{
    (void)state;
    char *block = allocate((size_t)16 << 30);

    block[(size_t)15 << 30] = 1;
    assert_string_equal(read_failure(block, 0, (size_t)16 << 30), "");
    release(block);
}

static void blocks_are_aligned(void **state)
{
    (void)state;
    for (size_t alignment = 16; alignment <= 1 << 22; alignment *= 2)
        for (size_t size = 0; size < 600; size += 99) {
            char *block = mz_heap_allocate(size, alignment, PC);

            assert_int_equal((uint64_t)block % alignment, 0);
            memset(block, 1, size);
            assert_string_equal(read_failure(block, 0, size), "");
            assert_int_equal(mz_heap_size(block, PC), size);
            release(block);
        }
}

static void blocks_are_described(void **state)
{
    (void)state;
    char *block = allocate_by(3, 24), *other = allocate_by(3, 40);
    char *large = allocate_by(3, 2 * LARGE + 1);
    struct mz_block_note note;

    for (long offset = -32; offset < 48; offset++) {
        assert_true(mz_heap_describe((uint64_t)block + offset, &note));
        assert_int_equal(note.address, (uint64_t)block);
        assert_int_equal(note.size, 24);
        assert_int_equal(note.allocated_pc, PC);
        assert_int_equal(note.allocated_by, 3);
        assert_int_equal(note.freed_pc, 0);
    }
    mz_rt.self = 5;
    mz_heap_free(other, MZ_HEAP_OF_MALLOC, 0x77);
    for (long offset = -32; offset < 64; offset++) {
        assert_true(mz_heap_describe((uint64_t)other + offset, &note));
        assert_int_equal(note.address, (uint64_t)other);
        assert_int_equal(note.freed_pc, 0x77);
        assert_int_equal(note.freed_by, 5);
    }
    for (long offset = -32; offset < 2 * LARGE + 17; offset += 7) {
        assert_true(mz_heap_describe((uint64_t)large + offset, &note));
        assert_int_equal(note.address, (uint64_t)large);
        assert_int_equal(note.size, 2 * LARGE + 1);
    }
    assert_false(mz_heap_describe(mz_heap_end - 1, &note));
    assert_false(mz_heap_describe((uint64_t)&note, &note));
    assert_false(mz_heap_describe(0, &note));
}

/* ---- what can be reached -------------------------------------------------- */

enum { NODES = 40, EDGES = 3, ROUNDS = 300 };

/* Blocks, each with words that point into others, or at the end of one, which
 * is not within; and which of them can be reached from the first words. */
struct graph {
    uint64_t *blocks[NODES];
    size_t sizes[NODES];
    int edges[NODES][EDGES]; /* < 0: none */
    uint64_t roots[EDGES];
    bool freed[NODES], reached[NODES];
};

static int draw_edge(struct graph *g, uint64_t *word)
{
    int to = rand() % (2 * NODES);

    *word = (uint64_t)rand();
    if (to >= NODES)
        return -1;
    *word = (uint64_t)g->blocks[to] + g->sizes[to];
    if (rand() % 4 == 0)
        return -1;
    *word -= 1 + rand() % g->sizes[to];
    return to;
}

static void reach(struct graph *g, int node)
{
    if (node < 0 || g->freed[node] || g->reached[node])
        return;
    g->reached[node] = true;
    for (int e = 0; e < EDGES; e++)
        reach(g, g->edges[node][e]);
}

static void draw_graph(struct graph *g)
{
    memset(g, 0, sizeof *g);
    mz_rt.active = true; /* these are not early */
    for (int i = 0; i < NODES; i++) {
        g->sizes[i] = EDGES * 8 + rand() % 300;
        if (rand() % 8 == 0)
            g->sizes[i] += LARGE;
        mz_rt.self = rand() % 3;
        g->blocks[i] = allocate(g->sizes[i]);
    }
    for (int i = 0; i < NODES; i++) {
        for (int e = 0; e < EDGES; e++)
            g->edges[i][e] = draw_edge(g, &g->blocks[i][e]);
        g->freed[i] = rand() % 10 == 0;
    }
    for (int i = 0; i < NODES; i++)
        if (g->freed[i])
            mz_heap_free(g->blocks[i], MZ_HEAP_OF_MALLOC, PC);
    mz_rt.self = 0;
}

static bool keeps_early(uint64_t pc, bool is_early)
{
    (void)pc;
    return is_early;
}

static void what_is_lost_is_found(void **state)
{
    static struct graph g;

    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        struct mz_heap_loss loss;
        uint64_t bytes = 0, blocks = 0;
        bool is_listed = false;

        mz_heap_restore();
        draw_graph(&g);
        for (int r = 0; r < EDGES; r++)
            reach(&g, draw_edge(&g, &g.roots[r]));
        for (int i = 0; i < NODES; i++)
            if (!g.freed[i] && !g.reached[i])
                blocks++, bytes += g.sizes[i];
        mz_heap_reach((uint64_t)g.roots, (uint64_t)(g.roots + EDGES));
        mz_heap_reach_kept(keeps_early);
        assert_int_equal(mz_heap_reached_all(), !blocks);
        loss = mz_heap_lost();
        assert_int_equal(loss.blocks, blocks);
        assert_int_equal(loss.bytes, bytes);
        for (int i = 0; i < NODES; i++)
            is_listed |= loss.first.address == (uint64_t)g.blocks[i] &&
                         !g.freed[i] && !g.reached[i];
        assert_int_equal(is_listed, blocks > 0);
        /* Nothing stays of the search: what is not looked for is lost. */
        mz_heap_reach_kept(keeps_early);
        assert_true(mz_heap_lost().blocks >= blocks);
    }
}

/* A chain is told by its head, wherever that lies. */
static void the_first_of_a_chain_is_told(void **state)
{
    uint64_t **tail, **middle, **head;

    (void)state;
    mz_rt.active = true;
    tail = allocate(16);
    head = allocate(16);
    middle = allocate(16);
    *tail = NULL;
    *head = (uint64_t *)middle;
    *middle = (uint64_t *)tail;
    mz_heap_reach_kept(keeps_early);
    assert_int_equal(mz_heap_lost().first.address, (uint64_t)head);
}

/* ---- time ------------------------------------------------------------------------ */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Nanoseconds of one of `batch` runs of a statement; the least of many, since
 * others share the machine. */
#define TIME(batch, statement, after)                \
    ({                                               \
        double least = 1e18;                         \
        for (int round = 0; round < 3000; round++) { \
            double before = now(), took;             \
                                                     \
            for (unsigned i = 0; i < (batch); i++) { \
                statement;                           \
            }                                        \
            took = (now() - before) / (batch);       \
            least = took < least ? took : least;     \
            after;                                   \
        }                                            \
        least;                                       \
    })

static void check_at(char *block, size_t size)
{
    mz_heap_check((uint64_t)block, size, MZ_ACTION_READ, PC);
}

static char *blocks[1000];

static void allocate_and_free_100(void)
{
    for (int i = 0; i < 100; i++)
        blocks[i] = allocate(24);
    for (int i = 0; i < 100; i++)
        release(blocks[i]);
}

static void execute(size_t size, int times)
{
    while (times--)
        *(char *)allocate(size) = 1;
    mz_heap_restore();
}

static void time_is_short(void **state)
{
    char *page, *large;

    (void)state;
    if (!getenv("MAZURKA_TIMING"))
        return;
    printf("malloc and free of 24 bytes    %7.2f ns\n",
           TIME(1000, release(allocate(24)), mz_heap_restore()));
    printf("the same, 100 live             %7.2f ns\n",
           TIME(10, allocate_and_free_100(), mz_heap_restore()) / 100);
    printf("10 of 24 bytes and rollback    %7.2f ns\n",
           TIME(10, execute(24, 10), ));
    printf("1 of 255 KiB and rollback      %7.2f ns\n",
           TIME(10, execute(LARGE - 1024, 1), ));
    printf("1 of 256 KiB and rollback      %7.2f ns\n",
           TIME(10, execute(LARGE, 1), ));
    for (unsigned i = 0; i < MZ_COUNT(blocks); i++)
        blocks[i] = allocate(24);
    page = allocate(4096);
    large = allocate(1 << 20);
    printf("check of 4 bytes               %7.2f ns\n",
           TIME(1000, check_at(blocks[i] + 8, 4), ));
    printf("check of 8 in two granules     %7.2f ns\n",
           TIME(1000, check_at(blocks[i] + 12, 8), ));
    printf("check of 4096 bytes            %7.2f ns\n",
           TIME(1000, check_at(page, 4096), ));
    printf("check of 8 in a large block    %7.2f ns\n",
           TIME(1000, check_at(large + i * 64, 8), ));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(blocks_of_before_are_restored, start),
        cmocka_unit_test_setup(blocks_of_before_share_no_page, start),
        cmocka_unit_test_setup(addresses_depend_on_the_thread_only, start),
        cmocka_unit_test_setup(contents_are_the_same_in_every_execution, start),
        cmocka_unit_test_setup(freed_blocks_are_poisoned_and_not_reused, start),
        cmocka_unit_test_setup(check_is_exact, start),
        cmocka_unit_test_setup(check_is_exact_for_large_blocks, start),
        cmocka_unit_test_setup(bad_accesses_say_where, start),
        cmocka_unit_test_setup(bad_frees_say_what, start),
        cmocka_unit_test_setup(free_finds_each_byte_overwritten, start),
        cmocka_unit_test_setup(free_may_race, start),
        cmocka_unit_test_setup(free_is_a_write_when_those_are_visible, start),
        cmocka_unit_test_setup(steps_are_traced, start),
        cmocka_unit_test_setup(realloc_moves, start),
        cmocka_unit_test_setup(huge_sizes_fail, start),
        cmocka_unit_test_setup(large_blocks_cost_no_memory, start),
        cmocka_unit_test_setup(blocks_are_aligned, start),
        cmocka_unit_test_setup(blocks_are_described, start),
        cmocka_unit_test_setup(what_is_lost_is_found, start),
        cmocka_unit_test_setup(the_first_of_a_chain_is_told, start),
        cmocka_unit_test_setup(time_is_short, start),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
