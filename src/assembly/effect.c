/* SPDX-License-Identifier: Apache-2.0 */
#include "assembly/effect.h"

#include <string.h>

#include "assembly/statement.h"
#include "assembly/vector.h"
#include "base/base.h"

/* ---- names --------------------------------------------------------------- */

enum does {
    NOTHING,
    STAYS_INSIDE, /* the same, if no operand is in memory */
    MOVES,       /* reads the first operand, writes the last */
    READS,       /* reads any operand */
    WRITES,      /* writes the last */
    UPDATES,     /* reads the first, reads and writes the last */
    SHIFTS,      /* the same, and a register says nothing of the size */
    EXTENDS,     /* movz.., movs..: the size is in the name */
    EXCHANGES,
    ADDS_AND_EXCHANGES,
    COMPARES,    /* and exchanges */
    COMPARES_PAIR,
    TESTS_BIT,
    CHANGES_BIT,
    IS_STRING,
    BRANCHES,
    PUSHES,
    FENCES,
    PAUSES,
    TELLS_TIME,
};

enum { SUFFIX = 1, NO_SUFFIX = 0 };

/* `kind`: what it is with a lock prefix, or what it is at all. */
static const struct row {
    const char *names; /* with a blank around each */
    enum does does;
    uint8_t suffix;    /* b, w, l or q may follow */
    uint8_t kind;      /* enum mz_assembly */
} rows[] = {
    {" mov ", MOVES, SUFFIX, 0},
    {" movabs movzx movsx movsxd ", STAYS_INSIDE, SUFFIX, 0},
    {" movbe ", MOVES, SUFFIX, MZ_ASSEMBLY_READ_WRITE},
    {" movnti ", WRITES, SUFFIX, 0},
    {" cmp test imul mul div idiv bsf bsr tzcnt lzcnt popcnt crc32 adcx adox"
     " andn bextr blsi blsr blsmsk mulx pdep pext rorx sarx shlx shrx ", READS,
     SUFFIX, 0},
    {" cmova cmovae cmovb cmovbe cmovc cmove cmovg cmovge cmovl cmovle cmovna"
     " cmovnae cmovnb cmovnbe cmovnc cmovne cmovng cmovnge cmovnl cmovnle"
     " cmovno cmovnp cmovns cmovnz cmovo cmovp cmovpe cmovpo cmovs cmovz ",
     READS, SUFFIX, 0},
    {" seta setae setb setbe setc sete setg setge setl setle setna setnae"
     " setnb setnbe setnc setne setng setnge setnl setnle setno setnp setns"
     " setnz seto setp setpe setpo sets setz ", WRITES, NO_SUFFIX, 0},
    {" add ", UPDATES, SUFFIX, MZ_ASSEMBLY_ADD},
    {" sub ", UPDATES, SUFFIX, MZ_ASSEMBLY_SUB},
    {" and ", UPDATES, SUFFIX, MZ_ASSEMBLY_AND},
    {" or ", UPDATES, SUFFIX, MZ_ASSEMBLY_OR},
    {" xor ", UPDATES, SUFFIX, MZ_ASSEMBLY_XOR},
    {" inc ", UPDATES, SUFFIX, MZ_ASSEMBLY_INC},
    {" dec ", UPDATES, SUFFIX, MZ_ASSEMBLY_DEC},
    {" adc sbb neg not ", UPDATES, SUFFIX, MZ_ASSEMBLY_UPDATE},
    {" shl sal shr sar rol ror rcl rcr shld shrd ", SHIFTS, SUFFIX, 0},
    {" xchg ", EXCHANGES, SUFFIX, MZ_ASSEMBLY_EXCHANGE},
    {" xadd ", ADDS_AND_EXCHANGES, SUFFIX, MZ_ASSEMBLY_ADD},
    {" cmpxchg ", COMPARES, SUFFIX, MZ_ASSEMBLY_COMPARE},
    {" cmpxchg8b cmpxchg16b ", COMPARES_PAIR, NO_SUFFIX,
     MZ_ASSEMBLY_COMPARE_PAIR},
    {" bt ", TESTS_BIT, SUFFIX, 0},
    {" bts ", CHANGES_BIT, SUFFIX, MZ_ASSEMBLY_BTS},
    {" btr ", CHANGES_BIT, SUFFIX, MZ_ASSEMBLY_BTR},
    {" btc ", CHANGES_BIT, SUFFIX, MZ_ASSEMBLY_BTC},
    {" lods ", IS_STRING, SUFFIX, MZ_ASSEMBLY_LODS},
    {" scas ", IS_STRING, SUFFIX, MZ_ASSEMBLY_SCAS},
    {" cmps ", IS_STRING, SUFFIX, MZ_ASSEMBLY_CMPS},
    {" movs ", IS_STRING, SUFFIX, MZ_ASSEMBLY_MOVS},
    {" stos ", IS_STRING, SUFFIX, MZ_ASSEMBLY_STOS},
    {" mfence ", FENCES, NO_SUFFIX, MZ_ASSEMBLY_MFENCE},
    {" lfence ", FENCES, NO_SUFFIX, MZ_ASSEMBLY_LFENCE},
    {" sfence ", FENCES, NO_SUFFIX, MZ_ASSEMBLY_SFENCE},
    {" pause ", PAUSES, NO_SUFFIX, MZ_ASSEMBLY_PAUSE},
    {" rdtsc ", TELLS_TIME, NO_SUFFIX, MZ_ASSEMBLY_RDTSC},
    {" rdtscp ", TELLS_TIME, NO_SUFFIX, MZ_ASSEMBLY_RDTSCP},
    {" push ", PUSHES, SUFFIX, 0},
    {" call callq jmp jmpq ret retq ja jae jb jbe jc je jg jge jl jle jna jnae"
     " jnb jnbe jnc jne jng jnge jnl jnle jno jnp jns jnz jo jp jpe jpo js jz"
     " jcxz jecxz jrcxz loop loope loopne loopz loopnz ", BRANCHES, NO_SUFFIX,
     0},
    {" nop lea bswap ", NOTHING, SUFFIX, 0},
    {" prefetch prefetchw prefetchwt1 prefetchnta prefetcht0 prefetcht1"
     " prefetcht2 clflush clflushopt clwb cldemote endbr64 cld std clc stc cmc"
     " cbw cwde cwd cdq cqo cdqe cbtw cwtl cwtd cltd cltq cqto lahf sahf leave"
     " leaveq pushf pushfq popf popfq cpuid xgetbv ud2 int3 serialize ",
     NOTHING, NO_SUFFIX, 0},
};

static const struct row *find_name(const char *name, size_t length,
                                   bool suffixed)
{
    for (size_t n = 0; n < MZ_COUNT(rows); n++)
        if ((rows[n].suffix || !suffixed) &&
            mz_is_among(rows[n].names, name, length))
            return &rows[n];
    return NULL;
}

static unsigned size_of_suffix(char c)
{
    return c == 'b' ? 1 : c == 'w' ? 2 : c == 'l' ? 4 : c == 'q' ? 8 : 0;
}

/* *size: that of the suffix, or 0. */
static const struct row *find_row(const char *name, unsigned *size)
{
    size_t length = strlen(name);
    const struct row *row = find_name(name, length, false);

    *size = 0;
    if (row)
        return row;
    *size = length ? size_of_suffix(name[length - 1]) : 0;
    return *size ? find_name(name, length - 1, true) : NULL;
}

/* ---- sizes --------------------------------------------------------------- */

static bool is_general(const struct mz_operand *o)
{
    return o->kind == MZ_OPERAND_REGISTER &&
           (o->reg.class == MZ_REGISTER_GENERAL ||
            o->reg.class == MZ_REGISTER_HIGH);
}

static unsigned size_of_registers(const struct mz_instruction *i)
{
    for (unsigned n = i->operand_count; n-- > 0;)
        if (is_general(&i->operands[n]))
            return i->operands[n].reg.size;
    return 0;
}

static bool has_vector(const struct mz_instruction *i)
{
    for (unsigned n = 0; n < i->operand_count; n++)
        if (i->operands[n].kind == MZ_OPERAND_REGISTER &&
            i->operands[n].reg.class == MZ_REGISTER_VECTOR)
            return true;
    return false;
}

/* movzbl, movswq, movslq, movzb: what is read has the size of the first letter
 * after the z or s. 0: it is not called so. */
static unsigned size_of_extension(const char *name)
{
    unsigned from, to;

    if (strncmp(name, "movz", 4) && strncmp(name, "movs", 4))
        return 0;
    from = size_of_suffix(name[4]);
    to = from && name[5] ? size_of_suffix(name[5]) : 8;
    return from < to && (!name[5] || !name[6]) ? from : 0;
}

/* ---- effects ------------------------------------------------------------- */

struct question {
    const struct mz_instruction *i;
    const struct mz_operand *memory, *last;
    bool alone;
    struct mz_effect *effect;
    const char **why;
};

static bool unknown(const struct question *q, const char *why)
{
    *q->why = why;
    return false;
}

static bool tell(const struct question *q, enum mz_assembly kind,
                 unsigned size)
{
    q->effect->is_told = true;
    q->effect->kind = kind;
    q->effect->size = size;
    q->effect->address = q->memory;
    return size || !q->memory ? true
                              : unknown(q, "it does not tell its size");
}

/* The other operand of two, for an atomic access. */
static void add_value(const struct question *q)
{
    if (q->i->operand_count == 2)
        q->effect->value = &q->i->operands[q->memory == q->last ? 0 : 1];
}

static bool move(const struct question *q, unsigned size)
{
    bool writes = q->memory == q->last;

    if (!q->alone || size > 8)
        return tell(q, writes ? MZ_ASSEMBLY_WRITE : MZ_ASSEMBLY_READ, size);
    if (!writes)
        return tell(q, MZ_ASSEMBLY_LOAD, size);
    add_value(q);
    return tell(q, MZ_ASSEMBLY_STORE, size);
}

static bool is_zero(const char *text)
{
    return !strcmp(text, "0") || !strcmp(text, "0x0");
}

/* lock; addl $0, (%rsp): the fence of those who know. */
static bool is_idle(const struct question *q, const struct row *row)
{
    const unsigned idle = 1 << MZ_ASSEMBLY_ADD | 1 << MZ_ASSEMBLY_SUB |
                          1 << MZ_ASSEMBLY_OR | 1 << MZ_ASSEMBLY_XOR;
    const struct mz_operand *first = &q->i->operands[0];

    return q->i->operand_count == 2 && first->kind == MZ_OPERAND_IMMEDIATE &&
           is_zero(first->text) && q->memory->is_on_stack &&
           idle >> row->kind & 1;
}

static bool update(const struct question *q, const struct row *row,
                   unsigned size)
{
    if (q->memory != q->last)
        return tell(q, MZ_ASSEMBLY_READ, size);
    if (!q->i->locks)
        return tell(q, MZ_ASSEMBLY_READ_WRITE, size);
    if (is_idle(q, row))
        return tell(q, MZ_ASSEMBLY_MFENCE, size);
    add_value(q);
    return tell(q, row->kind, size);
}

/* Atomic with a lock prefix, or always. */
static bool exchange(const struct question *q, const struct row *row,
                     unsigned size)
{
    add_value(q);
    if (q->i->locks || row->does == EXCHANGES)
        return tell(q, row->kind, size);
    return tell(q, MZ_ASSEMBLY_READ_WRITE, size);
}

static bool compare_pair(const struct question *q)
{
    return tell(q, q->i->locks ? MZ_ASSEMBLY_COMPARE_PAIR
                               : MZ_ASSEMBLY_READ_WRITE,
                strcmp(q->i->name, "cmpxchg8b") ? 16 : 8);
}

static bool bit(const struct question *q, const struct row *row, unsigned size)
{
    if (q->i->operand_count != 2 || q->memory != q->last || size < 2)
        return unknown(q, "its operands");
    q->effect->more = MZ_ASSEMBLY_BIT_STRING;
    add_value(q);
    return tell(q, row->does == TESTS_BIT ? MZ_ASSEMBLY_READ
                   : q->i->locks          ? (enum mz_assembly)row->kind
                                          : MZ_ASSEMBLY_READ_WRITE,
                size);
}

/* Without operands, or with those in memory that it always has. */
static bool string(const struct question *q, const struct row *row,
                   unsigned size)
{
    for (unsigned n = 0; n < q->i->operand_count; n++)
        if (q->i->operands[n].is_local)
            return unknown(q, "a segment");
    if (!size)
        return unknown(q, "it does not tell its size");
    if (row->kind == MZ_ASSEMBLY_LODS && q->i->repeat)
        return unknown(q, "its prefix");
    q->effect->is_told = true;
    q->effect->kind = row->kind;
    q->effect->size = size;
    if (row->kind == MZ_ASSEMBLY_MOVS || row->kind == MZ_ASSEMBLY_STOS)
        q->effect->more = MZ_ASSEMBLY_REPLACED;
    return true;
}

static bool without_address(const struct question *q, const struct row *row)
{
    q->effect->is_told = true;
    q->effect->kind = row->kind;
    if (row->does == TELLS_TIME)
        q->effect->more = MZ_ASSEMBLY_REPLACED;
    return true;
}

static bool vector(const struct question *q)
{
    bool writes = false;
    unsigned size = 0;

    if (!mz_vector_find(q->i, &writes, &size))
        return unknown(q, NULL);
    if (!q->memory)
        return true;
    if (q->i->is_masked)
        return unknown(q, "a mask");
    return tell(q, writes ? MZ_ASSEMBLY_WRITE : MZ_ASSEMBLY_READ, size);
}

static bool in_memory(const struct question *q, const struct row *row,
                      unsigned size)
{
    bool is_set = row->does == WRITES && !strncmp(row->names, " set", 4);

    if (!size && row->does != SHIFTS)
        size = is_set ? 1 : size_of_registers(q->i);
    switch (row->does) {
    case MOVES:
        return row->kind ? tell(q, q->memory == q->last ? MZ_ASSEMBLY_WRITE
                                                        : MZ_ASSEMBLY_READ,
                                size)
                         : move(q, size);
    case READS:
        return tell(q, MZ_ASSEMBLY_READ, size);
    case WRITES:
        return tell(q, MZ_ASSEMBLY_WRITE, size);
    case UPDATES:
    case SHIFTS:
        return update(q, row, size);
    case EXCHANGES:
    case ADDS_AND_EXCHANGES:
    case COMPARES:
        return exchange(q, row, size);
    case COMPARES_PAIR:
        return compare_pair(q);
    case TESTS_BIT:
    case CHANGES_BIT:
        return bit(q, row, size);
    case PUSHES:
        return tell(q, MZ_ASSEMBLY_READ, size ? size : 8);
    default:
        return true;
    }
}

static bool ordinary(const struct question *q, const struct row *row,
                     unsigned size)
{
    switch (row->does) {
    case IS_STRING:
        return string(q, row, size);
    case FENCES:
    case TELLS_TIME:
    case PAUSES:
        return without_address(q, row);
    case BRANCHES:
        return q->memory && q->memory->is_indirect
                   ? tell(q, MZ_ASSEMBLY_READ, 8)
                   : true;
    case STAYS_INSIDE:
        return q->memory ? unknown(q, "an operand in memory") : true;
    case NOTHING:
        if (q->i->repeat == MZ_REPEAT_EQUAL && !strcmp(q->i->name, "nop")) {
            q->effect->is_told = true;
            q->effect->kind = MZ_ASSEMBLY_PAUSE;
        }
        return true;
    default:
        return q->memory ? in_memory(q, row, size) : true;
    }
}

/* A pop into memory that is addressed by rsp means rsp after it. */
static bool pop(const struct question *q)
{
    if (!q->memory)
        return true;
    if (q->memory->is_on_stack)
        return unknown(q, "an address that it changes itself");
    return tell(q, MZ_ASSEMBLY_WRITE, q->i->name[3] == 'w' ? 2 : 8);
}

static bool is_pop(const char *name)
{
    return !strcmp(name, "pop") || !strcmp(name, "popq") ||
           !strcmp(name, "popw");
}

static bool is_string_name(const struct mz_instruction *i)
{
    for (unsigned n = 0; n < i->operand_count; n++)
        if (i->operands[n].kind != MZ_OPERAND_MEMORY)
            return false;
    return true;
}

/* scas %es:(%rdi), %al and the like. */
static bool names_accumulator(const struct mz_instruction *i)
{
    return i->operand_count == 2 && is_general(&i->operands[0]) !=
                                        is_general(&i->operands[1]);
}

static bool can_lock(const struct question *q, const struct row *row)
{
    return !q->i->locks || (row && row->kind && q->memory == q->last &&
                            q->memory && row->does != IS_STRING &&
                            row->does != MOVES) ||
           (row && row->does == EXCHANGES);
}

/* Names that mean two things: movsb, movsd, movq, cmpsd are of strings, of
 * vectors, or extend a sign, by their operands. */
static bool find(const struct question *q)
{
    unsigned size, extends = size_of_extension(q->i->name);
    const struct row *row = find_row(q->i->name, &size);

    if (!can_lock(q, row))
        return unknown(q, "a lock prefix on it");
    if (is_pop(q->i->name))
        return pop(q);
    if (row && row->does == IS_STRING && !is_string_name(q->i) &&
        !(names_accumulator(q->i) && row->kind != MZ_ASSEMBLY_MOVS))
        row = NULL;
    if (has_vector(q->i) || (!row && !extends))
        return vector(q);
    if (row)
        return ordinary(q, row, size);
    return q->memory ? move(q, extends) : true;
}

bool mz_effect_find(const struct mz_instruction *i, bool alone,
                    struct mz_effect *effect, const char **why)
{
    struct question q = {
        .i = i,
        .memory = mz_instruction_memory(i),
        .last = mz_instruction_last(i),
        .alone = alone,
        .effect = effect,
        .why = why,
    };

    *effect = (struct mz_effect){.is_told = false};
    *why = NULL;
    return find(&q);
}
