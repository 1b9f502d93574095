/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sights: what a thread has before it as it does something that is told. Its
 * callers, and where on its stack pointers lie to what it does that to; so that
 * the report can say `q->tail in enqueue` of some bytes of a heap block. Where
 * there are none, pointers in variables and in other blocks lead there:
 * `server->stats->bytes`.
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
    MZ_SIGHT_WORDS = 32,
    MZ_SIGHT_CHAINS = 4,
    MZ_SIGHT_LINKS = 3, /* of a chain */
    MZ_SIGHT_VARIABLE = UINT8_MAX, /* for a frame: it is in none */
};

/* A frame of a call stack, in the midst of a call. */
struct mz_call_frame {
    uint64_t pc;  /* a return address */
    uint64_t sp;  /* what is in use begins there */
    uint64_t cfa; /* 0: not known */
    uint64_t registers[MZ_FRAME_REGISTERS]; /* rbx rbp r12 .. r15 */
};

/* A word of a frame, or of a variable of the program, that holds an address. */
struct mz_sight_word {
    uint64_t value;
    uint64_t address; /* where it is; 0: it is a register */
    uint8_t reg;      /* an index in the frame's registers */
    uint8_t frame;    /* in mz_sight.frames; or MZ_SIGHT_VARIABLE */
    uint8_t chain;    /* 0: it points into the block; from 1: to the beginning
                         of that of mz_sight.chains */
};

/* Pointers in heap blocks: the first is in the one that a word points into,
 * each other one in that which the one before points into; the last points into
 * the block of the object. */
struct mz_sight_link {
    uint64_t address, value;
};
struct mz_sight_chain {
    uint8_t length;
    struct mz_sight_link links[MZ_SIGHT_LINKS];
};

struct mz_sight {
    uint8_t depth, frame_count, word_count, chain_count;
    uint64_t pcs[MZ_SIGHT_DEPTH]; /* return addresses, the innermost first */
    struct mz_call_frame frames[MZ_SIGHT_FRAMES]; /* that words lie in, or the
                             object itself, if it is on a stack */
    struct mz_sight_word words[MZ_SIGHT_WORDS]; /* pointers into the heap block
                             of the object, or chains that lead there; those
                             of inner frames first */
    struct mz_sight_chain chains[MZ_SIGHT_CHAINS]; /* the shortest first */
};

#endif
