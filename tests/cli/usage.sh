#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What makes no sense is refused in one line, with exit status 2.
. "$(dirname "$0")/frame"
write_correct ok.c

refuses 2 'name a command' "$MAZURKA"
refuses 2 "unknown command 'chekc'" "$MAZURKA" chekc
refuses 2 "unknown command '--algorithm=naive'" "$MAZURKA" --algorithm=naive
refuses 2 "unknown command 'xyz'" "$MAZURKA" help xyz
refuses 2 'nothing to check' "$MAZURKA" check
refuses 2 'nothing to check' "$MAZURKA" check -- ok.c
refuses 2 'unknown option --frobnicate' "$MAZURKA" check --frobnicate ok.c
refuses 2 'unknown option -Z' "$MAZURKA" check -Z ok.c
refuses 2 'ambiguous option --max' "$MAZURKA" check --max=3 ok.c
refuses 2 'it may be --max-executions or --max-events' \
    "$MAZURKA" check --max=3 ok.c

# What was meant, if it is near.
means() {
    local meant=$1
    shift
    refuses 2 "did you mean $meant?" "$MAZURKA" "$@"
}
means "'check'" chekc ok.c
means "'replay'" help repla
means --algorithm check --algoritm=naive ok.c
means --keep-going check --keepgoing ok.c
means --timeout check --tiemout 5 ok.c
means --help check --hlep
means --timeout check -timeout=5 ok.c
means --output check -output=ok.txt ok.c
means --jobs hunt --job5 ok.c
means naive check --algorithm=navie ok.c
means interleave check --plain=interlaeve ok.c
means off check --simplest=of ok.c
means data-race check --expect=datarace ok.c
means "'mazurka check ok.c'" ok.c
means --gdb replay --gbd
means --keep-files replay --keepfiles=x
means --output report --ouput=page.html
means --format report -format=sarif
means sarif report --format=sraif
means --format algorithms --fromat=json
means pop check --algorithm=popp ok.c
means on check --private=onn ok.c
means pthread_create check --fail=pthread_crate ok.c
means no-data-race check --property=no-datarace ok.c
means auto check --jobs=atuo ok.c
means all check --audit=al ok.c
means optimal check --algorithm=qpor --k=optimum ok.c
means json algorithms --format=jsn
means bash help --completion=bsh
for far in xyzzy check-it-all-now ''; do
    refuses 2 "'$far': try 'mazurka --help'" "$MAZURKA" "$far"
done
for far in --zzz=1 --exp-ect-this-and-that -Z; do
    run 2 "$MAZURKA" check "$far" ok.c
    one_line
    says "try 'mazurka check --help'"
done
run 2 "$MAZURKA" check --plain=none ok.c
! grep -q mean .err || failed 'none is near none of them'
refuses 2 '--keep-going takes no value' "$MAZURKA" check --keep-going=1 ok.c
refuses 2 '--plain needs a value' "$MAZURKA" check ok.c --plain
refuses 2 '-D needs a value' "$MAZURKA" check ok.c -D
refuses 2 'check, interleave or ignore' "$MAZURKA" check --plain=none ok.c
refuses 2 'source' "$MAZURKA" check --algorithm=magic ok.c
refuses 2 'rw or object' "$MAZURKA" check --dependence= ok.c
refuses 2 'process or fork' "$MAZURKA" check --isolation=vm ok.c
refuses 2 '--format=xml: choose text' "$MAZURKA" check --format=xml ok.c
refuses 2 '--private=bad: choose off or on' "$MAZURKA" check --private=bad ok.c
! grep -q reduced .err || failed 'offers what --help does not'
refuses 2 '--checkpoints=bad: choose off or on' \
    "$MAZURKA" check --checkpoints=bad ok.c
for number in 0 -1 x 1x 1e6 '' 99999999999999999999; do
    refuses 2 "--max-events=$number" "$MAZURKA" check "--max-events=$number" ok.c
    refuses 2 "--max-executions=$number: give a number" \
        "$MAZURKA" check "--max-executions=$number" ok.c
done
for time in 0 -1 x 5y nan inf 0x10 '' . m 1e400; do
    refuses 2 "--timeout=$time: give a time" \
        "$MAZURKA" check "--timeout=$time" ok.c
done
refuses 2 '--watchdog=never' "$MAZURKA" check --watchdog=never ok.c
refuses 2 'contradict' "$MAZURKA" check -v -q ok.c
refuses 2 'contradict' "$MAZURKA" check -vq ok.c
refuses 2 'for --algorithm=naive' "$MAZURKA" check --sleep-sets=off ok.c
refuses 2 '--k is for --algorithm=qpor' "$MAZURKA" check --k 2 ok.c
refuses 2 '--k needs a value' "$MAZURKA" check ok.c --k
refuses 2 'go after --' "$MAZURKA" check -k 2 ok.c
refuses 2 'unknown option -k2' "$MAZURKA" check -k2 ok.c
for k in 0 x 1x '' 99999999999999999999; do
    refuses 2 "--k=$k: give a number" "$MAZURKA" check --algorithm=qpor \
        --dependence=object --k "$k" ok.c
done
refuses 2 'standard input' "$MAZURKA" check -
refuses 2 '-o needs a value' "$MAZURKA" check ok.c -o
refuses 2 'is to be checked' "$MAZURKA" check -o ok.c ok.c
refuses 2 'mazurka cc' "$MAZURKA" check -c ok.c
refuses 2 'go after --' "$MAZURKA" check ok.c 5
refuses 2 'go after --' "$MAZURKA" check ./prog 5
refuses 2 'is for compiling' "$MAZURKA" check -O2 ./prog
refuses 2 'is to be checked' "$MAZURKA" check --output=ok.c ok.c
refuses 2 'cannot write' "$MAZURKA" check --output=no/such/folder ok.c
refuses 2 'cannot write' "$MAZURKA" check --output=. ok.c
# What another command has.
refuses 2 "--at is for 'mazurka replay', not for 'mazurka check'" \
    "$MAZURKA" check ok.c --at=3
refuses 2 "--html is for 'mazurka check', not for 'mazurka replay'" \
    "$MAZURKA" replay --html=page.html
refuses 2 "--keep-going is for 'mazurka check'" "$MAZURKA" replay --keep-going
refuses 2 'ok.c is no report: not JSON' "$MAZURKA" report ok.c
refuses 2 '--at needs a value: --at=STEP' "$MAZURKA" replay --at
refuses 2 '--gdb takes no value' "$MAZURKA" replay --gdb=1
refuses 2 "--at=0: the number of a step" "$MAZURKA" replay --at 0
refuses 2 "--at=x: the number of a step" "$MAZURKA" replay --at=x
refuses 2 '--output needs a value' "$MAZURKA" report -o
# `auto` is accepted with all that one process does, on each machine.
for option in --algorithm=naive --stats --count-traces --isolation=fork; do
    run 0 "$MAZURKA" check -q -j auto $option ok.c
done
refuses 2 'no check has kept a report yet' "$MAZURKA" replay
refuses 2 'mazurka replay --help' "$MAZURKA" replay a b
refuses 2 'mazurka replay --help' "$MAZURKA" replay --frobnicate a
refuses 2 'mazurka report --help' "$MAZURKA" report a b
refuses 2 'No such file' "$MAZURKA" replay none.json
refuses 2 'takes no argument' "$MAZURKA" algorithms x
refuses 2 'text or json' "$MAZURKA" algorithms --format=xml
[ "$(ls)" = "ok.c
tmp" ] || failed "not only ok.c here: $(ls)"
nothing_left
