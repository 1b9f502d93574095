/* SPDX-License-Identifier: Apache-2.0 */
/*
 * --suggest-orders, --relax: with which orders of its atomic accesses a program
 * has no error. It is checked again and again, each time with other orders in
 * place of its own, until it is verified.
 *
 * What makes this short is that a model of memory says of an execution whether
 * it is there by the orders of that execution's own accesses, and stronger ones
 * never add an execution. So a check that has found an error tells of all
 * choices of orders in which no access of the failing execution is stronger:
 * they have that error, too. What is tried next is always a choice that none of
 * those found so far rules out, and the least of them; so the first that is
 * verified is the least of all. (Which that is: see cost_of.)
 *
 * Accesses are told apart by line and column of the source: what stands there
 * once in the source is one, however often it was compiled.
 */
#ifndef MZ_CLI_STRENGTH_H
#define MZ_CLI_STRENGTH_H

#include "cli/supervise.h"
#include "report/strengths.h"

/* Of a program in which an error was found, or none, by that run. `found` is
 * filled in. False: there is nothing to be found out. */
bool mz_strength_search(const struct mz_run *, const struct mz_result *,
                        struct mz_report_strengths *found);

#endif
