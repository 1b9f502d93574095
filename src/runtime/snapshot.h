/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rollback: before each execution the program's memory is what it was just
 * before main. The cost is proportional to the pages that executions write.
 *
 * Ranges of a few pages are copied back whole. Pages of larger ones are
 * write-protected until an execution writes them; from then on they are known
 * (for good) and copied back each time. The copy is made at the first write,
 * when the page still is as it was.
 *
 * A system call that writes to a protected page fails instead of faulting: the
 * interposed calls that hand buffers to the kernel touch them first
 * (mz_snapshot_touch, in runtime.h). The program's own small globals are never
 * protected.
 */
#ifndef MZ_RUNTIME_SNAPSHOT_H
#define MZ_RUNTIME_SNAPSHOT_H

#include "runtime/runtime.h"

/* A write fault at `address`: was it ours? Then it has been dealt with. */
bool mz_snapshot_fault(uint64_t address);

/* Memory becomes what it was at the snapshot, and may be changed as if there
 * had been none: mz_segments_snapshot takes it again. Nothing is done if none
 * was taken (children that have an execution each). */
void mz_snapshot_open(void);

/* In a copy of the process that runs no executions: memory is as it is, and no
 * write to it is noted. */
void mz_snapshot_release(void);

/* Pages that somebody has made writable are protected as far as they have not
 * been written yet; whole pages, after the snapshot. */
void mz_snapshot_protect(uint64_t start, uint64_t end);

/* ---- a checkpoint (checkpoint.h) ----------------------------------------- */

/* Between executions memory is restored as it is now, until mz_snapshot_unmark;
 * then as it was at the snapshot. Both cost as much as is written from there on
 * in any execution. */
void mz_snapshot_mark(void);
void mz_snapshot_unmark(void);

/* Before mz_snapshot_mark: so are these pages, of the execution's own. */
void mz_snapshot_track(uint64_t start, uint64_t end);

/* For a waypoint: keeps what executions have written so far. Later, when its
 * pieces are to be put back, the next restore leaves out those pages. */
uint32_t mz_snapshot_keep(void (*keep)(const void *, size_t));
void mz_snapshot_leave_out(uint32_t pages);
void mz_snapshot_leave_out_none(void);

/* What differs from the snapshot. */
struct mz_fingerprint;
void mz_snapshot_differences(struct mz_fingerprint *);

/* Memory that no execution changes. */
void *mz_snapshot_reserve(size_t size);

/* Where what is writable begins in a segment of a module: after what the loader
 * made read-only after relocation, in whole pages. */
struct dl_phdr_info;
char *mz_snapshot_after_relro(const struct dl_phdr_info *, char *segment);

#endif
