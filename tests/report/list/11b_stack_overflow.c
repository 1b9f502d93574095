/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
static int f(int x) { volatile char pad[1000]; pad[5] = x; return f(x + 1) + pad[5]; }
static void *w(void *arg) { n++; if (n == 2) f(0); return arg; }
int main(void)
{
    pthread_t x, y;
    pthread_create(&x, NULL, w, NULL);
    pthread_create(&y, NULL, w, NULL);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
    return 0;
}
