/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Frameworks for unit tests whose assertions note a failure and go on, and
 * which can be asked: GoogleTest and Boost.Test, if the program has them.
 */
#ifndef MZ_BASE_FRAMEWORK_H
#define MZ_BASE_FRAMEWORK_H

/* Whom to ask whether a failure of the test at hand has been noted; NULL: there
 * is no such framework, or one has been noted already. */
int (*mz_framework_to_ask(void))(void);

#endif
