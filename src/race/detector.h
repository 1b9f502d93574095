/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Data races between plain accesses, and between plain and atomic ones, in the
 * sense of C11: two conflicting accesses, at least one of them plain, neither
 * of which happens before the other. Happens-before here is that of the
 * language (release and acquire, fences, release sequences, locks, create and
 * join), not that of the search.
 *
 * Exact for the execution it sees: no race is missed (every byte keeps its last
 * write and all unordered reads), none is invented. Within one execution it
 * reports the first. A new execution begins at a cost that does not depend on
 * the memory used by the last one.
 */
#ifndef MZ_RACE_DETECTOR_H
#define MZ_RACE_DETECTOR_H

#include "base/arena.h"
#include "op/op.h"
#include "op/order.h"

/* One side of a race. */
struct mz_race_side {
    uint64_t address;
    uint64_t pc;
    mz_tid thread;
    uint8_t size; /* bytes, at most 8: an access to several granules (8
                       aligned bytes) is told by its bytes in the racing one */
    bool write;
    bool atomic;
    bool allocation; /* of the block; by whom is known, not where */
    bool by_kernel;  /* a call that changes what is mapped */
    uint32_t ordinal; /* of this access among those of its thread, from 1 */
};

struct mz_race {
    struct mz_race_side earlier, later;
};

/* In the pc of an access: the kernel makes it, as a call there asks. */
#define MZ_RACE_BY_KERNEL (1ull << 63)

/* Asked of each race that is found; if it says yes the access counts as one
 * that does not race. What it races with is forgotten then as it would be
 * otherwise, so that further races may be missed. NULL: nobody is asked. */
extern bool (*mz_race_detector_forgives)(const struct mz_race *);

/* Before the first execution. Memory comes from anonymous mappings of its own,
 * outside of any rollback. mz_race_detector_malloc is told of these addresses
 * in increasing order, apart for each 1 << shift of them from `start` on. */
void mz_race_detector_init(void);
void mz_race_detector_set_heap(uint64_t start, uint64_t end, unsigned shift);
void mz_race_detector_begin(void); /* a new execution; main is thread 0 */

/*
 * Or it has the beginning of the last one in common: then the detector goes
 * back to where that was. A mark is set whenever a thread goes on after another
 * (one that is created goes on as part of its creator), and perhaps elsewhere;
 * from mark to mark, the latest first, all is put back as it was.
 */
struct mz_race_mark {
    uint64_t log, epoch, previous;
    uint32_t ordinal, before;
    mz_tid thread;
    bool has_pending;
};

void mz_race_detector_mark(struct mz_race_mark *, mz_tid goes_on);
bool mz_race_detector_can_go_back(void); /* to the marks since it has begun */
void mz_race_detector_go_back(const struct mz_race_mark *);

void mz_race_detector_create(mz_tid parent, mz_tid child);
/* The same where the number was that of a thread that has been joined, of which
 * the parent knows: ordinals go on. */
void mz_race_detector_create_again(mz_tid parent, mz_tid child);
void mz_race_detector_join(mz_tid parent, mz_tid child); /* child has ended */
/* Does all that another thread has done so far happen before what `t` does
 * next? The answer may be no because of what it did without accesses. */
bool mz_race_detector_has_seen(mz_tid t, mz_tid other);

/*
 * Locks and whatever else synchronises by an address, which has one clock of
 * its own, apart from those of atomics and of all other addresses. What has
 * several clocks (a reader-writer lock: readers do not acquire from readers)
 * uses several of its addresses.
 */
enum mz_sync {
    MZ_SYNC_NONE,
    MZ_SYNC_ACQUIRE,
    MZ_SYNC_RELEASE,      /* its clock := ours */
    MZ_SYNC_RELEASE_JOIN, /* joined with ours: what was released before stays
                             to be acquired (semaphores, readers) */
};

void mz_race_detector_synchronise(mz_tid, uint64_t object, enum mz_sync);

/*
 * Each returns true, and fills in the race, when the access races. `pc` tells
 * where. Accesses may cross granules (atomics up to 16 bytes, plain any size).
 */
bool mz_race_detector_read(mz_tid, uint64_t address, size_t size, uint64_t pc,
                           struct mz_race *);
bool mz_race_detector_write(mz_tid, uint64_t address, size_t size, uint64_t pc,
                            struct mz_race *);
bool mz_race_detector_load(mz_tid, uint64_t address, unsigned size,
                           enum mz_order, uint64_t pc, struct mz_race *);
bool mz_race_detector_store(mz_tid, uint64_t address, unsigned size,
                            enum mz_order, uint64_t pc, struct mz_race *);
/* A read-modify-write; a failed compare-exchange is a load. */
bool mz_race_detector_update(mz_tid, uint64_t address, unsigned size,
                             enum mz_order, uint64_t pc, struct mz_race *);
/*
 * An addition whose result nobody uses. It may come before or after others like
 * it, and only one of their orders is run: so it acquires what was released
 * before the last other access to the object, and nothing that additions have
 * released since. What it releases is there for all others. Where it would have
 * acquired more, a race that is found later in the execution may be none: it
 * `has_skipped` something.
 */
bool mz_race_detector_add(mz_tid, uint64_t address, unsigned size,
                          enum mz_order, uint64_t pc, struct mz_race *);
bool mz_race_detector_has_skipped(void);

/*
 * Where memory is weak each event that writes has a message of its own, which
 * whoever reads from it acquires: `event` and `source` are their numbers in the
 * execution, below `events`; MZ_NONE: it reads from none. READ, WRITE, RMW, or
 * CAS, as it has turned out. Fences are no more than they say: a seq_cst one is
 * acq_rel then.
 */
void mz_race_detector_keep_messages(uint32_t events);
bool mz_race_detector_serve(mz_tid, enum mz_op, uint32_t event, uint32_t source,
                            uint64_t address, unsigned size, enum mz_order,
                            uint64_t pc, struct mz_race *);

/* Conflicts as an atomic write does, but synchronises nothing: the memory of a
 * lock, which no plain access may meet. */
bool mz_race_detector_touch(mz_tid, uint64_t address, unsigned size,
                            uint64_t pc, struct mz_race *);

/* The same on the 4 bytes at a lock that is used, then what it synchronises,
 * if it does not race. */
bool mz_race_detector_use(mz_tid, uint64_t object, enum mz_sync, uint64_t pc,
                          struct mz_race *);
/*
 * Only sequentially consistent executions are explored, so a seq_cst fence is
 * also ordered with the earlier seq_cst fences of all threads. Other seq_cst
 * operations are ordered by what they read only.
 */
void mz_race_detector_fence(mz_tid, enum mz_order);

/*
 * free(): races as a write to the whole block by the freeing thread would, and
 * costs nothing where this execution has not been. It leaves no trace: a later
 * access is a use after free, which the heap finds.
 */
bool mz_race_detector_free(mz_tid, uint64_t address, size_t size, uint64_t pc,
                           struct mz_race *);
/*
 * malloc(): a write of the block, which is new: nothing before concerns it, no
 * access, no clock. Cheap: only what is accessed is looked up, when it is. But
 * whoever frees a block that another thread has allocated asks whether it has
 * seen that; if not the race is filled in.
 */
void mz_race_detector_malloc(mz_tid, uint64_t address, size_t size);
bool mz_race_detector_saw_malloc(mz_tid, uint64_t address, uint64_t pc,
                                 struct mz_race *);

/* A number for what a thread has done so far, which grows; and as far as `t`
 * has seen that of another one, the number of then: what was done at a greater
 * one does not happen before what `t` does next. */
uint64_t mz_race_detector_point(mz_tid);
uint64_t mz_race_detector_seen_point(mz_tid t, mz_tid other);

/* Ordinal of the last access (read ... update, free) of a thread, to find it
 * again in a second run. A range is one access. */
uint32_t mz_race_detector_ordinal(mz_tid);

/* All that it knows, whatever its epochs are called: two executions that have
 * done the same have the same. These threads were born in this one. */
uint64_t mz_race_detector_fingerprint(mz_tset threads);

#endif
