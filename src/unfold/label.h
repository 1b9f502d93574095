/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an event is: of what an execution has of it, all that is known without
 * its history; its accesses tree by tree.
 */
#ifndef MZ_UNFOLD_LABEL_H
#define MZ_UNFOLD_LABEL_H

#include "unfold/event_structure.h"

/* Trees are added where it is the first to access bytes. */
void mz_label_set(struct mz_label *, struct mz_event_structure *,
                  const struct mz_execution *, const struct mz_event *);

#endif
