/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the events of an execution say that memory and semaphores held, and what
 * the threads that wait stand at, against one another: each must be what the
 * events before it left there, as far as these tell. (An exchange does not tell
 * what it wrote, an atomic block nothing.)
 */
#ifndef MZ_MODEL_CONTENTS_H
#define MZ_MODEL_CONTENTS_H

#include "trace/event.h"

/* NULL, or what is recorded wrongly. The execution has been run, by a model. */
const char *mz_contents_wrong(const struct mz_execution *, enum mz_outcome);

#endif
