/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The slice: which steps of an interleaving explain its error. Never left out
 * is what a thread does, be it an access or an operation on an object, between
 * the first preemption and the failure. Of what comes before, that is shown
 * which is done to the objects that the error, or those steps, are about, and
 * the last step of each thread; of few steps nothing is left out for that.
 *
 * Where memory is weak a step may do what is not explained by the order of the
 * steps: such loads and stores are shown, wherever they are, and all that is
 * done to the same objects, so that the stores are there that they speak of.
 */
#ifndef MZ_REPORT_SLICE_H
#define MZ_REPORT_SLICE_H

#include "report/narrator.h"

/* Why a step is not shown. */
enum mz_omit {
    MZ_OMIT_NONE,     /* it is shown */
    MZ_OMIT_START_UP, /* before the first thread is created */
    MZ_OMIT_LIFE,     /* creation, join or end of a thread, allocation */
    MZ_OMIT_LIBRARY,  /* plain accesses by a library's own code */
    MZ_OMIT_APART,    /* it has nothing to do with the error */
    MZ_OMITS
};

/* `fold` has room for a step of the account each. All are shown if `verbose` is
 * set, and of an execution that was stopped by the user. */
void mz_slice(const struct mz_narrator *, uint8_t *fold);

#endif
