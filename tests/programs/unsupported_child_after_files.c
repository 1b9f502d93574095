/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: system after files were changed
 */
/* Another program would not see the file, which is the execution's own. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *file = fopen("of_an_execution", "w");

    if (!file)
        return 1;
    fclose(file);
    return system("test -f of_an_execution");
}
