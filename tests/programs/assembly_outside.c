/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Assembly outside of functions is seen as well; what is not code in it stays
 * as it is. */
#include <pthread.h>

int shared;
extern const char note[];
void increment(void);

__asm__(".pushsection .rodata, \"a\"\n"
        "note: .asciz \"incl shared; # not code\"\n"
        ".popsection\n"
        ".text\n"
        ".globl increment\n"
        ".type increment, @function\n"
        "increment:\n"
        "    incl shared(%rip) /* code */\n"
        "    ret\n"
        ".size increment, . - increment\n");

static void *work(void *unused)
{
    increment();
    return unused;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, work, NULL);
    increment();
    pthread_join(other, NULL);
    return note[0] != 'i';
}
