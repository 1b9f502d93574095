#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Where descriptors are closed, signals ignored, resources limited, mazurka
# works or says why not; and what it sets for itself the program does not see.
. "$(dirname "$0")/frame"
write_correct ok.c
"$MAZURKA" cc -O2 ok.c -o ok || failed 'does not compile'

# within SHELL-CODE STATUS: before `mazurka check` runs.
within() {
    run "$2" bash -c "$1; exec \"\$0\" check ./ok" "$MAZURKA"
}
for subject in ./ok ok.c; do
    run 0 bash -c "exec \"\$0\" check $subject <&-" "$MAZURKA"
    run 1 bash -c "exec \"\$0\" check $subject >&-" "$MAZURKA" && one_line
    run 0 bash -c "exec \"\$0\" check $subject 2>&-" "$MAZURKA"
    run 1 bash -c "exec \"\$0\" check $subject <&- >&- 2>&-" "$MAZURKA"
done
run 0 bash -c 'exec "$0" cc -c ok.c <&- >&- 2>&-' "$MAZURKA"
within 'trap "" CHLD' 0
within 'trap "" INT HUP' 0
within 'ulimit -c unlimited' 0
within 'ulimit -s 1024' 0
within 'ulimit -f 100' 1
one_line
says 'ulimit -v and -f'
within 'ulimit -v 2000000' 1
one_line
says 'ulimit -v and -f'
within 'unset HOME PATH; export -n TMPDIR' 0

cat >environment.c <<'END'
#include <assert.h>
#include <string.h>
extern char **environ;
int main(void)
{
    for (char **entry = environ; *entry; entry++)
        assert(strncmp(*entry, "MAZURKA_", 8) != 0);
    return 0;
}
END
run 0 env -u MAZURKA_BUILD -u MAZURKA_TEST_SAMPLES -u MAZURKA_TEST_ALL \
    "$MAZURKA" check environment.c

nothing_left
