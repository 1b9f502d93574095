/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The conflicting extensions of a configuration C: adds events of cex(C) to the
 * structure, which are in conflict with C and have their history in C; not all
 * of them, but what alternatives need ([NRSCP18] section 5.3,
 * docs/algorithms/qpor.md).
 *
 * Each is an event of C, or what a thread stands at, moved to where it comes
 * before some of what it follows; or another value of a choice.
 */
#ifndef MZ_UNFOLD_EXTENSIONS_H
#define MZ_UNFOLD_EXTENSIONS_H

#include "unfold/configuration.h"

/* To be called when the run of the execution has ended. The operations that
 * threads stand at are taken for the events that they would be. */
void mz_configuration_add_cex(struct mz_configuration *,
                              const struct mz_execution *);

#endif
