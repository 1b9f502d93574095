/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `mpirun -n N mazurka check`: this process is one of N ranks. Each supervises
 * a search of its own; tasks go from one to another (ranks/rank.h). Rank 0 has
 * the command line, says what all others are to do, and tells what was found.
 *
 * A rank that cannot go on ends with a message and an exit status that is not
 * 0, without leaving the others; then mpirun ends them all.
 */
#ifndef MZ_CLI_RANKS_H
#define MZ_CLI_RANKS_H

#include "cli/arguments.h"
#include "cli/supervise.h"
#include "ranks/rank.h"

struct mz_ranks; /* ranks_join.h */

bool mz_ranks_is_first(const struct mz_ranks *);

/* Rank 0: all others hear the words of the command. Others: waits for them, in
 * the folder and with the environment of rank 0; false: there will be none. */
void mz_ranks_tell(struct mz_ranks *, char *const *words);
bool mz_ranks_hear(struct mz_ranks *, struct mz_arguments *words);

/* Rank 0: a search begins, with these settings. Others: waits for one; false:
 * there will be none. */
void mz_ranks_begin(struct mz_ranks *, const struct mz_settings *);
bool mz_ranks_await(struct mz_ranks *, struct mz_settings *);

/* The search has this region, with so many workers, of so many bytes, in this
 * file; before its process starts. */
void mz_ranks_open(struct mz_ranks *, struct mz_region *, uint32_t workers,
                   uint64_t size, int file);

/* Does what there is to do. `stops`: the process is asked to end; `has_ended`:
 * it has. Returns what the search is to do. */
enum mz_rank_phase mz_ranks_act(struct mz_ranks *, bool stops, bool has_ended);

/* Seconds until the next time, at most. */
double mz_ranks_pause(const struct mz_ranks *);

/* Of all ranks, as far as is known; at rank 0. The first: executions that were
 * run. */
uint64_t mz_ranks_run(const struct mz_ranks *);
void mz_ranks_progress(const struct mz_ranks *, struct mz_progress *);

/* How a search has ended, of one rank or all. */
struct mz_ranks_end {
    struct mz_rest *left; /* NULL: it is not known. From mmap */
    bool was_cut;         /* before its end: it was asked to stop */
    bool had_own_end;     /* not that, nor had it explored all that it had */
};

/* When all have ended: rank 0's becomes the result and the end of all. Those of
 * others are of no use then. The region that was opened is still there. */
void mz_ranks_gather(struct mz_ranks *, struct mz_result *,
                     struct mz_ranks_end *);

/* Once, at the end. A search that is under way is not left: then this does
 * nothing, and the command is to end with a failure. */
void mz_ranks_leave(struct mz_ranks *);

#endif
