/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 (FIPS 180-4), by which witnesses name the files that they are of. */
#ifndef MZ_REPORT_SHA256_H
#define MZ_REPORT_SHA256_H

#include <stddef.h>

#define MZ_SHA256_TEXT 65

/* Of all these bytes, as 64 hex digits. */
void mz_sha256(const void *bytes, size_t size, char text[MZ_SHA256_TEXT]);

#endif
