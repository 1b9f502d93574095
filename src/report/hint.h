/* SPDX-License-Identifier: Apache-2.0 */
/* What to do where a search came to a limit. */
#ifndef MZ_REPORT_HINT_H
#define MZ_REPORT_HINT_H

/* One line without a newline; NULL: none is known. `limit` as in the region. */
const char *mz_hint(const char *limit);

#endif
