/* SPDX-License-Identifier: Apache-2.0 */
#include "pop/parcel.h"

size_t mz_pop_parcel_begin(struct mz_pop_parcel *to, size_t room,
                           const struct mz_pop_parcel *head,
                           const struct mz_pop_order *order)
{
    size_t turns = order->length * sizeof *order->turns;

    if (room < sizeof *to + turns)
        return 0;
    *to = *head;
    to->turns = order->length;
    mz_copy(to + 1, order->turns, turns);
    return sizeof *to + turns;
}
