/* SPDX-License-Identifier: Apache-2.0 */
/* Explores what was another program's main (functions.py); MORE has options. */
#include <mazurka.h>
#include <stdlib.h>

int program_main(int count, char **arguments, char **environment);

extern char **environ;

static void run(void *unused)
{
    static char name[] = "program";
    char *arguments[] = {name, NULL};
    int status = program_main(1, arguments, environ);

    (void)unused;
    if (status)
        exit(status);
}

int main(void)
{
    const struct mz_options options = {.quiet = 1, .more = getenv("MORE")};

    return mz_check(run, NULL, &options);
}
