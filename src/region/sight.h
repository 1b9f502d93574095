/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sights: what a thread has before it as it does something that is told. Its
 * callers, and where on its stack pointers lie to what it does that to; so that
 * the report can say `q->tail in enqueue` of some bytes of a heap block.
 *
 * Flat, since it lies in the region.
 */
#ifndef MZ_REGION_SIGHT_H
#define MZ_REGION_SIGHT_H

#include <stdint.h>

enum {
    MZ_FRAME_REGISTERS = 6, /* those that a call preserves */
    MZ_SIGHT_DEPTH = 12,    /* callers */
    MZ_SIGHT_FRAMES = 8,
    MZ_SIGHT_WORDS = 16,
};

/* A frame of a call stack, in the midst of a call. */
struct mz_call_frame {
    uint64_t pc;  /* a return address */
    uint64_t sp;  /* what is in use begins there */
    uint64_t cfa; /* 0: not known */
    uint64_t registers[MZ_FRAME_REGISTERS]; /* rbx rbp r12 .. r15 */
};

/* A word of a frame that holds an address. */
struct mz_sight_word {
    uint64_t value;
    uint64_t address; /* on the stack; 0: it is a register */
    uint8_t reg;      /* an index in the frame's registers */
    uint8_t frame;    /* in mz_sight.frames */
};

struct mz_sight {
    uint8_t depth, frame_count, word_count;
    uint64_t pcs[MZ_SIGHT_DEPTH]; /* return addresses, the innermost first */
    struct mz_call_frame frames[MZ_SIGHT_FRAMES]; /* that words lie in, or the
                             object itself, if it is on a stack */
    struct mz_sight_word words[MZ_SIGHT_WORDS]; /* pointers into the heap block
                             of the object; those of inner frames first */
};

#endif
