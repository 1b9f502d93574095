#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Litmus tests: each under each model of memory has so many execution graphs,
and its weak outcome is among them or not, as the literature has it
(docs/memory-models.md). The numbers were enumerated from the axioms by another
program than ours. litmus.py [NAME...]
"""
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

MAZURKA = os.environ['MAZURKA']
HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = ['sc', 'tso', 'ra', 'rc11']
ALLOWED, FORBIDDEN = True, False

# Graphs, and is the weak outcome allowed: under sc, tso, ra, rc11.
TESTS = {
    'SB rlx':
        ((3, FORBIDDEN), (4, ALLOWED), (4, ALLOWED), (4, ALLOWED)),
    'SB rel/acq':
        ((3, FORBIDDEN), (4, ALLOWED), (4, ALLOWED), (4, ALLOWED)),
    'SB sc':
        ((3, FORBIDDEN), (3, FORBIDDEN), (4, ALLOWED), (3, FORBIDDEN)),
    'SB + sc fences':
        ((3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN)),
    'SB + one sc fence':
        ((3, FORBIDDEN), (4, ALLOWED), (4, ALLOWED), (4, ALLOWED)),
    'SB + acq_rel fences':
        ((3, FORBIDDEN), (4, ALLOWED), (4, ALLOWED), (4, ALLOWED)),
    'SB + rmw read (FAA 0)':
        ((3, FORBIDDEN), (3, FORBIDDEN), (4, ALLOWED), (4, ALLOWED)),
    'SB rmw writes':
        ((3, FORBIDDEN), (3, FORBIDDEN), (4, ALLOWED), (4, ALLOWED)),
    'MP rlx':
        ((3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN), (4, ALLOWED)),
    'MP rel/rlx':
        ((3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN), (4, ALLOWED)),
    'MP rel/acq':
        ((3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN)),
    'MP fences rel/acq':
        ((3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN)),
    'MP rel store, acq fence':
        ((3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN)),
    'MP release sequence through rlx rmw':
        ((9, FORBIDDEN), (9, FORBIDDEN), (9, FORBIDDEN), (9, FORBIDDEN)),
    'MP release sequence, same-thread rlx store':
        ((4, FORBIDDEN), (4, FORBIDDEN), (4, FORBIDDEN), (5, ALLOWED)),
    'MP broken by other thread rlx store':
        ((13, FORBIDDEN), (13, FORBIDDEN), (14, FORBIDDEN), (15, ALLOWED)),
    'LB rlx':
        ((3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN)),
    'LB+data (OOTA)':
        ((3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN)),
    'IRIW rlx':
        ((15, FORBIDDEN), (15, FORBIDDEN), (16, ALLOWED), (16, ALLOWED)),
    'IRIW rel/acq':
        ((15, FORBIDDEN), (15, FORBIDDEN), (16, ALLOWED), (16, ALLOWED)),
    'IRIW sc':
        ((15, FORBIDDEN), (15, FORBIDDEN), (16, ALLOWED), (15, FORBIDDEN)),
    'IRIW sc fences':
        ((15, FORBIDDEN), (15, FORBIDDEN), (15, FORBIDDEN), (15, FORBIDDEN)),
    'IRIW acq + sc writes only':
        ((15, FORBIDDEN), (15, FORBIDDEN), (16, ALLOWED), (16, ALLOWED)),
    '2+2W rlx':
        ((3, FORBIDDEN), (3, FORBIDDEN), (4, ALLOWED), (4, ALLOWED)),
    '2+2W rel':
        ((3, FORBIDDEN), (3, FORBIDDEN), (4, ALLOWED), (4, ALLOWED)),
    '2+2W sc':
        ((3, FORBIDDEN), (3, FORBIDDEN), (4, ALLOWED), (3, FORBIDDEN)),
    '2+2W sc fences':
        ((3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN)),
    'WRC rlx':
        ((7, FORBIDDEN), (7, FORBIDDEN), (7, FORBIDDEN), (8, ALLOWED)),
    'WRC rel/acq':
        ((7, FORBIDDEN), (7, FORBIDDEN), (7, FORBIDDEN), (7, FORBIDDEN)),
    'ISA2 rlx':
        ((7, FORBIDDEN), (7, FORBIDDEN), (7, FORBIDDEN), (8, ALLOWED)),
    'ISA2 rel/acq':
        ((7, FORBIDDEN), (7, FORBIDDEN), (7, FORBIDDEN), (7, FORBIDDEN)),
    'RWC rel/acq':
        ((7, FORBIDDEN), (8, ALLOWED), (8, ALLOWED), (8, ALLOWED)),
    'RWC sc fences':
        ((7, FORBIDDEN), (7, FORBIDDEN), (7, FORBIDDEN), (7, FORBIDDEN)),
    'W+RWC sc fences':
        ((7, FORBIDDEN), (7, FORBIDDEN), (7, FORBIDDEN), (7, FORBIDDEN)),
    'Z6.U':
        ((18, FORBIDDEN), (18, FORBIDDEN), (24, ALLOWED), (24, ALLOWED)),
    'CoRR':
        ((72, FORBIDDEN), (72, FORBIDDEN), (72, FORBIDDEN), (72, FORBIDDEN)),
    'CoRR init':
        ((3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN)),
    'CoWW':
        ((1, FORBIDDEN), (1, FORBIDDEN), (1, FORBIDDEN), (1, FORBIDDEN)),
    'CoWR':
        ((3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN)),
    'CoRW1':
        ((1, FORBIDDEN), (1, FORBIDDEN), (1, FORBIDDEN), (1, FORBIDDEN)),
    'CoRW2':
        ((3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN)),
    'atomicity, two FAA lose one':
        ((2, FORBIDDEN), (2, FORBIDDEN), (2, FORBIDDEN), (2, FORBIDDEN)),
    'FAA/store atomicity':
        ((2, FORBIDDEN), (2, FORBIDDEN), (2, FORBIDDEN), (2, FORBIDDEN)),
    'two CAS both win':
        ((2, FORBIDDEN), (2, FORBIDDEN), (2, FORBIDDEN), (2, FORBIDDEN)),
    'Dekker entry, no fences':
        ((3, FORBIDDEN), (7, ALLOWED), (7, ALLOWED), (7, ALLOWED)),
    'Dekker entry, sc fences':
        ((3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN), (3, FORBIDDEN)),
    'Dekker entry, acq_rel fences':
        ((3, FORBIDDEN), (7, ALLOWED), (7, ALLOWED), (7, ALLOWED)),
}


def check(program, name, model):
    """What the tool makes of it: (graphs, is allowed)."""
    ran = subprocess.run(
        [MAZURKA, 'check', '--algorithm=trust', '--memory-model=' + model,
         '--keep-going', '--format=json', program, '--', name],
        capture_output=True, check=False)
    report = json.loads(ran.stdout)
    verdict = {0: FORBIDDEN, 42: ALLOWED}.get(ran.returncode)
    return report['executions'], verdict


def main(names):
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, 'litmus')
        subprocess.run([MAZURKA, 'cc', '-O1', '-pthread', '-o', program,
                        os.path.join(HERE, 'litmus.c')], check=True)
        cases = [(name, model, want) for name, row in TESTS.items()
                 for model, want in zip(MODELS, row)
                 if not names or name in names]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = pool.map(lambda case: check(program, *case[:2]), cases)
            for (name, model, want), got in zip(cases, results):
                if got != want:
                    wrong += 1
                    print(f'{name} under {model}: {got}, not {want}')
    print(f'{len(cases)} tests, {wrong} wrong')
    return wrong > 0


sys.exit(main(sys.argv[1:]))
