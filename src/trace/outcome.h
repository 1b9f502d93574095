/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an operation would find in a sequence that was never executed in that
 * order: E'.notdep(e, E), whose events are all recorded.
 *
 * The events of a reversal do what they did, in the same order; so what some
 * bytes hold after them is what the last of them that wrote there left, and
 * that is what the next access in E found. This trusts that no one writes there
 * unseen: in a program without data races, no one does between e and e'.
 */
#ifndef MZ_TRACE_OUTCOME_H
#define MZ_TRACE_OUTCOME_H

#include "trace/reversal.h"

/* Foresees the kind of e' after E'.notdep(e, E). False: it is disabled. */
bool mz_outcome_foresee(struct mz_reversal *);

/* The kind of an operation that a thread stands at, if executed now, at the end
 * of the execution. */
enum mz_op mz_outcome_now(enum mz_relation, const struct mz_event *pending);

/* What an object held just after e, as far as e or later accesses tell. */
struct mz_left {
    uint32_t object;
    uint8_t touched;   /* its bytes that e accesses */
    uint8_t known;     /* those of them whose contents are known */
    bool awaited;      /* an await reads the object, later or at the end */
    uint64_t contents; /* of the known bytes, where they lie in the object */
};

struct mz_left mz_outcome_left_by(const struct mz_happens_before *,
                                  const struct mz_execution *, uint32_t e,
                                  uint32_t object);

/* Is an operation of the kind that was foreseen? Success and failure are told
 * apart only where dependence tells them apart. */
static inline bool mz_outcome_is_as(enum mz_relation relation,
                                    enum mz_op foreseen, enum mz_op kind)
{
    return mz_relation_tells_outcomes(relation)
               ? foreseen == kind
               : mz_op_succeeded(foreseen) == mz_op_succeeded(kind);
}

/* Is e' enabled after E'.v, or, with e, after E'.e.v? */
bool mz_outcome_enabled(const struct mz_reversal *, bool with_e);

#endif
