/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which operations depend on one another: a parameter of the search, so that
 * algorithms can be compared under the same relation.
 *
 * A relation gives each kind a class, and op/class.h says which classes
 * commute. Nothing else distinguishes the relations.
 */
#ifndef MZ_OP_DEPENDENCE_H
#define MZ_OP_DEPENDENCE_H

#include "op/op.h"

enum mz_relation {
    MZ_RELATION_ADD,    /* the class of the kind's row: reads commute, and
                           additions to memory */
    MZ_RELATION_RW,     /* the same, but an addition is like any other update */
    MZ_RELATION_OBJECT, /* [FG05] Fig. 5: all accesses to an object depend */
    MZ_RELATION_OPAQUE, /* add where outcomes cannot be foreseen, in programs
                           with atomic blocks: what may fail depends on all that
                           it would depend on if it succeeded */
    MZ_RELATION_COUNT
};

/* Does an operation that fails differ from one that succeeds? */
static inline bool mz_relation_tells_outcomes(enum mz_relation relation)
{
    return relation == MZ_RELATION_ADD || relation == MZ_RELATION_RW;
}

/* What a relation makes of a kind. */
struct mz_dependence {
    uint8_t class;    /* enum mz_class */
    bool covers;      /* see op/class.h */
    uint16_t depends; /* on these classes, a bit each */
};

extern const struct mz_dependence mz_dependence[MZ_RELATION_COUNT][MZ_OP_COUNT];

/* The rows of a relation, for those who look at many of them. */
static inline const struct mz_dependence *mz_op_rows(enum mz_relation relation)
{
    return mz_dependence[relation];
}

static inline bool mz_op_rows_depend(const struct mz_dependence *rows,
                                     enum mz_op a, enum mz_op b)
{
    return rows[a].depends >> rows[b].class & 1;
}

/*
 * Do two accesses to one object depend on each other? By their kinds, where
 * they touch common bytes; additions, which carry, also if these are not all
 * that both of them touch; and a failed compare-exchange depends also on reads
 * that leave out some of its bytes. For a write to those bytes is independent
 * of such a read, yet it may be what made the compare-exchange fail, and that
 * would break property (7) of [AAJS17] Definition 3.2.
 */
static inline bool mz_op_depends_by(const struct mz_dependence *rows,
                                    enum mz_op a, uint8_t a_mask, enum mz_op b,
                                    uint8_t b_mask)
{
    return a_mask & b_mask && (mz_op_rows_depend(rows, a, b) ||
                               (a == MZ_ADD && b == a && a_mask != b_mask) ||
                               (a == MZ_CAS_FAIL && a_mask & ~b_mask) ||
                               (b == MZ_CAS_FAIL && b_mask & ~a_mask));
}

static inline bool mz_op_depends(enum mz_relation relation, enum mz_op a,
                                 uint8_t a_mask, enum mz_op b, uint8_t b_mask)
{
    return mz_op_depends_by(mz_op_rows(relation), a, a_mask, b, b_mask);
}

/* Do all earlier accesses to its object happen before it? */
static inline bool mz_op_covers(enum mz_relation relation, enum mz_op kind)
{
    return mz_dependence[relation][kind].covers;
}

#endif
