/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/displaced.h"

#include <fcntl.h>
#include <sys/mman.h>

#include "base/system_call.h"
#include "runtime/libc_family.h"
#include "runtime/snapshot.h"
#include "runtime/watch.h"

enum {
    SLOT = 32,          /* an instruction and a jump */
    MAX_KNOWN = 4096,   /* instructions at a time */
    HASH_BITS = 13,
    MAX_OPENED = 16,    /* pages, while one instruction runs */
};

struct known {
    uint64_t pc;
    struct mz_decoded instruction;
};

static mz_decode_function *decode;
static struct known *known;   /* MAX_KNOWN */
static unsigned known_count;
static uint16_t hash[1 << HASH_BITS]; /* index + 1 */
static char *slots;           /* one for each known */
static char *scratch;         /* where simple instructions work */
static int memory = -1;       /* /proc/self/mem, hidden ... */
static long memory_of;        /* ... of this process */

/* Of the instruction at hand. */
static const struct mz_decoded *running;
static uint64_t running_pc, running_pointer;
static bool stepping, has_stepped;
static uint64_t opened[MAX_OPENED];
static unsigned opened_count;

/* The places of registers in a ucontext, by their numbers. */
static const uint8_t places[] = {
    REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

void mz_displaced_run(greg_t *, const void *slot);
extern const char mz_displaced_end[];

/* ---- what there must be -------------------------------------------------- */

static bool open_memory(void)
{
    int fd = MZ_SYSTEM(openat, AT_FDCWD, "/proc/self/mem",
                       O_RDWR | O_CLOEXEC);

    if (fd < 0)
        return false;
    if (memory < 0)
        memory = mz_descriptor_hide(fd);
    else if (MZ_SYSTEM(dup3, fd, memory, O_CLOEXEC) >= 0)
        MZ_SYSTEM(close, fd);
    memory_of = MZ_SYSTEM(getpid);
    return memory >= 0;
}

static void *take_pages(size_t size, int rights)
{
    long got = MZ_SYSTEM(mmap, 0, size, rights,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return got < 0 && got > -MZ_PAGE ? NULL : (void *)got;
}

bool mz_displaced_init(mz_decode_function *function)
{
    decode = function;
    known = take_pages(MAX_KNOWN * sizeof *known, PROT_READ | PROT_WRITE);
    scratch = take_pages(MZ_PAGE, PROT_READ | PROT_WRITE);
    slots = take_pages(MAX_KNOWN * SLOT, PROT_READ | PROT_WRITE | PROT_EXEC);
    return known && scratch && slots && open_memory();
}

bool mz_displaced_begin(void)
{
    return memory_of == MZ_SYSTEM(getpid) || open_memory();
}

/* ---- memory without rights ----------------------------------------------- */

static bool fetch(void *to, uint64_t address, size_t size)
{
    return MZ_SYSTEM(pread64, memory, to, size, address) == (long)size;
}

/* What has not been written since the snapshot is saved first. */
static bool put(const void *from, uint64_t address, size_t size)
{
    mz_snapshot_touch((void *)address, size);
    return MZ_SYSTEM(pwrite64, memory, from, size, address) == (long)size;
}

/* ---- what is known of an instruction ------------------------------------- */

static unsigned bucket_of(uint64_t pc)
{
    return pc * 0x9E3779B97F4A7C15u >> (64 - HASH_BITS);
}

static void forget_all(void)
{
    mz_fill(hash, 0, sizeof hash);
    known_count = 0;
}

static void *slot_of(const struct known *k)
{
    return slots + (k - known) * SLOT;
}

/* The code, and jmp *0(%rip) with the address behind it. */
static void fill_slot(const struct known *k)
{
    static const uint8_t jump[6] = {0xff, 0x25};
    const char *end = mz_displaced_end;
    char *slot = slot_of(k);

    mz_copy(slot, k->instruction.code, k->instruction.code_length);
    slot += k->instruction.code_length;
    mz_copy(slot, jump, sizeof jump);
    mz_copy(slot + sizeof jump, &end, sizeof end);
}

/* The code may end with the page. */
static void decode_at(uint64_t pc, struct mz_decoded *out)
{
    uint8_t code[MZ_MAX_INSTRUCTION] = {0};

    if (MZ_SYSTEM(pread64, memory, code, sizeof code, pc) > 0)
        decode(code, out);
    else
        *out = (struct mz_decoded){.shape = MZ_SHAPE_OTHER};
}

const struct mz_decoded *mz_displaced_decode(uint64_t pc)
{
    unsigned i = bucket_of(pc);
    struct known *k;

    for (; hash[i]; i = (i + 1) % MZ_COUNT(hash))
        if (known[hash[i] - 1].pc == pc)
            return &known[hash[i] - 1].instruction;
    if (known_count == MAX_KNOWN) {
        forget_all();
        i = bucket_of(pc);
    }
    k = &known[known_count++];
    hash[i] = known_count;
    k->pc = pc;
    decode_at(pc, &k->instruction);
    fill_slot(k);
    return &k->instruction;
}

static uint64_t value_of(unsigned number, const struct mz_decoded *in,
                         const ucontext_t *c)
{
    const greg_t *g = c->uc_mcontext.gregs;

    if (number < MZ_COUNT(places))
        return g[places[number]];
    return number == MZ_REGISTER_RIP ? g[REG_RIP] + in->length : 0;
}

uint64_t mz_displaced_address(const struct mz_decoded_operand *o,
                              const struct mz_decoded *in,
                              const ucontext_t *c)
{
    uint64_t address = o->displacement + value_of(o->base, in, c) +
                       value_of(o->index, in, c) * o->scale;

    if (in->is_narrow)
        address = (uint32_t)address;
    if (o->is_local)
        address += mz_thread_pointer();
    return o->is_pushed ? address - o->size : address;
}

void mz_displaced_strings(const ucontext_t *c, uint64_t at[2])
{
    at[0] = c->uc_mcontext.gregs[REG_RDI];
    at[1] = c->uc_mcontext.gregs[REG_RSI];
}

/* ---- execution ----------------------------------------------------------- */

/* The vector registers of the interrupted code are in the signal's frame. */
struct frame_end {
    uint32_t magic, size;
    uint64_t features;
};

static uint64_t features_of(const ucontext_t *c)
{
    const struct frame_end *end =
        (const void *)((const char *)c->uc_mcontext.fpregs + 464);

    return end->features;
}

static void load_vectors(const ucontext_t *c)
{
    uint64_t features = features_of(c);

    __asm__ volatile("xrstor64 (%0)"
                     :
                     : "r"(c->uc_mcontext.fpregs), "a"((uint32_t)features),
                       "d"((uint32_t)(features >> 32))
                     : "memory");
}

static void save_vectors(const ucontext_t *c)
{
    uint64_t features = features_of(c);

    __asm__ volatile("xsave64 (%0)"
                     :
                     : "r"(c->uc_mcontext.fpregs), "a"((uint32_t)features),
                       "d"((uint32_t)(features >> 32))
                     : "memory");
}

static void run(const struct mz_decoded *in, ucontext_t *c)
{
    const struct known *k = (const struct known *)
        ((const char *)in - offsetof(struct known, instruction));

    running = in;
    running_pc = c->uc_mcontext.gregs[REG_RIP];
    if (in->is_vector)
        load_vectors(c);
    mz_displaced_run(c->uc_mcontext.gregs, slot_of(k));
    if (in->is_vector)
        save_vectors(c);
    running = NULL;
}

static bool do_simple(const struct mz_decoded *in, ucontext_t *c)
{
    const struct mz_decoded_operand *o = &in->operands[0];
    uint64_t address = mz_displaced_address(o, in, c);
    greg_t *pointer = &c->uc_mcontext.gregs[places[in->pointer]];
    char *at = scratch + address % MZ_MAX_DISPLACED; /* aligned alike */
    /* Is the next page there? */
    bool spans = address % MZ_PAGE + o->size > MZ_PAGE;

    if ((!in->overwrites || spans) && !fetch(at, address, o->size))
        return false;
    running_pointer = *pointer;
    *pointer = (greg_t)at;
    run(in, c);
    *pointer = running_pointer;
    return !o->writes || put(at, address, o->size);
}

static bool do_string(const struct mz_decoded *in, ucontext_t *c)
{
    opened_count = 0;
    run(in, c);
    if (opened_count > MAX_OPENED)
        mz_watch_close_all();
    for (unsigned i = 0; i < opened_count && i < MAX_OPENED; i++)
        mz_watch_close(opened[i], opened[i] + 1);
    return true;
}

/* jmp *m, call *m, push m: where the value goes is all that differs. */
static bool do_branch(const struct mz_decoded *in, ucontext_t *c)
{
    greg_t *g = c->uc_mcontext.gregs;
    uint64_t value, next = g[REG_RIP] + in->length;

    if (!fetch(&value, mz_displaced_address(&in->operands[0], in, c),
               sizeof value))
        return false;
    if (in->shape != MZ_SHAPE_JUMP) {
        uint64_t pushed = in->shape == MZ_SHAPE_CALL ? next : value;

        if (!put(&pushed, g[REG_RSP] - sizeof pushed, sizeof pushed))
            return false;
        g[REG_RSP] -= sizeof pushed;
    }
    /* What follows is added to the address when it has been executed. */
    if (in->shape != MZ_SHAPE_PUSH)
        g[REG_RIP] = value - in->length;
    return true;
}

static void step_over(ucontext_t *c)
{
    if (!mz_rt.auditing) /* it has ended meanwhile: all is open */
        return;
    mz_watch_open_all();
    stepping = has_stepped = true;
    mz_context_trap(c, true);
}

static bool done(const struct mz_decoded *in, ucontext_t *c)
{
    switch ((enum mz_shape)in->shape) {
    case MZ_SHAPE_SIMPLE:
        return do_simple(in, c);
    case MZ_SHAPE_STRING:
        return do_string(in, c);
    case MZ_SHAPE_JUMP:
    case MZ_SHAPE_CALL:
    case MZ_SHAPE_PUSH:
        return do_branch(in, c);
    case MZ_SHAPE_OTHER:
        break;
    }
    return false;
}

void mz_displaced_execute(const struct mz_decoded *in, ucontext_t *c)
{
    if (done(in, c))
        c->uc_mcontext.gregs[REG_RIP] += in->length;
    else
        step_over(c);
}

/* ---- faults meanwhile ---------------------------------------------------- */

bool mz_displaced_is_slot(const ucontext_t *c)
{
    uint64_t pc = c->uc_mcontext.gregs[REG_RIP];

    return running && pc - (uint64_t)slots < MAX_KNOWN * SLOT;
}

void mz_displaced_let(uint64_t address, const ucontext_t *c)
{
    if (mz_context_is_write(c))
        mz_snapshot_fault(address);
    mz_watch_open(address, address + 1);
    if (opened_count < MAX_OPENED)
        opened[opened_count] = address;
    opened_count++;
}

void mz_displaced_undo(ucontext_t *c)
{
    greg_t *g = c->uc_mcontext.gregs;

    g[REG_RIP] = running_pc;
    if (running->shape == MZ_SHAPE_SIMPLE)
        g[places[running->pointer]] = running_pointer;
    running = NULL;
}

bool mz_displaced_is_stepping(void)
{
    return stepping;
}

bool mz_displaced_has_stepped(void)
{
    return has_stepped;
}

void mz_displaced_step_ends(ucontext_t *c)
{
    stepping = false;
    mz_context_trap(c, false);
    mz_watch_close_all();
}

void mz_displaced_end_all(void)
{
    stepping = false;
    running = NULL;
}
