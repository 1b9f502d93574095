/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The program and its loader, as the kernel has mapped them at its exec, where
 * it would have mapped them without randomisation of addresses: in containers
 * nobody may switch that off. Nothing of them has run yet, and so nothing but
 * the kernel's word for the loader says where they are.
 */
#ifndef MZ_CLI_MOVING_H
#define MZ_CLI_MOVING_H

#include <stdbool.h>
#include <sys/types.h>

/* A process that we trace, and that has stopped at its exec. It stays as it is
 * where something else is in the way: then false. */
bool mz_moving_move(pid_t child);

#endif
