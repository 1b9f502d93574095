/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the program writes to descriptors 1 and 2 in an execution that is run
 * for a report: which thread, after which step. They lead to a file in memory
 * then, and what is still in the buffer of stdout is written out whenever
 * another thread goes on, or a step is told.
 *
 * The program may notice, if it asks what its standard output is: so the run
 * may end otherwise than the one that it is to tell. Then that is told without
 * its output.
 */
#ifndef MZ_RUNTIME_PRINTED_H
#define MZ_RUNTIME_PRINTED_H

#include "runtime/runtime.h"

extern bool mz_printed_is_on;

/* Around a run for a report, in the process that has it run. */
void mz_printed_begin(void);
void mz_printed_end(void);

/* The run begins, perhaps once more: nothing has been written. */
void mz_printed_reset(void);

/* What has been written since the last call, by this thread, so many steps
 * having been told. In the process that runs the execution. */
void mz_printed_take_in(mz_tid writer);

#endif
