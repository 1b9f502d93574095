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
printf a >letter
echo a >letters
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
run 1 bash -c 'ulimit -v 150000; exec "$0" check --max-events=10 ./ok' "$MAZURKA"
one_line
says 'ulimit -v and -f'
run 1 bash -c 'ulimit -v 800000; exec "$0" check --max-events=1000 ./ok' "$MAZURKA"
one_line
says 'has no room for its heap: raise ulimit -v'
within 'unset HOME PATH; export -n TMPDIR' 0

# Standard input may be a pipe, and so may output. Another pipe would be empty
# in the second execution.
cat >reads.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int count, char **arguments)
{
    char c = 0;
    FILE *also = fdopen(dup(2), "w");

    fprintf(also, "written\n");
    fclose(also);
    if (count > 2)
        return system("read x <&5");
    if (read(arguments[1][0] - '0', &c, 1) != 1 || c != 'a')
        return count;
    return 0;
}
END
run 0 "$MAZURKA" cc -o reads reads.c
run 0 bash -c 'printf a | "$0" check reads -- 0 2>&1 | cat' "$MAZURKA"
run 2 bash -c '"$0" check reads -- 5 5< <(printf a)' "$MAZURKA"
says 'reads.c:13: unsupported: reading what was open at the start (a pipe, a'
run 0 bash -c '"$0" check reads -- 5 5< <(printf a) 5<letter' "$MAZURKA"
run 2 bash -c '"$0" check reads -- 5 child 5< <(echo a)' "$MAZURKA"
says 'system: what a child process does: reading input'
run 0 bash -c '"$0" check reads -- 5 child 5< <(echo a) 5<letters' "$MAZURKA"

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
run 0 env $(compgen -v MAZURKA_ | sed 's/^/-u /') "$MAZURKA" check environment.c

nothing_left
