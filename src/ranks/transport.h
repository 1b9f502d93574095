/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages between the ranks of a search. What carries them is a plugin
 * (ranks/mpi.c), so that nothing else depends on it.
 *
 * Each message arrives once. Those of one rank to another arrive in the order
 * in which they were sent; of others nothing is promised.
 */
#ifndef MZ_RANKS_TRANSPORT_H
#define MZ_RANKS_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>

struct mz_transport {
    uint32_t number, count; /* which rank this is, from 0, of how many */
    const char *host;       /* the name of this machine */

    /* Copies the bytes, and does not wait. */
    void (*send)(uint32_t to, const void *bytes, size_t size);

    /* The next message that has come: from malloc, the caller's. NULL: there is
     * none now. */
    void *(*receive)(size_t *size);

    /* All ranks leave: what was sent has gone. Nothing can be sent then. */
    void (*leave)(void);
};

/* The one function of the plugin: NULL, if this process is no rank. */
#define MZ_TRANSPORT_JOIN "mz_transport_join"
const struct mz_transport *mz_transport_join(void);

#endif
