/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/forked.h"

#include <sys/socket.h>

#include "base/system_call.h"
#include "base/text.h"
#include "runtime/crossing.h"

bool mz_forked;
static int socket_of_parent;
static struct mz_forked_list *objects;

void mz_forked_begin(int socket, struct mz_forked_list *list)
{
    mz_forked = true;
    mz_crossing_end();
    socket_of_parent = socket;
    objects = list;
}

void mz_forked_note(uint64_t key, uint8_t mask)
{
    for (uint32_t i = 0; i < objects->count; i++)
        if (objects->at[i].key == key) {
            objects->at[i].mask |= mask;
            return;
        }
    if (objects->count == MZ_COUNT(objects->at))
        objects->is_full = true;
    else
        objects->at[objects->count++] = (struct mz_forked_object){key, mask};
}

_Noreturn void mz_forked_refuse(const struct mz_gap *gap)
{
    MZ_SYSTEM(sendto, socket_of_parent, gap, sizeof *gap, MSG_NOSIGNAL, NULL,
              0);
    for (;;)
        MZ_SYSTEM(exit_group, 1);
}

_Noreturn void mz_forked_fail(void)
{
    mz_unsupported(CHILD_FAILS);
}

void mz_forked_hear(int socket, struct mz_gap *why)
{
    struct mz_gap gap;

    if (MZ_SYSTEM(recvfrom, socket, &gap, sizeof gap, MSG_DONTWAIT, NULL,
                  NULL) != sizeof gap)
        return;
    mz_gap_clean(&gap);
    *why = gap;
}
