/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 2
 */
/* setlocale, strtod and printf of floating point, in threads. */
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

atomic_int x;

static void *run(void *unused)
{
    char text[40];
    char *end;

    assert(strtod("2.5e3kg", &end) == 2500 && strcmp(end, "kg") == 0);
    atomic_fetch_add(&x, 1);
    snprintf(text, sizeof text, "%.3f %a", 1.0 / 3, 0.5);
    assert(strcmp(text, "0.333 0x1p-1") == 0);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    assert(setlocale(LC_ALL, "C"));
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
