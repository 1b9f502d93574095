/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In the process that looks after workers, where the search is one of several
 * ranks': carries tasks between the share and the exchange with the supervisor
 * (region/exchange.h), and says when nothing is left. In workers: numbers of
 * threads and objects are asked for that rank 0 has not given yet.
 */
#ifndef MZ_RUNTIME_PORTER_H
#define MZ_RUNTIME_PORTER_H

#include "base/arena.h"
#include "explore/share.h"

/* Whether there are other ranks. */
bool mz_porter_is_on(void);

/* Of one that begins with nothing; then places for tasks, once. */
void mz_porter_shape(struct mz_share_shape *);
void mz_porter_prepare(struct mz_arena *, const struct mz_share_shape *);

/* Does what there is to do. No task goes while one here waits for work: it
 * would be sent on and on among those who have none. True: workers may find
 * something that was not there, or that all is over. */
bool mz_porter_act(struct mz_share *, bool one_waits);

/* Sleeps until the supervisor, or a worker, has done something since the bell
 * was looked at; for long only if all workers have work, and nobody else wants
 * some. */
uint32_t mz_porter_bell(void);
void mz_porter_nap(uint32_t bell, bool all_work);

/* A worker has nothing left, or ends. */
void mz_porter_ring(void);

/* Whether who meets a thread or object first asks for its number; then does so,
 * and waits until the word is no longer 0. */
bool mz_porter_asks(void);
void mz_porter_ask_thread(uint32_t name, const uint32_t *word);
void mz_porter_ask_object(uint64_t key, const uint64_t *word);

#endif
