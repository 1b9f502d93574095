/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the supervisor and a program that calls mz_check say to one another, but
 * for the region (runtime/checked_function.h).
 */
#ifndef MZ_REGION_FUNCTION_H
#define MZ_REGION_FUNCTION_H

#include <stdint.h>

/* Environment of the program: the region's descriptor. It runs natively up to
 * the call that settings.function names. */
#define MZ_FUNCTION_VARIABLE "MAZURKA_FUNCTION"

/* Environment of the supervisor: the descriptor of a socket (SOCK_SEQPACKET),
 * at the other end of which there is a server. */
#define MZ_SERVER_VARIABLE "MAZURKA_SERVER"

/* Environment of the supervisor: a descriptor, which is the program's stderr, a
 * blank, and the name of the test: where it is told that a search lasts. */
#define MZ_TOLD_VARIABLE "MAZURKA_TOLD"

/* To the server, with the descriptor of the region: it answers with the number
 * of the process (int32_t) that searches, or a negative errno. */
struct mz_function_request {
    int32_t supervisor; /* its process */
};

#endif
