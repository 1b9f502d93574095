/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is said of instructions by their text is what a decoder says of their
 * code: which bytes are read, which are written. The text of each case is here
 * twice, as a string and as an instruction.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <Zydis/Zydis.h>
#include <cmocka.h>

#include "assembly/effect.h"

#define CASE(text)                                                       \
    ".pushsection .data.cases, \"aw\"; .quad 1f, 2f; .popsection;"       \
    ".pushsection .rodata.texts, \"a\"; 2: .asciz \"" text "\";"         \
    ".popsection; 1: " text "\n"

/* op source, memory; op memory, source */
#define TO(op) \
    CASE(op "b %al,(%rdi)") CASE(op "w %ax,(%rdi)") \
    CASE(op "l %eax,(%rdi)") CASE(op "q %rax,(%rdi)")
#define FROM(op) \
    CASE(op "b (%rdi),%al") CASE(op "w (%rdi),%ax") \
    CASE(op "l (%rdi),%eax") CASE(op "q (%rdi),%rax")
#define WIDE_FROM(op) \
    CASE(op "w (%rdi),%ax") CASE(op " (%rdi),%eax") CASE(op "q (%rdi),%rax")
#define NUMBER(op) \
    CASE(op "b $1,(%rdi)") CASE(op "w $1,(%rdi)") \
    CASE(op "l $1,(%rdi)") CASE(op "q $1,(%rdi)")
#define ONE(op) \
    CASE(op "b (%rdi)") CASE(op "w (%rdi)") CASE(op "l (%rdi)") \
    CASE(op "q (%rdi)")
#define BIT(op) \
    CASE(op "w %ax,(%rdi)") CASE(op "l $1,(%rdi)") CASE(op "q %rax,(%rdi)")
#define THREE(op) \
    CASE(op "l (%rdi),%eax,%eax") CASE(op "q (%rdi),%rax,%rax")
#define SHIFTED(op) \
    CASE(op "l %eax,(%rdi),%eax") CASE(op "q %rax,(%rdi),%rax")
#define ANY(op) TO(op) FROM(op) NUMBER(op)
#define SSE(op) CASE(op " (%rdi),%xmm1")
#define AVX(op) \
    CASE("v" op " (%rdi),%xmm1,%xmm2") CASE("v" op " (%rdi),%ymm1,%ymm2")
#define BOTH(op) SSE(op) AVX(op)
#define SCALAR(op) SSE(op) CASE("v" op " (%rdi),%xmm1,%xmm2")
#define MOVE(op) \
    SSE(op) CASE(op " %xmm1,(%rdi)") CASE("v" op " (%rdi),%ymm1") \
    CASE("v" op " %ymm1,(%rdi)")
#define PIECE(op) SSE(op) CASE(op " %xmm1,(%rdi)")
#define ONLY(op) SSE(op) CASE("v" op " (%rdi),%xmm1")

__asm__(
    ".pushsection .data.cases, \"aw\"\ncases:\n.popsection\n"
    ".pushsection .text.cases, \"ax\"\n"
    ANY("mov") ANY("add") ANY("sub") ANY("and") ANY("or") ANY("xor")
    ANY("adc") ANY("sbb") ANY("cmp") TO("test") NUMBER("test")
    TO("xchg") FROM("xchg") TO("xadd") TO("cmpxchg")
    TO("lock add") TO("lock xadd") TO("lock cmpxchg") NUMBER("lock or")
    ONE("inc") ONE("dec") ONE("neg") ONE("not") ONE("mul") ONE("imul")
    ONE("div") ONE("idiv") ONE("lock inc") ONE("lock not")
    NUMBER("shl") NUMBER("sar") NUMBER("rol") NUMBER("rcr")
    CASE("shrl %cl,(%rdi)") CASE("shldl $3,%eax,(%rdi)")
    CASE("shrdq %cl,%rax,(%rdi)")
    WIDE_FROM("bsf") WIDE_FROM("bsr") WIDE_FROM("tzcnt") WIDE_FROM("lzcnt")
    WIDE_FROM("popcnt") WIDE_FROM("imul") WIDE_FROM("cmovne")
    CASE("imulq $3,(%rdi),%rax") CASE("crc32b (%rdi),%eax")
    CASE("crc32q (%rdi),%rax") CASE("movbew (%rdi),%ax")
    CASE("movbeq %rax,(%rdi)") CASE("movntil %eax,(%rdi)")
    BIT("bt") BIT("bts") BIT("btr") BIT("btc") BIT("lock bts")
    CASE("cmpxchg8b (%rdi)") CASE("lock cmpxchg16b (%rdi)")
    CASE("movzbl (%rdi),%eax") CASE("movzwq (%rdi),%rax")
    CASE("movsbw (%rdi),%ax") CASE("movswl (%rdi),%eax")
    CASE("movslq (%rdi),%rax") CASE("setne (%rdi)") CASE("setb (%rdi)")
    CASE("pushq (%rdi)") CASE("pushw (%rdi)") CASE("popq (%rdi)")
    CASE("popw (%rdi)") CASE("call *(%rdi)") CASE("jmpq *8(%rdi)")
    THREE("andn") THREE("mulx") THREE("pdep") SHIFTED("sarx") SHIFTED("bextr")
    CASE("blsrq (%rdi),%rax") CASE("adcxl (%rdi),%eax")
    CASE("rorxq $1,(%rdi),%rax")
    MOVE("movaps") MOVE("movupd") MOVE("movdqa") MOVE("movdqu")
    CASE("movntdq %xmm1,(%rdi)") CASE("vmovntps %ymm1,(%rdi)")
    CASE("vmovdqu64 (%rdi),%zmm1") CASE("vmovdqu8 %zmm1,(%rdi)")
    SSE("lddqu") SSE("movntdqa") SSE("movshdup") SSE("movddup")
    CASE("vmovddup (%rdi),%ymm1")
    PIECE("movss") PIECE("movsd") PIECE("movd") PIECE("movq") PIECE("movlps")
    PIECE("movhps") PIECE("movlpd") PIECE("movhpd")
    CASE("movq (%rdi),%mm1") CASE("movntq %mm1,(%rdi)")
    BOTH("paddb") BOTH("paddusw") BOTH("psubq") BOTH("pmulhuw") BOTH("pmuldq")
    BOTH("pcmpeqb") BOTH("pcmpgtq") BOTH("pminud") BOTH("pmaxsb")
    BOTH("pavgw") BOTH("packsswb") BOTH("packusdw") BOTH("punpcklbw")
    BOTH("punpckhqdq") BOTH("pshufb") BOTH("pand") BOTH("pandn") BOTH("por")
    BOTH("pxor") BOTH("phaddsw") BOTH("phsubd") BOTH("psignb")
    BOTH("pmaddubsw") BOTH("psadbw") BOTH("psllw") BOTH("psrlq") BOTH("psrad")
    CASE("vpsllvd (%rdi),%ymm1,%ymm2") CASE("vpsravd (%rdi),%xmm1,%xmm2")
    CASE("paddb (%rdi),%mm1") CASE("psllw (%rdi),%mm1")
    CASE("punpcklbw (%rdi),%mm1") CASE("punpckhbw (%rdi),%mm1")
    BOTH("addps") BOTH("subpd") BOTH("mulps") BOTH("divpd") BOTH("minps")
    BOTH("maxpd") BOTH("andps") BOTH("andnpd") BOTH("orps") BOTH("xorpd")
    BOTH("unpcklps") BOTH("unpckhpd") BOTH("haddps") BOTH("addsubpd")
    CASE("cmpps $1,(%rdi),%xmm1") CASE("shufps $1,(%rdi),%xmm1")
    CASE("palignr $1,(%rdi),%xmm1") CASE("pshufd $1,(%rdi),%xmm1")
    CASE("blendps $1,(%rdi),%xmm1") CASE("pblendw $1,(%rdi),%xmm1")
    CASE("roundps $1,(%rdi),%xmm1") CASE("roundsd $1,(%rdi),%xmm1")
    CASE("dpps $1,(%rdi),%xmm1") CASE("pclmulqdq $1,(%rdi),%xmm1")
    CASE("cmpsd $1,(%rdi),%xmm1") CASE("insertps $1,(%rdi),%xmm1")
    SSE("sqrtps") SSE("rsqrtps") SSE("cvtdq2ps") SSE("cvttps2dq")
    SSE("cvtps2pd") SSE("cvtdq2pd") SSE("pabsd") SSE("ptest")
    CASE("vcvtps2pd (%rdi),%ymm1") CASE("vpmovzxbd (%rdi),%ymm1")
    SSE("pmovzxbw") SSE("pmovzxbd") SSE("pmovzxbq") SSE("pmovsxdq")
    SCALAR("addss") SCALAR("subsd") SCALAR("mulss") SCALAR("divsd")
    SCALAR("minss") SCALAR("maxsd") SCALAR("sqrtss") SCALAR("sqrtsd")
    SCALAR("cvtss2sd") SCALAR("cvtsd2ss") ONLY("ucomiss") ONLY("comisd")
    CASE("cvtss2si (%rdi),%eax") CASE("cvttsd2si (%rdi),%rax")
    SSE("cvtsi2ssl") SSE("cvtsi2sdq")
    CASE("pinsrb $1,(%rdi),%xmm1") CASE("pinsrw $1,(%rdi),%xmm1")
    CASE("pinsrd $1,(%rdi),%xmm1") CASE("pinsrq $1,(%rdi),%xmm1")
    CASE("pextrb $1,%xmm1,(%rdi)") CASE("pextrw $1,%xmm1,(%rdi)")
    CASE("pextrd $1,%xmm1,(%rdi)") CASE("pextrq $1,%xmm1,(%rdi)")
    CASE("extractps $1,%xmm1,(%rdi)")
    CASE("vbroadcastss (%rdi),%ymm1") CASE("vbroadcastsd (%rdi),%ymm1")
    CASE("vbroadcastf128 (%rdi),%ymm1") CASE("vpbroadcastb (%rdi),%xmm1")
    CASE("vpbroadcastw (%rdi),%xmm1") CASE("vpbroadcastd (%rdi),%xmm1")
    CASE("vpbroadcastq (%rdi),%xmm1")
    CASE("vinserti128 $1,(%rdi),%ymm1,%ymm2")
    CASE("vextracti128 $1,%ymm1,(%rdi)")
    CASE("vperm2i128 $1,(%rdi),%ymm1,%ymm2") CASE("vpermq $1,(%rdi),%ymm1")
    SSE("aesenc") SSE("aesdeclast") SSE("sha1msg1") SSE("sha256msg2")
    CASE("flds (%rdi)") CASE("fldl (%rdi)") CASE("fldt (%rdi)")
    CASE("fsts (%rdi)") CASE("fstpl (%rdi)") CASE("fstpt (%rdi)")
    CASE("filds (%rdi)") CASE("fildl (%rdi)") CASE("fildll (%rdi)")
    CASE("fists (%rdi)") CASE("fistpl (%rdi)") CASE("fistpll (%rdi)")
    CASE("fadds (%rdi)") CASE("fmull (%rdi)") CASE("fldcw (%rdi)")
    CASE("fnstcw (%rdi)") CASE("fnstsw (%rdi)") CASE("ldmxcsr (%rdi)")
    CASE("stmxcsr (%rdi)") CASE("fxsave (%rdi)") CASE("fxrstor64 (%rdi)")
    /* no access */
    CASE("leaq (%rdi),%rax") CASE("movl %eax,%ebx") CASE("xchg %rax,%rbx")
    CASE("bswapl %eax") CASE("cltq") CASE("mfence") CASE("pause")
    CASE("cpuid") CASE("paddb %xmm1,%xmm2") CASE("pushq %rax") CASE("ret")
    ".skip 16\n.popsection\n"
    ".pushsection .data.cases, \"aw\"\ncases_end:\n.popsection\n");

extern const struct instruction {
    const uint8_t *code;
    const char *text;
} cases[] __asm__("cases"), cases_end[] __asm__("cases_end");

/* `8rw`: bytes, and what is done to them; empty: nothing. */
static void by_text(const char *text, char out[64])
{
    struct mz_instruction i;
    struct mz_effect e;
    const char *why = NULL;
    bool reads, writes;

    out[0] = '\0';
    if (!mz_instruction_parse(&i, text, &why) ||
        !mz_effect_find(&i, false, &e, &why))
        fail_msg("%s is not understood: %s", text, why ? why : "");
    reads = e.kind != MZ_ASSEMBLY_WRITE;
    writes = e.kind != MZ_ASSEMBLY_READ;
    if (e.is_told && e.address)
        snprintf(out, 64, "%u%s%s", e.size, reads ? "r" : "",
                 writes ? "w" : "");
}

/* The stack, which instructions use on the side, is left out. */
static bool is_meant(const ZydisDecodedOperand *o)
{
    return o->type == ZYDIS_OPERAND_TYPE_MEMORY &&
           o->mem.type != ZYDIS_MEMOP_TYPE_AGEN &&
           !(o->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN &&
             o->mem.base == ZYDIS_REGISTER_RSP);
}

static void by_code(const uint8_t *code, char out[64])
{
    ZydisDecoder decoder;
    ZydisDecodedInstruction i;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    size_t length = 0;

    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64,
                     ZYDIS_STACK_WIDTH_64);
    assert_true(ZYAN_SUCCESS(
        ZydisDecoderDecodeFull(&decoder, code, 15, &i, operands)));
    out[0] = '\0';
    for (unsigned n = 0; n < i.operand_count; n++) {
        unsigned actions = operands[n].actions;

        if (is_meant(&operands[n]))
            length += snprintf(
                out + length, 64 - length, "%u%s%s", operands[n].size / 8,
                actions & ZYDIS_OPERAND_ACTION_MASK_READ ? "r" : "",
                actions & ZYDIS_OPERAND_ACTION_MASK_WRITE ? "w" : "");
    }
}

static void text_and_code_agree(void **state)
{
    (void)state;
    for (const struct instruction *i = cases; i < cases_end; i++) {
        char text[64], code[64];

        by_text(i->text, text);
        by_code(i->code, code);
        if (strcmp(text, code))
            fail_msg("%s: by text '%s', by code '%s'", i->text, text, code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_and_code_agree),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
