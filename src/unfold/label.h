/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Labels: what an execution tells of an event, without its history, and with
 * its accesses tree by tree.
 */
#ifndef MZ_UNFOLD_LABEL_H
#define MZ_UNFOLD_LABEL_H

#include "unfold/event_structure.h"

/* Fills in the label of an event. Bytes that are accessed for the first time
 * get a tree. */
void mz_label_set(struct mz_label *, struct mz_event_structure *,
                  const struct mz_execution *, const struct mz_event *);

#endif
