/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Classes of dependence: what of an operation decides which operations on the
 * same object it depends on. Two operations commute, and so are independent,
 * just if their classes are listed with each other here.
 */
#ifndef MZ_OP_CLASS_H
#define MZ_OP_CLASS_H

#include <stdbool.h>

/*
 * class, does it cover, the classes it commutes with
 *
 *   READ     it leaves its object as it is
 *   WRITE    whatever changes it or takes it
 *   RELEASE  of a lock: two of one lock are never adjacent and never both
 *            enabled, so that they are independent ([AAJS17] 8.1)
 *   POST     one more of what others take, or a number more in memory: two
 *            posts commute
 *   LOCAL    it depends on no operation of another thread, and is never
 *            disabled once enabled
 *
 * An operation *covers* if all earlier ones of its object happen before it:
 * nothing behind it needs to be looked at. (A release does not depend on the
 * release before, but on the acquisition in between.)
 */
#define MZ_CLASSES(X)                               \
    X(READ, false, MZ_OF(READ) | MZ_OF(LOCAL))      \
    X(WRITE, true, MZ_OF(LOCAL))                    \
    X(RELEASE, true, MZ_OF(RELEASE) | MZ_OF(LOCAL)) \
    X(POST, false, MZ_OF(POST) | MZ_OF(LOCAL))      \
    X(LOCAL, false, MZ_ALL_CLASSES)

enum mz_class {
#define X(class, covers, commuting) MZ_CLASS_##class,
    MZ_CLASSES(X)
#undef X
        MZ_CLASS_COUNT
};

/* Sets of classes, a bit each. */
#define MZ_OF(class) (1 << MZ_CLASS_##class)
enum { MZ_ALL_CLASSES = (1 << MZ_CLASS_COUNT) - 1 };

/* What is to be known of a class, known when this is compiled. */
enum {
#define X(class, covers, commuting) \
    MZ_COVERS_##class = covers,     \
    MZ_DEPENDS_##class = MZ_ALL_CLASSES & ~(commuting),
    MZ_CLASSES(X)
#undef X
};

#endif
