/* SPDX-License-Identifier: Apache-2.0 */
#include "decode/decode.h"

#include <Zydis/Zydis.h>

enum {
    READS = ZYDIS_OPERAND_ACTION_READ | ZYDIS_OPERAND_ACTION_CONDREAD,
    WRITES = ZYDIS_OPERAND_ACTION_WRITE | ZYDIS_OPERAND_ACTION_CONDWRITE,
};

/* What the library says of one instruction. */
struct source {
    ZydisDecodedInstruction insn;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    int memory; /* the last operand in memory */
    bool is_odd; /* it does more than to read and write that operand */
};

static uint8_t number_of(ZydisRegister r)
{
    if (r == ZYDIS_REGISTER_RIP)
        return MZ_REGISTER_RIP;
    r = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r);
    if (r >= ZYDIS_REGISTER_RAX && r <= ZYDIS_REGISTER_R15)
        return r - ZYDIS_REGISTER_RAX;
    return MZ_REGISTER_NONE;
}

static bool is_vector(ZydisRegister r)
{
    switch (ZydisRegisterGetClass(r)) {
    case ZYDIS_REGCLASS_X87:
    case ZYDIS_REGCLASS_MMX:
    case ZYDIS_REGCLASS_XMM:
    case ZYDIS_REGCLASS_YMM:
    case ZYDIS_REGCLASS_ZMM:
    case ZYDIS_REGCLASS_TMM:
    case ZYDIS_REGCLASS_MASK:
        return true;
    default:
        return r == ZYDIS_REGISTER_MXCSR;
    }
}

static bool is_string(ZydisMnemonic m)
{
    switch (m) {
    case ZYDIS_MNEMONIC_MOVSB:
    case ZYDIS_MNEMONIC_MOVSW:
    case ZYDIS_MNEMONIC_MOVSD:
    case ZYDIS_MNEMONIC_MOVSQ:
    case ZYDIS_MNEMONIC_STOSB:
    case ZYDIS_MNEMONIC_STOSW:
    case ZYDIS_MNEMONIC_STOSD:
    case ZYDIS_MNEMONIC_STOSQ:
    case ZYDIS_MNEMONIC_LODSB:
    case ZYDIS_MNEMONIC_LODSW:
    case ZYDIS_MNEMONIC_LODSD:
    case ZYDIS_MNEMONIC_LODSQ:
    case ZYDIS_MNEMONIC_SCASB:
    case ZYDIS_MNEMONIC_SCASW:
    case ZYDIS_MNEMONIC_SCASD:
    case ZYDIS_MNEMONIC_SCASQ:
    case ZYDIS_MNEMONIC_CMPSB:
    case ZYDIS_MNEMONIC_CMPSW:
    case ZYDIS_MNEMONIC_CMPSD:
    case ZYDIS_MNEMONIC_CMPSQ:
        return true;
    default:
        return false;
    }
}

/* MOVSD and CMPSD are also moves and comparisons of vector registers. */
static bool is_string_instruction(const struct source *s)
{
    for (int i = 0; i < s->insn.operand_count_visible; i++)
        if (s->operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER &&
            is_vector(s->operands[i].reg.value))
            return false;
    return is_string(s->insn.mnemonic);
}

/* Those that address bits, far from their operand. */
static bool is_bit_string(const struct source *s)
{
    switch (s->insn.mnemonic) {
    case ZYDIS_MNEMONIC_BT:
    case ZYDIS_MNEMONIC_BTS:
    case ZYDIS_MNEMONIC_BTR:
    case ZYDIS_MNEMONIC_BTC:
        return s->operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER;
    default:
        return false;
    }
}

/* Those, and what raises exceptions that must have the right address. */
static bool is_left_in_place(const struct source *s)
{
    return s->insn.mnemonic == ZYDIS_MNEMONIC_DIV ||
           s->insn.mnemonic == ZYDIS_MNEMONIC_IDIV || is_bit_string(s);
}

static void note_register(struct source *s, const ZydisDecodedOperand *o,
                          struct mz_decoded *out)
{
    uint8_t number = number_of(o->reg.value);

    if (is_vector(o->reg.value))
        out->is_vector = true;
    if (number == MZ_REGISTER_RSP || number == MZ_REGISTER_RIP)
        s->is_odd = true;
}

static void note_memory(struct source *s, const ZydisDecodedOperand *o,
                        struct mz_decoded *out)
{
    struct mz_decoded_operand *m = &out->operands[out->operand_count];
    bool hidden = o->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN;

    if (out->operand_count++ == MZ_MAX_OPERANDS) {
        out->operand_count = MZ_MAX_OPERANDS;
        s->is_odd = true;
        return;
    }
    s->memory = o->id;
    m->size = o->size / 8;
    m->base = number_of(o->mem.base);
    m->index = number_of(o->mem.index);
    m->scale = o->mem.scale;
    m->displacement = o->mem.disp.has_displacement ? o->mem.disp.value : 0;
    m->reads = o->actions & READS;
    m->writes = o->actions & WRITES;
    m->is_local = o->mem.segment == ZYDIS_REGISTER_FS;
    m->is_pushed = hidden && m->base == MZ_REGISTER_RSP && m->writes;
    m->is_unknown = o->mem.type != ZYDIS_MEMOP_TYPE_MEM || !m->size ||
                    o->mem.segment == ZYDIS_REGISTER_GS || is_bit_string(s);
    s->is_odd |= m->is_unknown || m->size > MZ_MAX_DISPLACED ||
                 o->visibility != ZYDIS_OPERAND_VISIBILITY_EXPLICIT;
    out->overwrites = o->actions == ZYDIS_OPERAND_ACTION_WRITE;
}

static void note_operands(struct source *s, struct mz_decoded *out)
{
    for (int i = 0; i < s->insn.operand_count; i++) {
        const ZydisDecodedOperand *o = &s->operands[i];

        if (o->type == ZYDIS_OPERAND_TYPE_REGISTER)
            note_register(s, o, out);
        else if (o->type == ZYDIS_OPERAND_TYPE_MEMORY &&
                 o->mem.type != ZYDIS_MEMOP_TYPE_AGEN)
            note_memory(s, o, out);
    }
    if (s->insn.attributes & ZYDIS_ATTRIB_FPU_STATE_CR)
        out->is_vector = true;
    /* A vector may be written in part, by a mask. */
    out->overwrites &= !out->is_vector;
    out->is_narrow = s->insn.address_width == 32;
    out->repeats = s->insn.attributes &
                   (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE |
                    ZYDIS_ATTRIB_HAS_REPNE);
}

/* ---- the same, somewhere else -------------------------------------------- */

static bool is_used(const struct source *s, ZydisRegister r)
{
    for (int i = 0; i < s->insn.operand_count; i++)
        if (s->operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER &&
            ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64,
                                             s->operands[i].reg.value) == r)
            return true;
    return false;
}

/* A general register that the instruction does not use but for addresses. Not
 * r8 and above: with their prefix ah is another register. */
static ZydisRegister free_register(const struct source *s)
{
    static const ZydisRegister candidates[] = {
        ZYDIS_REGISTER_RSI, ZYDIS_REGISTER_RDI, ZYDIS_REGISTER_RBX,
        ZYDIS_REGISTER_RDX, ZYDIS_REGISTER_RCX, ZYDIS_REGISTER_RAX};

    for (unsigned i = 0; i < sizeof candidates / sizeof *candidates; i++)
        if (!is_used(s, candidates[i]))
            return candidates[i];
    return ZYDIS_REGISTER_NONE;
}

/* The instruction with [register] for its operand, whatever that was. */
static bool displace(const struct source *s, struct mz_decoded *out)
{
    ZydisRegister pointer = free_register(s);
    ZydisEncoderRequest request;
    ZyanUSize length = sizeof out->code;
    ZydisEncoderOperand *o;

    if (pointer == ZYDIS_REGISTER_NONE ||
        !ZYAN_SUCCESS(ZydisEncoderDecodedInstructionToEncoderRequest(
            &s->insn, s->operands, s->insn.operand_count_visible, &request)))
        return false;
    o = &request.operands[s->memory];
    o->mem.base = pointer;
    o->mem.index = ZYDIS_REGISTER_NONE;
    o->mem.scale = 0;
    o->mem.displacement = 0;
    request.address_size_hint = ZYDIS_ADDRESS_SIZE_HINT_NONE;
    request.prefixes &= ~(ZYDIS_ATTRIB_HAS_SEGMENT |
                          ZYDIS_ATTRIB_HAS_SEGMENT_FS |
                          ZYDIS_ATTRIB_HAS_SEGMENT_GS);
    if (!ZYAN_SUCCESS(
            ZydisEncoderEncodeInstruction(&request, out->code, &length)))
        return false;
    out->pointer = number_of(pointer);
    out->code_length = length;
    return true;
}

/* What such an instruction does with the eight bytes in memory is plain. */
static enum mz_shape shape_of_branch(const struct source *s)
{
    if (s->operands[0].type != ZYDIS_OPERAND_TYPE_MEMORY ||
        s->operands[0].size != 64)
        return MZ_SHAPE_OTHER;
    switch (s->insn.mnemonic) {
    case ZYDIS_MNEMONIC_JMP:
        return MZ_SHAPE_JUMP;
    case ZYDIS_MNEMONIC_CALL:
        return MZ_SHAPE_CALL;
    case ZYDIS_MNEMONIC_PUSH:
        return MZ_SHAPE_PUSH;
    default:
        return MZ_SHAPE_OTHER;
    }
}

static enum mz_shape shape_of(const struct source *s,
                              struct mz_decoded *out)
{
    if (!out->operand_count)
        return MZ_SHAPE_OTHER;
    if (is_string_instruction(s)) {
        out->code_length = out->length;
        return MZ_SHAPE_STRING;
    }
    if (out->operands[0].is_unknown)
        return MZ_SHAPE_OTHER;
    if (out->operand_count == 1 && !s->is_odd && !is_left_in_place(s) &&
        s->memory < s->insn.operand_count_visible && displace(s, out))
        return MZ_SHAPE_SIMPLE;
    return shape_of_branch(s);
}

__attribute__((visibility("default"))) void
mz_decode(const void *code, struct mz_decoded *out)
{
    struct source s = {.memory = -1};
    ZydisDecoder decoder;

    *out = (struct mz_decoded){.shape = MZ_SHAPE_OTHER};
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64,
                     ZYDIS_STACK_WIDTH_64);
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(
            &decoder, code, MZ_MAX_INSTRUCTION, &s.insn, s.operands)))
        return;
    out->length = s.insn.length;
    note_operands(&s, out);
    for (unsigned i = 0; i < out->length; i++)
        out->code[i] = ((const uint8_t *)code)[i];
    out->shape = shape_of(&s, out);
}
