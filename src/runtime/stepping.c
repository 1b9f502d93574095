/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/stepping.h"

#include "runtime/libc_family.h"
#include "runtime/state.h"
#include "runtime/turn.h"

enum {
    MAX_STEPS = 20000,     /* 40 ms; 0.5 s where a hypervisor has its say */
    FIRST_LOOK = 256,      /* then at twice as many steps each time */
    MAX_COMPARED = 32,     /* states, for one that is remembered, */
    MAX_IN_VAIN = 96,      /* and in all */
    BREATH = 1 << 12,      /* steps after which the supervisor sees life */
    MAX_USES = 16,         /* places that are noted */
};

/* A place that the thread has used in these steps, not of its stack. */
struct use {
    uint64_t address;
    unsigned count;
    uint8_t size, uses;
};

/* A state that may come again. Two of them are remembered: of any instruction
 * of the program, with all registers; and of an announcement, a call, where
 * only those count that a function must preserve, and its argument. */
struct memory_of_state {
    bool is_set;
    bool is_call;
    unsigned compared;
    uint64_t pc, registers, state;
};

static struct {
    bool has_begun, is_on, is_inside, looks_at_code, looks_at_call;
    uint32_t position;
    mz_tid self;
    unsigned steps, look_at, in_vain, use_count;
    struct use uses[MAX_USES];
    struct memory_of_state code, call;
} stepping;

/* ---- announcements ------------------------------------------------------- */

/* What they announce, and of how many bytes: 0 where that is no one access. */
enum { READS = 1, WRITES = 2 };

#define SIZES(X, name, uses)                                              \
    X(name##1, uses, 1) X(name##2, uses, 2) X(name##4, uses, 4)           \
    X(name##8, uses, 8) X(name##16, uses, 16)
#define ANNOUNCEMENTS(X)                                      \
    SIZES(X, __tsan_read, READS)                              \
    SIZES(X, __tsan_write, WRITES)                            \
    SIZES(X, __tsan_unaligned_read, READS)                    \
    SIZES(X, __tsan_unaligned_write, WRITES)                  \
    SIZES(X, __tsan_volatile_read, READS)                     \
    SIZES(X, __tsan_volatile_write, WRITES)                   \
    SIZES(X, __tsan_unaligned_volatile_read, READS)           \
    SIZES(X, __tsan_unaligned_volatile_write, WRITES)         \
    SIZES(X, __tsan_read_write, READS | WRITES)               \
    SIZES(X, __tsan_unaligned_read_write, READS | WRITES)     \
    X(__tsan_copied_read1, READS, 1)                          \
    X(__tsan_copied_read2, READS, 2)                          \
    X(__tsan_copied_read4, READS, 4)                          \
    X(__tsan_copied_read8, READS, 8)                          \
    X(__tsan_func_entry, 0, 0)                                \
    X(__tsan_func_exit, 0, 0)                                 \
    X(__tsan_read_range, READS, 0)                            \
    X(__tsan_write_range, WRITES, 0)                          \
    X(__tsan_vptr_read, READS, 8)                             \
    X(__tsan_vptr_update, WRITES, 8)

#define X(name, ...) void name(void);
ANNOUNCEMENTS(X)
#undef X

struct announcement {
    void (*function)(void);
    uint8_t uses, size;
};

static const struct announcement *announcement_at(uint64_t pc)
{
    static const struct announcement all[] = {
#define X(name, uses, size) {name, uses, size},
        ANNOUNCEMENTS(X)
#undef X
    };

    for (unsigned i = 0; i < MZ_COUNT(all); i++)
        if (pc == (uint64_t)all[i].function)
            return &all[i];
    return NULL;
}

/* ---- what the loop reads ------------------------------------------------- */

/* Of its own stack is no business of others. */
static bool is_own_stack(uint64_t address)
{
    return mz_fiber_owns(mz_rt.self, address);
}

static void note_use(const struct announcement *of, uint64_t address)
{
    struct use *use = stepping.uses;
    unsigned i = 0;

    if (!of->size || is_own_stack(address))
        return;
    while (i < stepping.use_count && use[i].address != address)
        i++;
    if (i == MAX_USES)
        return;
    if (i == stepping.use_count)
        use[stepping.use_count++] = (struct use){.address = address};
    use[i].size = of->size;
    use[i].uses |= of->uses;
    use[i].count++;
}

static bool is_repeated(const struct use *use, unsigned times)
{
    return use->uses == READS && use->count >= times;
}

/* The first by address of those that are read as often as any: wherever in its
 * round the loop was met, it is the same. */
enum mz_repeated_reads mz_stepping_watched(unsigned times, uint64_t *address,
                                           uint32_t *size)
{
    const struct use *best = NULL;
    unsigned count = 0, most = 0;

    for (unsigned i = 0; i < stepping.use_count; i++)
        if (is_repeated(&stepping.uses[i], times)) {
            count++;
            if (stepping.uses[i].count > most)
                most = stepping.uses[i].count;
        }
    for (unsigned i = 0; i < stepping.use_count; i++) {
        const struct use *use = &stepping.uses[i];

        if (is_repeated(use, times) && use->count + 1 >= most &&
            (!best || use->address < best->address))
            best = use;
    }
    if (!best)
        return MZ_READS_NOTHING;
    *address = stepping.use_count < MAX_USES ? best->address : 0;
    *size = best->size;
    return count == 1 ? MZ_READS_ONE : MZ_READS_SEVERAL;
}

/* ---- states -------------------------------------------------------------- */

static uint64_t hash_words(const uint64_t *words, unsigned count)
{
    uint64_t hash = 0;

    for (unsigned i = 0; i < count; i++)
        hash = mz_hash_word(hash, words[i]);
    return hash;
}

static uint64_t hash_call(const ucontext_t *c)
{
    uint64_t registers[MZ_CONTEXT_PRESERVED];

    mz_context_preserved(c, registers);
    return hash_words(registers, MZ_COUNT(registers));
}

/* Also those of floating point: what the kernel has saved of them. */
static uint64_t hash_code(const ucontext_t *c)
{
    uint64_t registers[MZ_CONTEXT_REGISTERS], hash;
    size_t count;
    const uint32_t *saved = mz_context_vectors(c, &count);

    mz_context_registers(c, registers);
    hash = hash_words(registers, MZ_COUNT(registers));
    for (size_t i = 0; i < count; i++)
        hash = mz_hash_word(hash, saved[i]);
    return hash;
}

static uint64_t hash_registers(const struct memory_of_state *m,
                               const ucontext_t *c)
{
    return m->is_call ? hash_call(c) : hash_code(c);
}

static bool state_at(const struct memory_of_state *m, const ucontext_t *c,
                     uint64_t *state)
{
    struct mz_live_stacks live;

    mz_state_live_stacks(&live);
    live.from[mz_rt.self] = mz_context_sp(c) - (m->is_call ? 0 : MZ_RED_ZONE);
    return mz_state_fingerprint(&live, state);
}

static void remember(struct memory_of_state *m, const ucontext_t *c)
{
    m->compared = 0;
    m->pc = mz_context_pc(c);
    m->registers = hash_registers(m, c);
    m->is_set = state_at(m, c, &m->state);
}

static bool comes_again(struct memory_of_state *m, const ucontext_t *c)
{
    uint64_t state;

    if (!m->is_set || m->pc != mz_context_pc(c) ||
        m->registers != hash_registers(m, c))
        return false;
    stepping.in_vain++;
    m->is_set = ++m->compared < MAX_COMPARED;
    return state_at(m, c, &state) && state == m->state;
}

/* ---- step by step -------------------------------------------------------- */

bool mz_stepping_is_on(void)
{
    return stepping.is_on;
}

bool mz_stepping_has_begun(void)
{
    return stepping.has_begun;
}

void mz_stepping_begin(ucontext_t *c)
{
    stepping = (__typeof__(stepping)){
        .has_begun = true,
        .is_on = true,
        .is_inside = true, /* it may be in the midst of a call */
        .position = mz_turns.position,
        .self = mz_rt.self,
        .look_at = FIRST_LOOK,
        .call.is_call = true,
    };
    mz_context_trap(c, true);
}

static bool is_alive(void)
{
    return !mz_rt.active || mz_rt.choosing || mz_rt.self != stepping.self ||
           mz_turns.position != stepping.position;
}

/* At an instruction of the program, or where it calls an announcement. */
static bool look(struct memory_of_state *m, bool *wanted, const ucontext_t *c)
{
    if (comes_again(m, c))
        return true;
    if (*wanted)
        remember(m, c);
    *wanted = false;
    return false;
}

static void count_step(void)
{
    if (++stepping.steps == stepping.look_at) {
        stepping.looks_at_code = stepping.looks_at_call = true;
        stepping.look_at *= 2;
    }
    if (stepping.steps % BREATH == 0)
        mz_turn_beat();
}

static enum mz_stepping step(const ucontext_t *c)
{
    uint64_t pc = mz_context_pc(c);
    bool was_inside = stepping.is_inside;
    const struct announcement *told;
    bool shown;

    if (is_alive())
        return MZ_STEPPING_ALIVE;
    if (stepping.steps == MAX_STEPS || stepping.in_vain == MAX_IN_VAIN)
        return MZ_STEPPING_UNKNOWN;
    count_step();
    stepping.is_inside = mz_is_ours(pc);
    if (stepping.is_inside && was_inside)
        return MZ_STEPPING_ON;
    told = stepping.is_inside ? announcement_at(pc) : NULL;
    if (stepping.is_inside ? !told : mz_code_leaves_the_program(pc))
        return MZ_STEPPING_UNKNOWN;
    if (told)
        note_use(told, mz_context_argument(c));
    shown = stepping.is_inside
                ? look(&stepping.call, &stepping.looks_at_call, c)
                : look(&stepping.code, &stepping.looks_at_code, c);
    return shown ? MZ_STEPPING_ENDLESS : MZ_STEPPING_ON;
}

enum mz_stepping mz_stepping_take(ucontext_t *c)
{
    enum mz_stepping now = step(c);

    stepping.is_on = now == MZ_STEPPING_ON;
    if (!stepping.is_on)
        mz_context_trap(c, false);
    return now;
}
