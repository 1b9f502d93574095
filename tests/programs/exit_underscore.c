/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: exit
 * message: 4
 */
#include <unistd.h>

int main(void)
{
    _exit(4);
}
