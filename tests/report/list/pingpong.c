/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=10000 */
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>
static sem_t a, b;
static void *w(void *x) { for (;;) { sem_wait(&a); sem_post(&b); } return x; }
int main(void) { pthread_t t; sem_init(&a, 0, 1); sem_init(&b, 0, 0); pthread_create(&t, 0, w, 0);
 for (;;) {
  sem_wait(&b);
  sem_post(&a);
 } }
