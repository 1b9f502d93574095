/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: mincore beside other threads (whether others have touched memory)
 * message: use --plain=interleave
 */
/* Who touches a page does not race with it. */
#include "mincore_beside.c"
