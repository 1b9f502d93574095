/* SPDX-License-Identifier: Apache-2.0 */
/* Which modules the process has loaded, noted for the supervisor. */
#ifndef MZ_RUNTIME_MODULE_NOTES_H
#define MZ_RUNTIME_MODULE_NOTES_H

void mz_module_notes_write(void);

#endif
