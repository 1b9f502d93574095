#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What libc reads and writes for the program is announced, as the table of
# accesses says: each row, and no byte more.
. "$(dirname "$0")/frame"

for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    run 0 python3 "$root/tests/libc/check.py" "$compiler"
done

# What the table does not know is told.
cat >unknown.c <<'END'
#include <argz.h>
int main(void)
{
    char *list = 0;
    size_t size = 0;
    return argz_add(&list, &size, "one");
}
END
run 3 "$MAZURKA" check unknown.c
prints 'not seen: argz_add (a function of libc'

# To trust a function, or its library, is to trust what the audit blames on it.
cat >blamed.c <<'END'
#include <argz.h>
#include <pthread.h>
char *list;
size_t size;
static void *nothing(void *p) { return p; }
int main(void)
{
    pthread_t t;
    int result;
    pthread_create(&t, 0, nothing, 0);
    result = argz_add(&list, &size, "one");
    pthread_join(t, 0);
    return result;
}
END
"$MAZURKA" cc blamed.c -o blamed || failed 'does not compile'
run 3 "$MAZURKA" check ./blamed
prints 'to size by main at'
prints '(in argz_add: nobody announced it)'
run 0 "$MAZURKA" check --trust=argz_add ./blamed
prints 'explored, trusting argz_add: '
run 0 "$MAZURKA" check --trust=libc.so.6 ./blamed
run 3 "$MAZURKA" check --trust=libm.so.6 ./blamed
prints 'hint: where no other thread uses what it is given'
