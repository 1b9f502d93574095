/* SPDX-License-Identifier: Apache-2.0 */
/* A file that was preprocessed: an atomic block adds, and a plain read outside
 * of any finds no half of it. */
# 1 "atomic_section.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "atomic_section.c"
extern void abort(void);
extern void __assert_fail(const char *__assertion, const char *__file,
      unsigned int __line, const char *__function)
     __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { ((0) ? (void) (0) : __assert_fail ("0", "atomic_section.c", 4, __extension__ __PRETTY_FUNCTION__)); }
# 1 "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h" 1 3 4
typedef unsigned long int pthread_t;
union pthread_attr_t
{
  char __size[56];
  long int __align;
};
typedef union pthread_attr_t pthread_attr_t;
# 6 "atomic_section.c" 2
# 1 "/usr/include/pthread.h" 1 3 4
extern int pthread_create (pthread_t *__restrict __newthread,
      const pthread_attr_t *__restrict __attr,
      void *(*__start_routine) (void *),
      void *__restrict __arg) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1, 3)));
extern int pthread_join (pthread_t __th, void **__thread_return);
# 7 "atomic_section.c" 2
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int count;
void *add(void *arg)
{
  __VERIFIER_atomic_begin();
  count = count + 1;
  count = count + 1;
  __VERIFIER_atomic_end();
  return ((void *)0);
}
void *look(void *arg)
{
  int seen = count;
  if (seen % 2 != 0)
    { ERROR: {reach_error();abort();} }
  return ((void *)0);
}
int main(void)
{
  pthread_t t1, t2;
  pthread_create(&t1, ((void *)0), add, ((void *)0));
  pthread_create(&t2, ((void *)0), look, ((void *)0));
  pthread_join(t1, ((void *)0));
  pthread_join(t2, ((void *)0));
  return 0;
}
