/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is to be made of the way a checked process ended: if the library in it
 * did not come to say it, we say it in its place.
 */
#ifndef MZ_CLI_VERDICT_H
#define MZ_CLI_VERDICT_H

#include "region/region.h"
#include "report/report.h"

struct mz_ending {
    const char *executable;
    uint32_t function; /* the call of mz_check that was asked for; 0: none */
    int wait_status;
    enum mz_limit stopped_by; /* for which we stopped it */
    bool hung;              /* it was killed for doing nothing */
    double patience;        /* for that long, in seconds */
};

/* Fills in, in the transcript, status, message, limit, finding where the
 * process left no word. */
void mz_verdict_complete(struct mz_region *, const struct mz_ending *);

/* Of a completed transcript, and the algorithm that came to it; gives a message
 * to one that makes no sense. */
enum mz_verdict mz_verdict_judge(struct mz_region *, const char *algorithm);

#endif
