/* SPDX-License-Identifier: Apache-2.0 */
/* Inline assembly on its way to the assembler: what is said of instructions,
 * and where in the text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assembly/effect.h"
#include "assembly/rewrite.h"
#include "assembly/unwinding.h"
#include "base/base.h"

/* ---- what instructions do ------------------------------------------------ */

static const char *const kinds[MZ_ASSEMBLY_COUNT] = {
    [MZ_ASSEMBLY_READ] = "read",
    [MZ_ASSEMBLY_WRITE] = "write",
    [MZ_ASSEMBLY_READ_WRITE] = "read-write",
    [MZ_ASSEMBLY_LODS] = "lods",
    [MZ_ASSEMBLY_SCAS] = "scas",
    [MZ_ASSEMBLY_CMPS] = "cmps",
    [MZ_ASSEMBLY_MOVS] = "movs",
    [MZ_ASSEMBLY_STOS] = "stos",
    [MZ_ASSEMBLY_LOAD] = "load",
    [MZ_ASSEMBLY_STORE] = "store",
    [MZ_ASSEMBLY_EXCHANGE] = "exchange",
    [MZ_ASSEMBLY_ADD] = "add",
    [MZ_ASSEMBLY_SUB] = "sub",
    [MZ_ASSEMBLY_INC] = "inc",
    [MZ_ASSEMBLY_DEC] = "dec",
    [MZ_ASSEMBLY_AND] = "and",
    [MZ_ASSEMBLY_OR] = "or",
    [MZ_ASSEMBLY_XOR] = "xor",
    [MZ_ASSEMBLY_BTS] = "bts",
    [MZ_ASSEMBLY_BTR] = "btr",
    [MZ_ASSEMBLY_BTC] = "btc",
    [MZ_ASSEMBLY_UPDATE] = "update",
    [MZ_ASSEMBLY_COMPARE] = "compare",
    [MZ_ASSEMBLY_COMPARE_PAIR] = "compare-pair",
    [MZ_ASSEMBLY_MFENCE] = "mfence",
    [MZ_ASSEMBLY_LFENCE] = "lfence",
    [MZ_ASSEMBLY_SFENCE] = "sfence",
    [MZ_ASSEMBLY_PAUSE] = "pause",
    [MZ_ASSEMBLY_RDTSC] = "rdtsc",
    [MZ_ASSEMBLY_RDTSCP] = "rdtscp",
};

/* `KIND SIZE ADDRESS [= VALUE]`, `nothing`, or `unknown`. */
static void describe(const char *text, bool alone, char *out, size_t size)
{
    struct mz_instruction i;
    struct mz_effect e;
    const char *why;
    int length;

    if (!mz_instruction_parse(&i, text, &why) ||
        !mz_effect_find(&i, alone, &e, &why)) {
        snprintf(out, size, "unknown");
        return;
    }
    if (!e.is_told) {
        snprintf(out, size, "nothing");
        return;
    }
    length = snprintf(out, size, "%s", kinds[e.kind]);
    if (e.size)
        length += snprintf(out + length, size - length, " %u", e.size);
    if (e.address)
        length += snprintf(out + length, size - length, " %s%s",
                           e.address->is_local ? "fs:" : "", e.address->text);
    if (e.value)
        snprintf(out + length, size - length, " = %s", e.value->text);
}

static void must_be(const char *text, bool alone, const char *expected)
{
    char said[512];

    describe(text, alone, said, sizeof said);
    if (strcmp(said, expected))
        fail_msg("%s: %s, not %s", text, said, expected);
}

/* Among other instructions. */
static const char *const effects[][2] = {
    /* moves */
    {"movl %eax,(%rdi)", "write 4 (%rdi)"},
    {"movl (%rdi),%eax", "read 4 (%rdi)"},
    {"mov %eax, 8(%rdi,%rcx,4)", "write 4 8(%rdi,%rcx,4)"},
    {"mov x(%rip), %ax", "read 2 x(%rip)"},
    {"movq $1,-8(%rbp)", "write 8 -8(%rbp)"},
    {"movb $0, x", "write 1 x"},
    {"movb %ah, (%rdi)", "write 1 (%rdi)"},
    {"movl %eax,%ebx", "nothing"},
    {"movzbl (%rdi),%eax", "read 1 (%rdi)"},
    {"movzwq (%rdi),%rax", "read 2 (%rdi)"},
    {"movslq (%rdi),%rax", "read 4 (%rdi)"},
    {"movsbl (%rdi),%eax", "read 1 (%rdi)"},
    {"movsbl %al,%eax", "nothing"},
    {"movzx %al,%eax", "nothing"},
    {"movzx (%rdi),%eax", "unknown"},
    {"movabsq $0x123456789ab,%rax", "nothing"},
    {"movabs 0x123456789abc,%rax", "unknown"},
    {"movntiq %rax,(%rdi)", "write 8 (%rdi)"},
    {"movbel (%rdi),%eax", "read 4 (%rdi)"},
    {"movl %fs:x@tpoff, %eax", "read 4 fs:x@tpoff"},
    {"movl %gs:0, %eax", "unknown"},
    {"movl %es:(%rdi), %eax", "read 4 (%rdi)"},
    {"movl $1, (%edi)", "unknown"},
    {"mov $1, (%rdi)", "unknown"},
    {"cmovne (%rdi), %rax", "read 8 (%rdi)"},
    {"setne (%rdi)", "write 1 (%rdi)"},
    {"setb %al", "nothing"},
    {"leaq 8(%rdi),%rax", "nothing"},
    /* arithmetic */
    {"addl $1,(%rdi)", "read-write 4 (%rdi)"},
    {"addl (%rdi),%eax", "read 4 (%rdi)"},
    {"incl (%rdi)", "read-write 4 (%rdi)"},
    {"incq %rax", "nothing"},
    {"notb (%rdi)", "read-write 1 (%rdi)"},
    {"shlq %cl,(%rdi)", "read-write 8 (%rdi)"},
    {"shl %cl,(%rdi)", "unknown"},
    {"shldq $3,%rax,(%rdi)", "read-write 8 (%rdi)"},
    {"cmpl $0,(%rdi)", "read 4 (%rdi)"},
    {"cmp %al,(%rdi)", "read 1 (%rdi)"},
    {"testb $1,(%rdi)", "read 1 (%rdi)"},
    {"imulq 8(%rsp),%rax", "read 8 8(%rsp)"},
    {"mulq (%rdi)", "read 8 (%rdi)"},
    {"popcnt (%rdi),%eax", "read 4 (%rdi)"},
    /* atomic */
    {"xchgl %eax,(%rdi)", "exchange 4 (%rdi) = %eax"},
    {"xchg (%rdi),%rax", "exchange 8 (%rdi) = %rax"},
    {"lock xchgl %eax,(%rdi)", "exchange 4 (%rdi) = %eax"},
    {"xchg %rax,%rbx", "nothing"},
    {"lock addl $1,(%rdi)", "add 4 (%rdi) = 1"},
    {"lock; addl $1,(%rdi)", "unknown"}, /* two statements */
    {"LOCK ADDL $1,(%rdi)", "add 4 (%rdi) = 1"},
    {"lock subq %rax,(%rdi)", "sub 8 (%rdi) = %rax"},
    {"lock incl (%rdi)", "inc 4 (%rdi)"},
    {"lock decw (%rdi)", "dec 2 (%rdi)"},
    {"lock orb $1,(%rdi)", "or 1 (%rdi) = 1"},
    {"lock negl (%rdi)", "update 4 (%rdi)"},
    {"lock xaddl %eax,(%rdi)", "add 4 (%rdi) = %eax"},
    {"xaddl %eax,(%rdi)", "read-write 4 (%rdi) = %eax"},
    {"lock cmpxchgq %rcx,(%rdi)", "compare 8 (%rdi) = %rcx"},
    {"cmpxchgq %rcx,(%rdi)", "read-write 8 (%rdi) = %rcx"},
    {"lock cmpxchg16b (%rdi)", "compare-pair 16 (%rdi)"},
    {"lock cmpxchg8b (%rdi)", "compare-pair 8 (%rdi)"},
    {"cmpxchg16b (%rdi)", "read-write 16 (%rdi)"},
    {"lock btsq %rax,(%rdi)", "bts 8 (%rdi) = %rax"},
    {"lock btrl $3,(%rdi)", "btr 4 (%rdi) = 3"},
    {"btl %eax,(%rdi)", "read 4 (%rdi) = %eax"},
    {"btcl %eax,(%rdi)", "read-write 4 (%rdi) = %eax"},
    {"bts %rax,%rbx", "nothing"},
    {"xacquire lock xchgl %eax,(%rdi)", "exchange 4 (%rdi) = %eax"},
    {"lock movl $1,(%rdi)", "unknown"},
    {"lock addl (%rdi),%eax", "unknown"},
    {"lock incl %eax", "unknown"},
    {"lock shll $1,(%rdi)", "unknown"},
    /* fences, hints, time */
    {"mfence", "mfence"},
    {"lfence", "lfence"},
    {"sfence", "sfence"},
    {"lock addl $0,(%rsp)", "mfence 4 (%rsp)"},
    {"lock orl $0x0,-4(%rsp)", "mfence 4 -4(%rsp)"},
    {"lock adcl $0,(%rsp)", "update 4 (%rsp) = 0"},
    {"lock andl $0,(%rsp)", "and 4 (%rsp) = 0"},
    {"lock addl $1,(%rsp)", "add 4 (%rsp) = 1"},
    {"lock addl $0,(%rdi)", "add 4 (%rdi) = 0"},
    {"pause", "pause"},
    {"rep nop", "pause"},
    {"nop", "nothing"},
    {"nopw 0(%rax,%rax,1)", "nothing"},
    {"rdtsc", "rdtsc"},
    {"rdtscp", "rdtscp"},
    {"cpuid", "nothing"},
    {"prefetcht0 (%rdi)", "nothing"},
    {"rdrand %rax", "unknown"},
    {"rdfsbase %rax", "unknown"},
    {"syscall", "unknown"},
    {"int $0x80", "unknown"},
    {"xbegin 1f", "unknown"},
    {"unheard-of %rax", "unknown"},
    /* branches, the stack */
    {"jmp 1f", "nothing"},
    {"jne .L5", "nothing"},
    {"jmp *(%rdi)", "read 8 (%rdi)"},
    {"jmp *%rax", "nothing"},
    {"call f", "nothing"},
    {"callq *8(%rax)", "read 8 8(%rax)"},
    {"call f@PLT", "nothing"},
    {"ret", "nothing"},
    {"pushq %rax", "nothing"},
    {"pushq (%rdi)", "read 8 (%rdi)"},
    {"popq (%rdi)", "write 8 (%rdi)"},
    {"popq 8(%rsp)", "unknown"},
    /* strings */
    {"movsb", "movs 1"},
    {"rep movsq", "movs 8"},
    {"rep movsl (%rsi),(%rdi)", "movs 4"},
    {"rep movsl (%rsi),%es:(%rdi)", "movs 4"},
    {"rep movsb %fs:(%rsi),(%rdi)", "unknown"},
    {"rep stosl", "stos 4"},
    {"stosb %al,(%rdi)", "stos 1"},
    {"repne scasb", "scas 1"},
    {"repe cmpsb", "cmps 1"},
    {"lodsl", "lods 4"},
    {"rep lodsl", "unknown"},
    /* vectors */
    {"movdqa (%rdi),%xmm0", "read 16 (%rdi)"},
    {"movdqa %xmm0,(%rdi)", "write 16 (%rdi)"},
    {"vmovdqu %ymm1,(%rdi)", "write 32 (%rdi)"},
    {"vmovdqu64 (%rdi),%zmm1", "read 64 (%rdi)"},
    {"vmovdqu64 (%rdi),%zmm1{%k1}", "unknown"},
    {"movq %xmm0,(%rdi)", "write 8 (%rdi)"},
    {"movd (%rdi),%xmm0", "read 4 (%rdi)"},
    {"movsd (%rdi),%xmm0", "read 8 (%rdi)"},
    {"movss %xmm0,(%rdi)", "write 4 (%rdi)"},
    {"addsd (%rdi),%xmm0", "read 8 (%rdi)"},
    {"paddd (%rdi),%xmm0", "read 16 (%rdi)"},
    {"vpaddd (%rdi),%ymm1,%ymm0", "read 32 (%rdi)"},
    {"vpaddd %ymm2,%ymm1,%ymm0", "nothing"},
    {"paddd %xmm0,(%rdi)", "unknown"},
    {"cvtsi2sdq (%rdi),%xmm0", "read 8 (%rdi)"},
    {"pmovzxbw (%rdi),%xmm0", "read 8 (%rdi)"},
    {"cmpltsd (%rdi),%xmm0", "unknown"},
    {"vgatherdps %ymm0,(%rax,%ymm1),%ymm2", "unknown"},
    {"maskmovdqu %xmm0,%xmm1", "unknown"},
    {"movq %rax,%xmm0", "nothing"},
    {"fldl (%rdi)", "read 8 (%rdi)"},
    {"fstpt (%rdi)", "write 10 (%rdi)"},
    {"fnstcw (%rdi)", "write 2 (%rdi)"},
    {"stmxcsr (%rdi)", "write 4 (%rdi)"},
    /* what only looks like an operand */
    {"movl $'(', (%rdi)", "unknown"},
    {"movl %EAX, (%RDI)", "unknown"},
};

static void test_effects(void **state)
{
    (void)state;
    for (size_t i = 0; i < MZ_COUNT(effects); i++)
        must_be(effects[i][0], false, effects[i][1]);
}

/* One that is alone, and only moves. */
static void test_alone(void **state)
{
    (void)state;
    must_be("movl %eax,(%rdi)", true, "store 4 (%rdi) = %eax");
    must_be("movb $0,(%rdi)", true, "store 1 (%rdi) = 0");
    must_be("movq (%rdi),%rax", true, "load 8 (%rdi)");
    must_be("movzbl (%rdi),%eax", true, "load 1 (%rdi)");
    must_be("incl (%rdi)", true, "read-write 4 (%rdi)");
    must_be("addl (%rdi),%eax", true, "read 4 (%rdi)");
    must_be("movntil %eax,(%rdi)", true, "write 4 (%rdi)");
    must_be("movdqa (%rdi),%xmm0", true, "read 16 (%rdi)");
    must_be("movq (%rdi),%xmm0", true, "read 8 (%rdi)");
}

/* ---- the text ------------------------------------------------------------ */

struct heard {
    unsigned count;
    char last[1024];
};

static void hear(void *context, const char *message)
{
    struct heard *heard = context;

    heard->count++;
    snprintf(heard->last, sizeof heard->last, "%s", message);
}

/* From malloc. Each announcement becomes {WORD}, in what is compared. */
static MZ_NOINLINE char *rewritten(const char *text, bool trusts, struct heard *heard)
{
    struct mz_rewrite rewrite = {
        .trusts = trusts,
        .refuse = hear,
        .context = heard,
    };
    unsigned refused;
    char *out;
    size_t size;

    *heard = (struct heard){.count = 0};
    rewrite.out = open_memstream(&out, &size);
    refused = mz_rewrite(&rewrite, text, strlen(text));
    assert_int_equal(refused, heard->count);
    fclose(rewrite.out);
    return out;
}

static const char first_words[] = "leaq -128(%rsp), %rsp; ";
static const char last_words[] = "leaq 128(%rsp), %rsp; ";

static void abbreviate(char *text)
{
    char *start;

    while ((start = strstr(text, first_words))) {
        char *push = strstr(start, "pushq $");
        char *end = strstr(start, last_words);
        unsigned word;

        assert_non_null(push);
        assert_non_null(end);
        word = (unsigned)atoi(push + strlen("pushq $"));
        end += strlen(last_words);
        if (!strncmp(end, ".cfi", 4))
            end = strchr(end, ';') + 2;
        *start++ = '{';
        start += sprintf(start, "%s}", kinds[mz_assembly_kind(word)]);
        memmove(start, end, strlen(end) + 1);
    }
}

static void text_becomes(const char *text, const char *expected)
{
    struct heard heard;
    char *out = rewritten(text, false, &heard);

    abbreviate(out);
    assert_string_equal(out, expected);
    assert_int_equal(heard.count, 0);
    free(out);
}

static void is_refused(const char *text, const char *message)
{
    struct heard heard;
    char *out = rewritten(text, false, &heard);

    assert_int_equal(heard.count, 1);
    if (!strstr(heard.last, message))
        fail_msg("%s; not: %s", heard.last, message);
    free(out);
}

#define GCC(text) "\tnop\n#APP\n# 7 \"f.c\" 1\n" text "\n# 0 \"\" 2\n#NO_APP\n"
#define CLANG(text) "\tnop\n\t#APP\n" text "\n\t#NO_APP\n"

static void test_text(void **state)
{
    (void)state;
    text_becomes("movl %eax, x(%rip)\n", "movl %eax, x(%rip)\n");
    text_becomes(GCC(""), GCC(""));
    text_becomes(GCC("# lock incl x"), GCC("# lock incl x"));
    text_becomes(GCC("/* incl x\n incl y */"), GCC("/* incl x\n incl y */"));
    text_becomes(GCC("\tlock; incl x"), GCC("\t{inc}lock; incl x"));
    text_becomes(GCC("\tlock\n\tincl x"), GCC("\t{inc}lock\n\tincl x"));
    text_becomes(GCC("rep; nop"), GCC("{pause}rep; nop"));
    text_becomes(GCC("1: incl x; jne 1b"),
                 GCC("1: {read-write}incl x; jne 1b"));
    text_becomes(GCC("movl x,%eax # y"), GCC("{load}movl x,%eax # y"));
    text_becomes(CLANG("movl x,%eax"), CLANG("{load}movl x,%eax"));
    text_becomes(GCC("movl x,%eax\n\tincl %eax\n\tmovl %eax,x"),
                 GCC("{read}movl x,%eax\n\tincl %eax\n\t{write}movl %eax,x"));
    text_becomes(GCC("rep movsb"), GCC("{movs}"));
    text_becomes(GCC("rep; movsb; nop"), GCC("{movs}; nop"));
    text_becomes(GCC("rdtsc"), GCC("{rdtsc}"));
}

/* Outside of #APP only what builtins are made to. */
static void test_builtins(void **state)
{
    (void)state;
    text_becomes("\tmovl x, %eax\n\trdtsc\n\tlock incl x\n\tmfence # x\n",
                 "\tmovl x, %eax\n\t{rdtsc}\n\tlock incl x\n"
                 "\t{mfence}mfence # x\n");
    text_becomes("\t.intel_syntax noprefix\n\trdtsc\n",
                 "\t.intel_syntax noprefix\n\trdtsc\n");
    text_becomes("rdtsc:\n\t.ascii \"mfence\"\n",
                 "rdtsc:\n\t.ascii \"mfence\"\n");
}

/* gcc leaves the markers of two statements in a row out. */
static void test_two_statements(void **state)
{
    (void)state;
    text_becomes("#APP\n# 7 \"f.c\" 1\n\tmovl x,%eax\n# 0 \"\" 2\n"
                 "\t.loc 1 8\n.LVL1:\n# 8 \"f.c\" 1\n\tmovl x,%eax\n"
                 "# 0 \"\" 2\n#NO_APP\n\tmovl x,%eax\n",
                 "#APP\n# 7 \"f.c\" 1\n\t{load}movl x,%eax\n# 0 \"\" 2\n"
                 "\t.loc 1 8\n.LVL1:\n# 8 \"f.c\" 1\n\t{load}movl x,%eax\n"
                 "# 0 \"\" 2\n#NO_APP\n\tmovl x,%eax\n");
}

/* Outside of functions: never alone. */
static void test_file_scope(void **state)
{
    (void)state;
    text_becomes("#APP\n\t.symver f,f@V1\nf: movl x,%eax\n#NO_APP\n",
                 "#APP\n\t.symver f,f@V1\nf: {read}movl x,%eax\n#NO_APP\n");
    text_becomes("\t# Start of file scope inline assembly\nmovl x,%eax\n"
                 "\t# End of file scope inline assembly\nmovl x,%eax\n",
                 "\t# Start of file scope inline assembly\n{read}movl x,%eax\n"
                 "\t# End of file scope inline assembly\nmovl x,%eax\n");
}

static void test_sections(void **state)
{
    (void)state;
    text_becomes(GCC(".pushsection .notes,\"a\"; .long 1b - .; .byte 1\n"
                     ".popsection; incl x"),
                 GCC(".pushsection .notes,\"a\"; .long 1b - .; .byte 1\n"
                     ".popsection; {read-write}incl x"));
    is_refused(GCC(".byte 0x90"), "f.c:7: error: inline assembly is not "
                                  "understood: .byte 0x90;");
    is_refused(GCC(".pushsection .text.cold,\"ax\"; .byte 1; .popsection"),
               ".byte 1");
    is_refused(GCC(".pushsection .notes; .popsection; .byte 1"), ".byte 1");
    text_becomes(GCC(".ifndef x; .pushsection .x,\"a\"; .byte 1; .popsection;"
                     ".endif"),
                 GCC(".ifndef x; .pushsection .x,\"a\"; .byte 1; .popsection;"
                     ".endif"));
    is_refused(GCC(".ifdef x; .pushsection .x,\"a\"; .endif; .byte 1"),
               ".endif");
    is_refused(GCC(".if 1; nop; .endif"), ".if 1");
    is_refused(GCC(".popsection"), ".popsection");
    is_refused(GCC(".macro m; incl x; .endm"), ".macro m");
    is_refused(GCC(".rept 3; incl x; .endr"), ".rept 3");
    is_refused(GCC(".include \"x.s\""), ".include");
}

static void test_refusals(void **state)
{
    (void)state;
    is_refused(GCC("syscall"), "f.c:7: error: inline assembly is not "
                               "understood: syscall; write it in C");
    is_refused("\t.file 1 \"g.c\"\n\t.loc 1 12 3\n" CLANG("syscall"),
               "g.c:12: error: ");
    is_refused("\t.file 0 \"/folder\" \"h.c\" md5 0x1\n\t.loc 0 3\n"
               CLANG("syscall"), "h.c:3: error: ");
    is_refused(GCC(".intel_syntax noprefix; inc eax"), "Intel syntax");
    is_refused("\t.intel_syntax noprefix\n" GCC("inc eax"), "Intel syntax");
    is_refused(GCC("lock; 1: incl x"), "a label behind a prefix");
    is_refused(GCC("incl x; lock"), "a prefix without an instruction");
    is_refused(GCC("jmp .+2"), "a distance in bytes");
    is_refused(GCC("jmp . + 2"), "a distance in bytes");
    is_refused(GCC("syscall; syscall"), "syscall");
    is_refused(GCC("nop\n#NO_APP\nincl x\n#APP\nnop"), "#NO_APP");
}

static void test_trust(void **state)
{
    struct heard heard;
    char *out = rewritten(GCC("syscall; incl x"), true, &heard);

    (void)state;
    assert_int_equal(heard.count, 0);
    assert_non_null(strstr(out, "\"f.c:7\""));
    assert_non_null(strstr(out, "\"inline assembly is not understood: "
                                "syscall\""));
    assert_non_null(strstr(out, "mz_assembly_not_understood"));
    assert_non_null(strstr(out, "; leaq -128(%rsp), %rsp"));
    free(out);
}

/* Operands are meant as they were before anything was pushed. */
static void test_operands(void **state)
{
    static const char *const cases[][2] = {
        {"incl (%rsp)", "leaq 152(%rsp), %rdi; "},
        {"incl 8(%rsp)", "leaq 152+8(%rsp), %rdi; "},
        {"incl 8(%rdi,%rsi)", "leaq 8(%rdi,%rsi), %rdi; "},
        {"incl %fs:x@tpoff", "leaq x@tpoff, %rdi; addq %fs:0, %rdi; "},
        {"xchgl %edi,x", "movq (%rsp), %rsi; pushq"},
        {"xchgq %rsp,x", "leaq 152(%rsp), %rsi; pushq"},
        {"xchgq %rsi,x", "leaq x, %rdi; pushq"},
        {"xchgb %ah,x", "movzbl %ah, %esi; pushq"},
        {"xchgb %r9b,x", "movq %r9, %rsi; pushq"},
        {"lock; btsl $35,x", "movq $((35) & 31), %rsi; pushq"},
    };

    (void)state;
    for (size_t i = 0; i < MZ_COUNT(cases); i++) {
        char text[256];
        struct heard heard;
        char *out;

        snprintf(text, sizeof text, GCC("%s"), cases[i][0]);
        out = rewritten(text, false, &heard);
        if (!strstr(out, cases[i][1]))
            fail_msg("%s: %s", cases[i][0], out);
        free(out);
    }
}

/* Only where the frame is found from rsp. */
static void test_unwinding(void **state)
{
    struct mz_unwinding u = {0};

    (void)state;
    mz_unwinding_note(&u, ".cfi_startproc");
    assert_true(u.is_open && u.is_by_rsp);
    mz_unwinding_note(&u, ".cfi_def_cfa_offset 16");
    assert_true(u.is_by_rsp);
    mz_unwinding_note(&u, ".cfi_def_cfa_register 6");
    assert_false(u.is_by_rsp);
    mz_unwinding_note(&u, ".cfi_remember_state");
    mz_unwinding_note(&u, ".cfi_def_cfa 7, 8");
    assert_true(u.is_by_rsp);
    mz_unwinding_note(&u, ".cfi_restore_state");
    assert_false(u.is_by_rsp);
    mz_unwinding_note(&u, ".cfi_def_cfa %rsp, 8");
    assert_true(u.is_by_rsp);
    mz_unwinding_note(&u, ".cfi_escape 0xf,0x3,0x76,0x78,0x6");
    assert_false(u.is_by_rsp);
    mz_unwinding_note(&u, ".cfi_endproc");
    assert_false(u.is_open);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_effects),
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_builtins),
        cmocka_unit_test(test_two_statements),
        cmocka_unit_test(test_file_scope),
        cmocka_unit_test(test_sections),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_trust),
        cmocka_unit_test(test_operands),
        cmocka_unit_test(test_unwinding),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
