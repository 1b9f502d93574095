/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 */
/* While a thread waits in the midst of its assembly, others run: none of its
 * registers, flags, vectors may change, nor what it has below rsp. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

enum { CARRY = 1, DIRECTION = 1 << 10 };

struct state {
    uint64_t general[14]; /* all but rsp and rbx */
    uint64_t flags, below;
    char vectors[16][32];
};

int shared;

#define GENERAL(X) \
    X(rcx, 8) X(rdx, 16) X(rsi, 24) X(rdi, 32) X(r8, 40) X(r9, 48) \
    X(r10, 56) X(r11, 64) X(r12, 72) X(r13, 80) X(r14, 88) X(r15, 96) \
    X(rbp, 104) X(rax, 0)
#define LOAD(name, offset) "movq " #offset "(%%rbx), %%" #name "\n\t"
#define STORE(name, offset) "movq %%" #name ", " #offset "(%%rbx)\n\t"

#define VECTORS(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) \
    X(13) X(14) X(15)
#define LOAD_SSE(n) "movdqu 128+32*" #n "(%%rbx), %%xmm" #n "\n\t"
#define STORE_SSE(n) "movdqu %%xmm" #n ", 128+32*" #n "(%%rbx)\n\t"
#define LOAD_AVX(n) "vmovdqu 128+32*" #n "(%%rbx), %%ymm" #n "\n\t"
#define STORE_AVX(n) "vmovdqu %%ymm" #n ", 128+32*" #n "(%%rbx)\n\t"

/* Loads everything, lets the other thread run, and stores it again. */
#define GO_ROUND(name, load, store)                                        \
    static void name(struct state *s)                                      \
    {                                                                      \
        __asm__ volatile(                                                  \
            "pushq %%rbp\n\t"                                              \
            "movq 120(%%rbx), %%rax\n\t"                                   \
            "movq %%rax, -120(%%rsp)\n\t"                                  \
            VECTORS(load) GENERAL(LOAD)                                    \
            "stc\n\tstd\n\t"                                               \
            "lock; incl shared(%%rip)\n\t"                                 \
            "lock; incl shared(%%rip)\n\t"                                 \
            GENERAL(STORE)                                                 \
            "movq -120(%%rsp), %%rax\n\t"                                  \
            "movq %%rax, 120(%%rbx)\n\t"                                   \
            "pushfq\n\tpopq 112(%%rbx)\n\t"                                \
            "cld\n\t" VECTORS(store)                                       \
            "popq %%rbp"                                                   \
            :                                                              \
            : "b"(s)                                                       \
            : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", \
              "r12", "r13", "r14", "r15", "memory", "cc", "xmm0", "xmm1",  \
              "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",      \
              "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",         \
              "xmm15");                                                    \
    }

GO_ROUND(with_sse, LOAD_SSE, STORE_SSE)
GO_ROUND(with_avx, LOAD_AVX, STORE_AVX)

/* Nothing may be taken for zero that lies there. */
static __attribute__((noinline)) void dirty_stack(void)
{
    volatile char bytes[8192];

    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = -1;
}

static void *work(void *seed)
{
    struct state before, after;

    dirty_stack();
    for (unsigned i = 0; i < sizeof before; i++)
        ((unsigned char *)&before)[i] = (unsigned char)((long)seed + 31 * i);
    after = before;
    if (__builtin_cpu_supports("avx"))
        with_avx(&after);
    else
        with_sse(&after);
    assert((after.flags & (CARRY | DIRECTION)) == (CARRY | DIRECTION));
    after.flags = before.flags;
    assert(!memcmp(&before, &after, sizeof before));
    return NULL;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, work, (void *)1);
    work((void *)100);
    pthread_join(other, NULL);
    assert(shared == 4);
    return 0;
}
