/* SPDX-License-Identifier: Apache-2.0 */
/*
 * About how many Mazurkiewicz traces the executions of a search are: in
 * constant memory, and in time linear in the length of an execution (traces.h
 * counts exactly).
 *
 * Distinct sampling (Gibbons, VLDB 2001): each trace has a fingerprint, and the
 * census keeps those fingerprints that end in `level` zero bits, each with how
 * often it has come. When there is no room for one more, the level rises. So
 * what it keeps is a fair sample, one in 2^level, of the distinct traces, and
 * depends on nothing but which executions there were: neither on their order
 * nor on who of several workers ran them. As long as the level is 0 all counts
 * are exact.
 *
 * Flat data, in the region.
 */
#ifndef MZ_TRACE_CENSUS_H
#define MZ_TRACE_CENSUS_H

#include "trace/happens_before.h"

enum { MZ_CENSUS_SLOTS = 1 << 14, MZ_CENSUS_MOST = MZ_CENSUS_SLOTS / 2 };

struct mz_census {
    uint64_t executions; /* that were counted */
    uint32_t level;
    uint32_t count; /* of the slots in use */
    struct mz_census_slot {
        uint64_t name;  /* 0: none */
        uint64_t times; /* how often that trace has come */
    } slots[MZ_CENSUS_SLOTS];
};

/*
 * The fingerprint of an execution's trace, never 0; equal traces have equal
 * ones, whatever numbers threads and objects have. The clocks of all events are
 * known. `index` has room for a number an event.
 */
uint64_t mz_census_name(const struct mz_happens_before *,
                        const struct mz_execution *, enum mz_outcome,
                        uint32_t *index);

/* That trace has come once more, or so often. */
void mz_census_add(struct mz_census *, uint64_t name, uint64_t times);

/* Adds what another one has counted. Trusts none of it. */
void mz_census_merge(struct mz_census *, const struct mz_census *);

/* About so many distinct traces. */
uint64_t mz_census_distinct(const struct mz_census *);

/* About so many of them have come only once. By Good and Turing (Biometrika
 * 1953), their share of all executions is about the chance that the next one
 * is of a trace that has not come yet. */
uint64_t mz_census_single(const struct mz_census *);

#endif
