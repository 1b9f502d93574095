/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The conflicting extensions of a configuration C: of cexp(C), adds to the
 * structure what is in conflict with C and has its history in it, as far as
 * alternatives need it ([NRSCP18] section 5.3, docs/algorithms/qpor.md).
 *
 * Each is an event of C, or what a thread stands at, moved to where it comes
 * before some of what it follows; or another value of a choice.
 */
#ifndef MZ_UNFOLD_EXTENSIONS_H
#define MZ_UNFOLD_EXTENSIONS_H

#include "unfold/configuration.h"

/* When the run of the execution has ended. What threads stand at is taken for
 * the events that they would be. */
void mz_configuration_add_extensions(struct mz_configuration *,
                                     const struct mz_execution *);

#endif
