/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Red zones: bytes between the variables of a frame, and between globals, that
 * nobody may access. Code that was compiled with -fsanitize=address has them,
 * and says which bytes they are in a shadow (a byte of it for 8), where that of
 * AddressSanitizer lies.
 *
 * Compilers write the shadow of a frame when a function is entered, and clear
 * it when it returns. What is left otherwise (a jump, an exception, the end of
 * a thread) is cleared here, exactly as far as frames are left: those that go
 * on keep their zones. What executions write there is rolled back like other
 * memory. The shadow of globals is written before main, once.
 *
 * Only stacks of threads and globals are looked up: blocks of the heap have a
 * shadow of their own (heap.h).
 */
#ifndef MZ_RUNTIME_ZONES_H
#define MZ_RUNTIME_ZONES_H

#include "runtime/runtime.h"

enum {
    MZ_ZONE_GRANULE = 8, /* bytes of memory for one of the shadow */
    /* What a shadow byte says: 0 all may be accessed, 1 to 7 so many. */
    MZ_ZONE_FRAME_LEFT = 0xf1, /* below the first variable of a frame */
    MZ_ZONE_ENDED = 0xf8,      /* a variable whose scope has been left */
    MZ_ZONE_GLOBAL = 0xf9,     /* after a global */
    MZ_ZONE_ARRAY_LEFT = 0xca, /* before an array of variable length */
    MZ_ZONE_ARRAY_RIGHT = 0xcb,
};

/* Where compilers believe it to be: for all addresses of the program. */
#define MZ_ZONE_SHADOW 0x7fff8000u
#define MZ_ZONE_ADDRESSES (1ull << 47)

static inline uint8_t *mz_zone_shadow(uint64_t address)
{
    return (uint8_t *)(MZ_ZONE_SHADOW + address / MZ_ZONE_GRANULE);
}

static inline bool mz_zone_is_shadow(uint64_t address)
{
    return address - MZ_ZONE_SHADOW < MZ_ZONE_ADDRESSES / MZ_ZONE_GRANULE;
}

/* Some module is about to write it: the shadow is made. */
void mz_zones_begin(void);

/* Stacks will be there, before the snapshot. */
void mz_zones_stacks(uint64_t start, uint64_t end);

/* Frames of the running thread are left: those from this function's up to this
 * address. */
void mz_zones_left(uint64_t end);

/* Fails if the address lies in a frame of the running thread that was left:
 * whose own stack pointer is above it. */
void mz_zones_below(uint64_t address, size_t size, enum mz_action, uint64_t pc,
                    uint64_t stack_pointer);

/* Fails if one of the bytes lies in a zone. */
void mz_zones_look(uint64_t address, size_t size, enum mz_action, uint64_t pc);

static inline void mz_zones_check(uint64_t address, size_t size,
                                  enum mz_action action, uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.zoned))
        mz_zones_look(address, size, action, pc);
}

/* As compilers describe a global to the library. */
struct mz_zoned_global {
    uint64_t start, size, size_with_zone;
    const char *name, *unit;
    uint64_t has_dynamic_init;
    const struct {
        const char *file;
        int32_t line, column;
    } *place; /* or NULL */
    uint64_t indicator;
};

/* These have zones, as long as their module is loaded. */
void mz_zones_add(const struct mz_zoned_global *, uint64_t count);

/* While no execution runs: the module is unloaded that has this address. */
void mz_zones_unload(const void *in_module);

#endif
