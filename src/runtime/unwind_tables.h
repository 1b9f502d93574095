/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether anything is to be done in frames that are unwound: the tables for
 * unwinding name a function that knows (a personality routine).
 */
#ifndef MZ_RUNTIME_UNWIND_TABLES_H
#define MZ_RUNTIME_UNWIND_TABLES_H

#include "base/base.h"

bool mz_unwind_tables_matter(void);

#endif
