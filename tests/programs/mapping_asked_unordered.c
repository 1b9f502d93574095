/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Calls of the kernel alone are no data race, whatever they do to the memory. */
#include "mapping_asked_beside.c"
