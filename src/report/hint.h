/* SPDX-License-Identifier: Apache-2.0 */
/* What to do where a search came to a limit. */
#ifndef MZ_REPORT_HINT_H
#define MZ_REPORT_HINT_H

#include "region/region.h"

/* One line without a newline; NULL: none is known. Of things that were not seen
 * it is about the kind of the first that matters. */
const char *mz_hint(const struct mz_region *);

/* Where rc11 may leave out what C11 has. */
extern const char mz_hint_load_buffering[];

#endif
