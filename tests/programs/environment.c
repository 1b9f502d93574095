/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* The program sees its environment. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

int main(void)
{
    assert(getenv("PATH"));
    for (char **variable = environ; *variable; variable++) {
        assert(strchr(*variable, '='));
    }
    return 0;
}
