/* SPDX-License-Identifier: Apache-2.0 */
#include "assembly/announcement.h"

#include <string.h>

#include "arch/arch.h"

enum {
    SAVED = MZ_RED_ZONE + 3 * 8, /* where operands are looked at */
    PUSHED = SAVED + 8,       /* where the call is */
};

static void write_address(FILE *out, const struct mz_operand *o)
{
    if (!o->is_on_stack)
        fprintf(out, "leaq %s, %%rdi; ", o->text);
    else if (o->text[0] == '(')
        fprintf(out, "leaq %d%s, %%rdi; ", SAVED, o->text);
    else
        fprintf(out, "leaq %d+%s, %%rdi; ", SAVED, o->text);
    if (o->is_local)
        fputs("addq %fs:0, %rdi; ", out);
}

static void write_register(FILE *out, const struct mz_register *reg,
                           const char *name)
{
    if (reg->class == MZ_REGISTER_HIGH)
        fprintf(out, "movzbl %s, %%esi; ", name);
    else if (!strcmp(reg->wide, "%rdi"))
        fputs("movq (%rsp), %rsi; ", out);
    else if (!strcmp(reg->wide, "%rsp"))
        fprintf(out, "leaq %d(%%rsp), %%rsi; ", SAVED);
    else if (strcmp(reg->wide, "%rsi"))
        fprintf(out, "movq %s, %%rsi; ", reg->wide);
}

/* A bit that is given as a number lies in the operand itself. */
static void write_value(FILE *out, const struct mz_effect *effect)
{
    const struct mz_operand *o = effect->value;

    if (o->kind == MZ_OPERAND_REGISTER && o->reg.wide)
        write_register(out, &o->reg, o->text);
    else if (o->kind == MZ_OPERAND_IMMEDIATE &&
             effect->more & MZ_ASSEMBLY_BIT_STRING)
        fprintf(out, "movq $((%s) & %u), %%rsi; ", o->text,
                8 * effect->size - 1);
    else if (o->kind == MZ_OPERAND_IMMEDIATE)
        fprintf(out, "movq $%s, %%rsi; ", o->text);
}

static void adjust(FILE *out, const struct mz_unwinding *unwinding, int by)
{
    if (unwinding->is_open && unwinding->is_by_rsp)
        fprintf(out, ".cfi_adjust_cfa_offset %d; ", by);
}

void mz_announcement_write(FILE *out, const struct mz_instruction *i,
                           const struct mz_effect *effect,
                           const struct mz_unwinding *unwinding)
{
    uint32_t word = mz_assembly_word(effect->kind, effect->size, i->repeat,
                                     effect->more);

    fprintf(out, "leaq -%d(%%rsp), %%rsp; pushfq; pushq %%rsi; pushq %%rdi; ",
            MZ_RED_ZONE);
    if (effect->address)
        write_address(out, effect->address);
    if (effect->value)
        write_value(out, effect);
    fprintf(out, "pushq $%u; ", word);
    adjust(out, unwinding, PUSHED);
    fputs("call *mz_assembly@GOTPCREL(%rip); leaq 8(%rsp), %rsp; "
          "popq %rdi; popq %rsi; popfq; ", out);
    fprintf(out, "leaq %d(%%rsp), %%rsp; ", MZ_RED_ZONE);
    adjust(out, unwinding, -PUSHED);
}
