/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For what is done here in place of libstdc++, which is not instrumented: the
 * members of nodes, each announced before it is accessed, as made at `pc`.
 */
#ifndef MZ_RUNTIME_LIBSTDCXX_NODES_H
#define MZ_RUNTIME_LIBSTDCXX_NODES_H

#include "runtime/runtime.h"

#define MZ_GET(member)                                    \
    __extension__({                                       \
        if (MZ_UNLIKELY(mz_rt.active))                    \
            mz_plain_read(&(member), sizeof(member), pc); \
        (member);                                         \
    })

#define MZ_SET(member, value)                              \
    do {                                                   \
        __typeof__(member) value_ = (value);               \
                                                           \
        if (MZ_UNLIKELY(mz_rt.active))                     \
            mz_plain_write(&(member), sizeof(member), pc); \
        (member) = value_;                                 \
    } while (0)

#endif
