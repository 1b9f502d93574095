/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
#include <assert.h>

int main(void)
{
    int sum = 0;

    for (int i = 1; i <= 4; i++)
        sum += i;
    assert(sum == 10);
    return 0;
}
