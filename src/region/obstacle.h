/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Obstacles: what a loop changes in each round, so that it is not known as one
 * that waits (runtime/loop.h). Of an execution that met the bound on visible
 * operations; names are for the report to find.
 *
 * Flat, since it lies in the region.
 */
#ifndef MZ_REGION_OBSTACLE_H
#define MZ_REGION_OBSTACLE_H

#include "region/sight.h"

#include <stdint.h>

enum {
    MZ_MAX_OBSTACLES = 64,
    MZ_OBSTACLE_DEPTH = 8, /* callers */
};

enum mz_obstacle_kind {
    MZ_OBSTACLE_REGISTER, /* of a frame */
    MZ_OBSTACLE_STACK,    /* what lies in a frame */
    MZ_OBSTACLE_STORAGE,  /* thread-local storage: `address` less the thread
                             pointer */
    MZ_OBSTACLE_MEMORY,   /* what several threads may use; and locks */
    MZ_OBSTACLE_CALL,     /* a call that is not known to be without effect */
    MZ_OBSTACLE_KINDS
};

struct mz_obstacle {
    uint16_t thread;
    uint8_t kind;
    uint8_t reg;       /* REGISTER: an index in frame.registers */
    uint8_t has_words; /* `was` and `is` are known */
    uint32_t size;     /* MEMORY: bytes; 0: a lock, or the like */
    uint32_t depth;
    uint64_t pcs[MZ_OBSTACLE_DEPTH]; /* where the thread is in each round:
                          return addresses, the innermost first */
    uint64_t rounds;
    uint64_t address;  /* but of a register: of what differs */
    uint64_t was, is;  /* the register, or the 8 aligned bytes around it, in the
                          last two rounds */
    struct mz_call_frame frame; /* REGISTER, STACK */
};

#endif
