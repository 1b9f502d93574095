/* SPDX-License-Identifier: Apache-2.0 */
/* A file that was preprocessed: a check, and then what was checked is no more. */
# 1 "preprocessed.c"
# 1 "<built-in>"
# 1 "preprocessed.c"
# 1 "/usr/include/bits/pthreadtypes.h" 1 3 4
typedef unsigned long int pthread_t;
typedef union
{
  char __size[56];
  long int __align;
} pthread_attr_t;
# 2 "preprocessed.c" 2
# 1 "/usr/include/pthread.h" 1 3 4
extern int pthread_create (pthread_t *__restrict __newthread,
      const pthread_attr_t *__restrict __attr,
      void *(*__start_routine) (void *),
      void *__restrict __arg) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1, 3)));
extern int pthread_join (pthread_t __th, void **__thread_return);
# 4 "preprocessed.c" 2
extern void abort(void);
extern void __assert_fail (const char *, const char *, unsigned int, const char *) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
void reach_error() { ((void) sizeof ((0) ? 1 : 0), __extension__ ({ if (0) ; else __assert_fail ("0", "preprocessed.c", 4, __extension__ __PRETTY_FUNCTION__); })); }
int left = 1, taken;
void *take(void *unused)
{
  if (left > 0) {
    left = left - 1;
    taken = taken + 1;
  }
  return 0;
}
int main()
{
  pthread_t a, b;
  pthread_create(&a, 0, take, 0);
  pthread_create(&b, 0, take, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (taken > 1)
    reach_error();
  return 0;
}
