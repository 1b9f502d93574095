/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 * executions: 0
 */
#include <mazurka.h>

int main(void)
{
    mz_assume(0);
    return 1;
}
