/* SPDX-License-Identifier: Apache-2.0 */
/* The property that --property names: by its name, or by a file in the form of
 * SV-COMP, of one or more lines such as
 * CHECK( init(main()), LTL(G ! call(reach_error())) ). */
#ifndef MZ_CLI_PROPERTY_H
#define MZ_CLI_PROPERTY_H

#include <stdint.h>

/* enum mz_property. 0, or the exit status with which it is refused. */
int mz_property_read(const char *value, uint64_t *property);

#endif
