#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Instructions that the audit executes in another place do there what they do in
# place: to registers, flags and memory. The program has each executed on memory
# that is not watched (its own stack) and on a global, and compares.
. "$(dirname "$0")/frame"
cat >main.c <<'END'
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int instruction_count(void);
extern void fill_memory(unsigned char *memory, int seed);
extern const char *run_instruction(int i, unsigned char *memory, int seed,
                                   unsigned char state[128]);
/* The instructions that cross pages do so 1280 bytes after the beginning. */
enum { SIZE = 1344, BEFORE = 4096 - 1280 };
_Alignas(4096) unsigned char page[BEFORE + SIZE];
int main(void)
{
    for (int i = 0; i < instruction_count(); i++)
        for (int seed = 0; seed < 3; seed++) {
            _Alignas(64) unsigned char own[SIZE];
            unsigned char here[128], there[128], *watched = page + BEFORE;
            const char *text;
            fill_memory(own, seed);
            memcpy(watched, own, SIZE);
            run_instruction(i, own, seed, here);
            text = run_instruction(i, watched, seed, there);
            if (memcmp(here, there, 128) || memcmp(own, watched, SIZE))
                dprintf(2, "differs: %s\n", text), abort();
        }
    return 0;
}
END
cat >instructions.c <<'END'
struct state { unsigned long rax, rbx, rcx, rdx, flags; unsigned char x[32]; };

/* rdi: memory; rsi: the state. */
#define LIST(X) \
    X("addl %%eax, (%%rdi)") X("adcq %%rax, 8(%%rdi)") \
    X("sbbl 4(%%rdi), %%eax") X("movb %%ah, 3(%%rdi)") \
    X("addb 5(%%rdi), %%bh") X("incw 44(%%rdi)") X("negq 16(%%rdi)") \
    X("notl 20(%%rdi)") X("xchgq %%rdx, 48(%%rdi)") \
    X("lock xaddl %%eax, 52(%%rdi)") X("xaddb %%al, 51(%%rdi)") \
    X("cmpxchgq %%rbx, 56(%%rdi)") X("lock cmpxchg16b 64(%%rdi)") \
    X("lock cmpxchg8b 80(%%rdi)") X("lock decl 88(%%rdi)") \
    X("lock orb $3, 89(%%rdi)") X("shlq %%cl, 96(%%rdi)") \
    X("rcrl $3, 100(%%rdi)") X("sarw 104(%%rdi)") \
    X("shldq $7, %%rax, 112(%%rdi)") X("btsq $9, 120(%%rdi)") \
    X("btsq %%rcx, 120(%%rdi)") X("btrl $2, 128(%%rdi)") \
    X("setc 130(%%rdi)") X("cmovsl 132(%%rdi), %%eax") \
    X("cmpl %%eax, 136(%%rdi)") X("testb $7, 140(%%rdi)") \
    X("imulq $77, 144(%%rdi), %%rbx") X("mulq 152(%%rdi)") \
    X("imull 156(%%rdi)") X("movl $0, %%edx; divl 160(%%rdi)") \
    X("movzbl 163(%%rdi), %%eax") X("movsbq 164(%%rdi,%%rcx), %%rax") \
    X("movslq 168(%%rdi,%%rcx,4), %%rax") X("movl $0x1234567, 172(%%rdi)") \
    X("movq $-5, 176(%%rdi)") X("pushq 184(%%rdi); popq %%rax") \
    X("pushq %%rbx; popq 192(%%rdi)") X("movq %%rdi, 200(%%rdi); " \
      "subq %%rdi, 200(%%rdi)") \
    X("movq %%rsp, 208(%%rdi); subq %%rsp, 208(%%rdi)") \
    X("movups 224(%%rdi), %%xmm1") X("movaps %%xmm1, 224(%%rdi)") \
    X("paddd 240(%%rdi), %%xmm1") X("movntdq %%xmm1, 256(%%rdi)") \
    X("movsd 272(%%rdi), %%xmm1") X("movq %%xmm1, 280(%%rdi)") \
    X("cvtsi2sdq 288(%%rdi), %%xmm1") X("pinsrw $3, 296(%%rdi), %%xmm1") \
    X("ucomisd 304(%%rdi), %%xmm1") X("movhps %%xmm1, 312(%%rdi)") \
    X("fldt 320(%%rdi); fld1; faddp; fstpt 320(%%rdi)") \
    X("fildl 336(%%rdi); fistpll 344(%%rdi)") \
    X("stmxcsr 352(%%rdi); ldmxcsr 352(%%rdi)") \
    X("fnstcw 356(%%rdi); fldcw 356(%%rdi)") \
    X("movdqu 1274(%%rdi), %%xmm1; movdqu %%xmm1, 1272(%%rdi)") \
    X("movq %%rax, 1276(%%rdi)") X("lock addq $1, 1276(%%rdi)") \
    X("pushq %%rdi; pushq %%rsi; leaq 400(%%rdi), %%rsi; leaq 600(%%rdi), %%rdi; " \
      "movl $100, %%ecx; rep movsb; popq %%rsi; popq %%rdi") \
    X("pushq %%rdi; leaq 700(%%rdi), %%rdi; movl $9, %%ecx; rep stosq; " \
      "subq (%%rsp), %%rdi; movq %%rdi, %%rbx; popq %%rdi") \
    X("pushq %%rdi; leaq 800(%%rdi), %%rdi; movl $50, %%ecx; movb $7, %%al; " \
      "movb $7, 33(%%rdi); repne scasb; popq %%rdi") \
    X("pushq %%rdi; pushq %%rsi; std; leaq 950(%%rdi), %%rsi; " \
      "leaq 960(%%rdi), %%rdi; movl $40, %%ecx; rep movsb; cld; popq %%rsi; " \
      "popq %%rdi") \
    X("pushq %%rdi; pushq %%rsi; leaq 400(%%rdi), %%rsi; leaq 600(%%rdi), %%rdi; " \
      "movl $100, %%ecx; repe cmpsb; popq %%rsi; popq %%rdi") \
    X("pushq %%rsi; leaq 1000(%%rdi), %%rsi; lodsw; popq %%rsi") \
    X("leaq 1f(%%rip), %%rax; movq %%rax, 1016(%%rdi); jmpq *1016(%%rdi); " \
      "ud2; 1: xorl %%eax, %%eax; movq %%rax, 1016(%%rdi)") \
    X("leaq 1f(%%rip), %%rax; movq %%rax, 1024(%%rdi); " \
      "callq *1024(%%rdi); jmp 2f; 1: ret; 2: xorl %%eax, %%eax; " \
      "movq %%rax, 1024(%%rdi)")
#define AVX2(X) \
    X("vpaddd 1056(%%rdi), %%ymm1, %%ymm1") \
    X("vmovdqu %%ymm1, 1100(%%rdi)") \
    X("vpmaskmovd 1152(%%rdi), %%ymm1, %%ymm1") \
    X("vpmaskmovd %%ymm1, %%ymm1, 1152(%%rdi)") \
    X("vpxor %%xmm2, %%xmm2, %%xmm2; vpcmpeqd %%ymm0, %%ymm0, %%ymm0; " \
      "vpgatherdd %%ymm0, 1184(%%rdi,%%ymm2,4), %%ymm1") \
    X("andnq 1216(%%rdi), %%rax, %%rbx") X("rorxl $5, 1224(%%rdi), %%edx")

#define LOAD "subq $256, %%rsp; movq (%%rsi), %%rax; movq 8(%%rsi), %%rbx; " \
    "movq 16(%%rsi), %%rcx; movq 24(%%rsi), %%rdx; pushq 32(%%rsi); popfq; "
#define STORE "; pushfq; popq 32(%%rsi); movq %%rax, (%%rsi); " \
    "movq %%rbx, 8(%%rsi); movq %%rcx, 16(%%rsi); movq %%rdx, 24(%%rsi); cld; "
#define NARROW(text) \
    case __COUNTER__ - FIRST: \
        __asm__ volatile(LOAD "movdqu 40(%%rsi), %%xmm1; " text STORE \
            "movdqu %%xmm1, 40(%%rsi); addq $256, %%rsp" \
            : : "D"(memory), "S"(s) : "rax", "rbx", "rcx", "rdx", "xmm1", \
            "memory", "cc", "st"); \
        return text;
#define WIDE(text) \
    case __COUNTER__ - FIRST: \
        __asm__ volatile(LOAD "vmovdqu 40(%%rsi), %%ymm1; " text STORE \
            "vmovdqu %%ymm1, 40(%%rsi); vzeroupper; addq $256, %%rsp" \
            : : "D"(memory), "S"(s) : "rax", "rbx", "rcx", "rdx", "xmm0", \
            "xmm1", "xmm2", "memory", "cc"); \
        return text;
enum { FIRST = __COUNTER__ + 1 };
__attribute__((target("avx2,bmi,bmi2"))) static const char *
execute(int i, unsigned char *memory, struct state *s)
{
    switch (i) {
        LIST(NARROW)
        AVX2(WIDE)
    }
    return "";
}
#define ONE(text) +1
int instruction_count(void)
{
    __builtin_cpu_init();
    return 0 LIST(ONE) + (__builtin_cpu_supports("avx2") &&
                          __builtin_cpu_supports("bmi2") ? 0 AVX2(ONE) : 0);
}
void fill_memory(unsigned char *memory, int seed)
{
    unsigned long random = 12345 + seed;
    for (int k = 0; k < 1344; k++)
        memory[k] = (random = random * 6364136223846793005u + 1) >> 57;
    memory[320 + 9] = 0x40;
    *(unsigned *)(memory + 352) = 0x1f80;
    *(unsigned short *)(memory + 356) = 0x37f;
    memory[163] |= 1, memory[160] |= 1;
}
const char *run_instruction(int i, unsigned char *memory, int seed,
                            unsigned char out[128])
{
    struct state s;
    const char *text;
    unsigned long random = seed;
    for (int k = 0; k < (int)sizeof s; k++)
        ((unsigned char *)&s)[k] = (random = random * 6364136223846793005u + 1)
                                   >> 40;
    s.rcx = 3;
    s.flags = 0x202 | (seed & 1) | (seed & 2) << 6;
    if (seed == 2) {
        s.rax = *(unsigned long *)(memory + 64);
        s.rdx = *(unsigned long *)(memory + 72);
    }
    text = execute(i, memory, &s);
    for (int k = 0; k < 128; k++)
        out[k] = k < (int)sizeof s ? ((unsigned char *)&s)[k] : 0;
    return text;
}
END
gcc -g -O1 -fno-omit-frame-pointer -c instructions.c -o instructions.o ||
    failed 'does not compile'
"$MAZURKA" cc -g main.c instructions.o -o program || failed 'does not link'
run 3 "$MAZURKA" check --audit=all --format=json ./program
grep -q '"errors": \[\]' .out || failed 'an instruction differs'
[ "$(field audited)" -gt 400 ] || failed 'hardly anything was audited'

# A fault of the program's own, of an instruction that would have been executed
# elsewhere, is told as without an audit.
cat >faults.c <<'END'
#include <stdlib.h>
_Alignas(64) unsigned char watched[8192];
extern unsigned char *const end_of_memory;
int main(int argc, char **argv)
{
    switch (atoi(argv[1])) {
    case 1: /* not aligned */
        __asm__ volatile("movaps %%xmm0, 8+watched(%%rip)" : : : "memory");
        break;
    case 2: /* division by zero */
        __asm__ volatile("movl $1, %%eax; xorl %%edx, %%edx; "
                         "divl watched(%%rip)" : : : "eax", "edx", "memory");
        break;
    case 3: /* a string that runs into the void */
        __asm__ volatile("leaq watched(%%rip), %%rdi; movq $1<<40, %%rcx; "
                         "rep stosb" : : : "rdi", "rcx", "memory");
        break;
    case 4: /* a jump into the void */
        __asm__ volatile("jmpq *watched(%%rip)" : : : "memory");
    }
    return argc == 0;
}
END
gcc -g -c faults.c -o faults.o && "$MAZURKA" cc faults.o -o faults ||
    failed 'does not compile'
for which in 1 2 3 4; do
    run 42 "$MAZURKA" check --audit=off --format=json ./faults -- $which
    grep '"message"' .out >expected
    run 42 "$MAZURKA" check --audit=all --format=json ./faults -- $which
    grep '"message"' .out >is
    diff expected is >/dev/null || failed "$(cat is), not $(cat expected)"
done
nothing_left
