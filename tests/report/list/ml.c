/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a, b;
static void *w(void *x) { while (!a) ; return x; }
static void spin_main(void) { while (!b) ; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); spin_main(); pthread_join(t, 0); return 0; }
