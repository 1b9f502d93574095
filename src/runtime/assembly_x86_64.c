/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inline assembly, of which the program tells instruction by instruction. The
 * instruction is executed by the program right after; but copies and fills of
 * strings, and reading the time, are executed here.
 *
 * An instruction that reads and writes one place without a lock prefix is a
 * plain read and a plain write. Where others run in between
 * (--plain=interleave) it has to compute with what was read first: that is put
 * back just before it is executed, since it overwrites all of it.
 */
#include <cpuid.h>
#include <stddef.h>
#include <time.h>

#include "op/assembly.h"
#include "runtime/audit.h"
#include "runtime/atomic.h"
#include "runtime/libc_family.h"
#include "runtime/plain.h"
#include "runtime/thread.h"
#include "runtime/turn.h"
#include "runtime/takeover.h"

enum { DIRECTION_FLAG = 1 << 10, LARGEST = 512 };

/* The program's registers, as assembly_x86_64.S and the announcement save
 * them. */
struct mz_assembly_frame {
    uint64_t r15, r14, r13, r12, r11, r10, r9, r8, rdx, rcx, rbx, rax, rbp;
    uint64_t pc, word, rdi, rsi, flags;
};

struct announced {
    struct mz_assembly_frame *registers;
    uint64_t address, value, pc;
    uint32_t word;
    unsigned size;
};

void mz_assembly_announced(struct mz_assembly_frame *, uint64_t address,
                           uint64_t value);
void mz_assembly_not_understood(const char *name, const char *why);

_Static_assert(offsetof(struct mz_runtime, active) == 0,
               "assembly_x86_64.S looks there");

/* ---- the vectors of a thread that waits ---------------------------------- */

/* x87, SSE, AVX and AVX-512: at most so many bytes. The header, behind the
 * first 512, must be clean. */
enum { COMPONENTS = 0xe7, VECTORS = 2752, HEADER = 512, HEADER_SIZE = 64 };

static enum { FXSAVE, XSAVE, XSAVEC } way;

__attribute__((constructor(102))) static void find_instructions(void)
{
    const unsigned osxsave = 1 << 27, xsavec = 1 << 1;
    unsigned a, b, c, d;

    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & osxsave))
        return;
    way = XSAVE;
    if (__get_cpuid_count(0xd, 1, &a, &b, &c, &d) && a & xsavec)
        way = XSAVEC;
}

static void save(char vectors[VECTORS])
{
    mz_fill(vectors + HEADER, 0, HEADER_SIZE);
    if (way == XSAVEC) /* only what is in use */
        __asm__ volatile("xsavec64 (%0)"
                         :
                         : "r"(vectors), "a"(COMPONENTS), "d"(0)
                         : "memory");
    else if (way == XSAVE)
        __asm__ volatile("xsave64 (%0)"
                         :
                         : "r"(vectors), "a"(COMPONENTS), "d"(0)
                         : "memory");
    else
        __asm__ volatile("fxsave64 (%0)" : : "r"(vectors) : "memory");
}

#define ALL_VECTORS                                                         \
    "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", \
        "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"

static void restore(const char vectors[VECTORS])
{
    if (way == FXSAVE)
        __asm__ volatile("fxrstor64 (%0)" : : "r"(vectors) : ALL_VECTORS);
    else
        __asm__ volatile("xrstor64 (%0)"
                         :
                         : "r"(vectors), "a"(COMPONENTS), "d"(0)
                         : ALL_VECTORS);
}

void mz_assembly_switch(mz_tid to)
{
    _Alignas(64) char vectors[VECTORS];

    save(vectors);
    mz_rt.keeps_vectors = false;
    mz_turn_switch(to);
    mz_rt.keeps_vectors = true;
    restore(vectors);
}

/* ---- plain accesses ---------------------------------------------------- */

/* For the audit: what the program is about to do. */
static void announce(const struct announced *a, bool write, uint64_t address,
                     size_t size)
{
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_hook(write, address, size, a->pc, __builtin_frame_address(0));
}

static void read_plainly(const struct announced *a)
{
    mz_plain_read((void *)a->address, a->size, (void *)a->pc);
    announce(a, false, a->address, a->size);
}

static void write_plainly(const struct announced *a)
{
    mz_plain_write((void *)a->address, a->size, (void *)a->pc);
    announce(a, true, a->address, a->size);
}

static void update_plainly(const struct announced *a)
{
    char found[LARGEST];

    MZ_ASSERT(a->size <= sizeof found);
    read_plainly(a);
    mz_copy(found, (void *)a->address, a->size);
    write_plainly(a);
    if (mz_rt.interleaving)
        mz_copy((void *)a->address, found, a->size);
}

/* ---- strings ----------------------------------------------------------- */

static uint64_t count_of(const struct announced *a)
{
    return mz_assembly_repeat(a->word) ? a->registers->rcx : 1;
}

static int64_t step_of(const struct announced *a)
{
    return a->registers->flags & DIRECTION_FLAG ? -(int64_t)a->size
                                                : (int64_t)a->size;
}

/* The lowest address of so many elements from `first` on. */
static char *lowest(const struct announced *a, uint64_t first, uint64_t count)
{
    return (char *)(step_of(a) < 0 ? first - (count - 1) * a->size : first);
}

static void advance(const struct announced *a, uint64_t *pointer,
                    uint64_t count)
{
    *pointer += step_of(a) * (int64_t)count;
}

static void tell_string(const struct announced *a, enum mz_op kind,
                        uint64_t first, uint64_t count)
{
    if (kind == MZ_READ)
        mz_plain_read(lowest(a, first, count), count * a->size, (void *)a->pc);
    else
        mz_plain_write(lowest(a, first, count), count * a->size,
                       (void *)a->pc);
}

/* Element by element, since the ends may overlap, on purpose. */
static void copy_each(const struct announced *a, uint64_t count, bool tells)
{
    int64_t step = step_of(a);

    for (uint64_t i = 0; i < count; i++) {
        uint64_t from = a->registers->rsi + step * (int64_t)i;
        uint64_t to = a->registers->rdi + step * (int64_t)i, element = 0;

        if (tells)
            tell_string(a, MZ_READ, from, 1);
        mz_copy(&element, (void *)from, a->size);
        if (tells)
            tell_string(a, MZ_WRITE, to, 1);
        mz_copy((void *)to, &element, a->size);
    }
}

static void copy_apart(const struct announced *a, uint64_t count)
{
    uint64_t from = a->registers->rsi, to = a->registers->rdi;
    uint64_t size = count * a->size;

    if ((to > from ? to - from : from - to) < size)
        copy_each(a, count, false);
    else
        mz_move(lowest(a, to, count), lowest(a, from, count), size);
}

static void copy_string(const struct announced *a)
{
    struct mz_assembly_frame *r = a->registers;
    uint64_t count = count_of(a);

    if (!count)
        return;
    if (mz_rt.active && mz_rt.interleaving) {
        copy_each(a, count, true);
    } else {
        tell_string(a, MZ_READ, r->rsi, count);
        tell_string(a, MZ_WRITE, r->rdi, count);
        copy_apart(a, count);
    }
    advance(a, &r->rsi, count);
    advance(a, &r->rdi, count);
    if (mz_assembly_repeat(a->word))
        r->rcx = 0;
}

static void fill_string(const struct announced *a)
{
    struct mz_assembly_frame *r = a->registers;
    uint64_t count = count_of(a);
    bool each = mz_rt.active && mz_rt.interleaving;

    if (!count)
        return;
    if (!each)
        tell_string(a, MZ_WRITE, r->rdi, count);
    for (uint64_t i = 0; i < count; i++) {
        if (each)
            tell_string(a, MZ_WRITE, r->rdi, 1);
        mz_copy((void *)r->rdi, &r->rax, a->size);
        advance(a, &r->rdi, 1);
    }
    if (mz_assembly_repeat(a->word))
        r->rcx = 0;
}

static bool is_alike(const struct announced *a, uint64_t i)
{
    const struct mz_assembly_frame *r = a->registers;
    int64_t offset = step_of(a) * (int64_t)i;
    const void *other = mz_assembly_kind(a->word) == MZ_ASSEMBLY_CMPS
                            ? (void *)(r->rsi + offset)
                            : (void *)&r->rax;

    return !mz_compare((void *)(r->rdi + offset), other, a->size);
}

/* How many elements a scan or a comparison looks at. */
static uint64_t looked_at(const struct announced *a)
{
    uint64_t count = count_of(a), i = 0;
    bool while_alike = mz_assembly_repeat(a->word) == MZ_REPEAT_EQUAL;

    if (!mz_assembly_repeat(a->word))
        return 1;
    while (i < count && is_alike(a, i) == while_alike)
        i++;
    return i < count ? i + 1 : count;
}

/* The program itself reads so many elements from `first` on. */
static void tell_reading(const struct announced *a, uint64_t first,
                         uint64_t count)
{
    tell_string(a, MZ_READ, first, count);
    announce(a, false, (uint64_t)lowest(a, first, count), count * a->size);
}

/* What these read is not read again where others may have written since. */
static void scan_string(const struct announced *a)
{
    bool compares = mz_assembly_kind(a->word) == MZ_ASSEMBLY_CMPS;
    uint64_t count;

    if (mz_rt.interleaving)
        mz_unsupported(ASSEMBLY_COMPARES);
    count = looked_at(a);
    if (!count)
        return;
    tell_reading(a, a->registers->rdi, count);
    if (compares)
        tell_reading(a, a->registers->rsi, count);
}

static void load_string(const struct announced *a)
{
    uint64_t count = count_of(a);

    if (count)
        tell_reading(a, a->registers->rsi, count);
}

/* ---- atomic ones ------------------------------------------------------- */

static struct mz_atomic_access access_of(const struct announced *a,
                                         enum mz_order order)
{
    mz_zones_check(a->address, a->size,
                   order == MZ_ACQUIRE ? MZ_ACTION_READ : MZ_ACTION_WRITE,
                   a->pc);
    return (struct mz_atomic_access){
        .address = a->address,
        .pc = a->pc,
        .size = a->size,
        .order = order,
    };
}

/* One that is not aligned is none, and may be torn. */
static bool is_aligned(const struct announced *a)
{
    return a->address % a->size == 0;
}

static void load(const struct announced *a)
{
    struct mz_atomic_access access = access_of(a, MZ_ACQUIRE);

    if (is_aligned(a))
        mz_atomic_load(&access);
    else
        read_plainly(a);
}

static void store(const struct announced *a)
{
    struct mz_atomic_access access = access_of(a, MZ_RELEASE);

    if (is_aligned(a))
        mz_atomic_store(&access, a->value);
    else
        write_plainly(a);
}

static void update(const struct announced *a, enum mz_action action,
                   uint64_t operand)
{
    struct mz_atomic_access access = access_of(a, MZ_SEQ_CST);

    mz_atomic_update(&access, action, operand);
}

static mz_atomic_value pair(uint64_t low, uint64_t high, unsigned size)
{
    return size < 16 ? (uint32_t)low | high << 32
                     : low | (mz_atomic_value)high << 64;
}

static void compare(const struct announced *a)
{
    struct mz_atomic_access access = access_of(a, MZ_SEQ_CST);

    mz_atomic_compare(&access, a->registers->rax, a->value);
}

static void compare_pair(const struct announced *a)
{
    const struct mz_assembly_frame *r = a->registers;
    struct mz_atomic_access access = access_of(a, MZ_SEQ_CST);

    mz_atomic_compare(&access, pair(r->rax, r->rdx, a->size),
                      pair(r->rbx, r->rcx, a->size));
}

/* mfence, or a locked instruction that leaves a word of the stack as it is. */
static void fence(const struct announced *a)
{
    struct mz_race race;

    if (a->size && mz_rt.detecting &&
        mz_race_detector_load(mz_rt.self, a->address, a->size, MZ_RELAXED,
                              a->pc, &race))
        mz_plain_race(&race);
    mz_atomic_fence(MZ_SEQ_CST, a->pc);
}

/* ---- time -------------------------------------------------------------- */

/* A tick is a nanosecond of the thread's own clock. */
static void read_time(const struct announced *a)
{
    struct mz_assembly_frame *r = a->registers;
    struct timespec now = {0};
    uint64_t ticks;

    if (mz_rt.active) {
        mz_time_get(CLOCK_MONOTONIC, &now);
        ticks = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    } else {
        ticks = mz_ticks();
    }
    r->rax = (uint32_t)ticks;
    r->rdx = ticks >> 32;
    if (mz_assembly_kind(a->word) == MZ_ASSEMBLY_RDTSCP)
        r->rcx = 0; /* the processor */
}

/* ---- all of them ------------------------------------------------------- */

/* Where the bit that is meant lies, and that bit. */
static void find_bit(struct announced *a)
{
    unsigned bits = 8 * a->size;
    int64_t number = bits == 64   ? (int64_t)a->value
                     : bits == 32 ? (int32_t)a->value
                                  : (int16_t)a->value;
    int64_t word = number >= 0 ? number / bits : -((bits - 1 - number) / bits);

    a->address += word * a->size;
    a->value = (uint64_t)1 << (number - word * bits);
}

static void execute(const struct announced *a)
{
    uint64_t value = a->value;

    switch (mz_assembly_kind(a->word)) {
    case MZ_ASSEMBLY_READ:
        return read_plainly(a);
    case MZ_ASSEMBLY_WRITE:
        return write_plainly(a);
    case MZ_ASSEMBLY_READ_WRITE:
        return update_plainly(a);
    case MZ_ASSEMBLY_LODS:
        return load_string(a);
    case MZ_ASSEMBLY_SCAS:
    case MZ_ASSEMBLY_CMPS:
        return scan_string(a);
    case MZ_ASSEMBLY_MOVS:
        return copy_string(a);
    case MZ_ASSEMBLY_STOS:
        return fill_string(a);
    case MZ_ASSEMBLY_LOAD:
        return load(a);
    case MZ_ASSEMBLY_STORE:
        return store(a);
    case MZ_ASSEMBLY_EXCHANGE:
        return update(a, MZ_ACTION_EXCHANGE, value);
    case MZ_ASSEMBLY_ADD:
        return update(a, MZ_ACTION_FETCH_ADD, value);
    case MZ_ASSEMBLY_SUB:
        return update(a, MZ_ACTION_FETCH_SUB, value);
    case MZ_ASSEMBLY_INC:
        return update(a, MZ_ACTION_FETCH_ADD, 1);
    case MZ_ASSEMBLY_DEC:
        return update(a, MZ_ACTION_FETCH_SUB, 1);
    case MZ_ASSEMBLY_AND:
        return update(a, MZ_ACTION_FETCH_AND, value);
    case MZ_ASSEMBLY_OR:
    case MZ_ASSEMBLY_BTS:
        return update(a, MZ_ACTION_FETCH_OR, value);
    case MZ_ASSEMBLY_XOR:
    case MZ_ASSEMBLY_BTC:
        return update(a, MZ_ACTION_FETCH_XOR, value);
    case MZ_ASSEMBLY_BTR:
        return update(a, MZ_ACTION_FETCH_AND, ~value);
    case MZ_ASSEMBLY_UPDATE:
        return update(a, MZ_ACTION_UPDATE, 0);
    case MZ_ASSEMBLY_COMPARE:
        return compare(a);
    case MZ_ASSEMBLY_COMPARE_PAIR:
        return compare_pair(a);
    case MZ_ASSEMBLY_MFENCE:
        return fence(a);
    case MZ_ASSEMBLY_LFENCE:
        return mz_atomic_fence(MZ_ACQUIRE, a->pc);
    case MZ_ASSEMBLY_SFENCE:
        return mz_atomic_fence(MZ_RELEASE, a->pc);
    case MZ_ASSEMBLY_PAUSE:
        return mz_thread_yield();
    case MZ_ASSEMBLY_RDTSC:
    case MZ_ASSEMBLY_RDTSCP:
        return read_time(a);
    case MZ_ASSEMBLY_COUNT:
        break;
    }
    mz_unsupported(ASSEMBLY_VERSION);
}

void mz_assembly_announced(struct mz_assembly_frame *registers,
                           uint64_t address, uint64_t value)
{
    struct announced a = {
        .registers = registers,
        .address = address,
        .value = value,
        .pc = registers->pc,
        .word = registers->word,
        .size = mz_assembly_size(registers->word),
    };

    if (a.word & MZ_ASSEMBLY_BIT_STRING)
        find_bit(&a);
    mz_rt.keeps_vectors = mz_rt.active;
    execute(&a);
    mz_rt.keeps_vectors = false;
}

/* ---- what is not announced --------------------------------------------- */

/* Called by a constructor of each unit, for each block of its assembly that was
 * not understood, and trusted. */
MZ_EXPORT void mz_assembly_not_understood(const char *name, const char *why)
{
    struct mz_unseen item = {.kind = MZ_UNSEEN_ASSEMBLY};

    if (!mz_takeover_remember(mz_assembly_not_understood, name, why))
        return;
    mz_format(item.name, sizeof item.name, "%s", name);
    mz_format(item.detail, sizeof item.detail, "%s", why);
    mz_unseen_note(&mz_rt.region->unseen, &item);
}
