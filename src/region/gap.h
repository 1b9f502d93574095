/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gaps: what a program does that the runtime cannot model, and refuses. One row
 * a kind: what it is called, and what is told of it, behind `unsupported:`. The
 * runtime notes the kind and its parameters; sentences are made by the report
 * (and by the runtime where it runs without a supervisor).
 *
 * In a sentence {text} stands for the text, {0} and {1} for the numbers, and
 * {0 bytes} for a number with its unit. report/refusal knows what can be used
 * instead.
 *
 * Flat, since it lies in the region.
 */
#ifndef MZ_REGION_GAP_H
#define MZ_REGION_GAP_H

#include <stddef.h>
#include <stdint.h>

/* clang-format off */
#define MZ_GAPS(X)                                                             \
    /* calls that are not modelled at all, or not then, by name */             \
    X(CALL, "{text}")                                                          \
    X(SYSTEM_CALL, "syscall({0})")                                             \
    X(PRCTL, "prctl({0})")                                                     \
    X(BEFORE_MAIN, "{text} before main")                                       \
    X(AFTER_CHANGES, "{text} after files were changed")                        \
    X(BESIDE_THREADS, "{text} beside other threads")                           \
    X(OF_ANOTHER_PROCESS, "{text} of another process")                         \
    X(AUDIT,                                                                   \
      "--audit=all on this system (it needs Linux 5.11, /proc, and "           \
      "libmazurka-audit.so)")                                                  \
    X(MAPS,                                                                    \
      "a process of which /proc/self/maps has more than a megabyte, or "       \
      "cannot be read")                                                        \
    /* the search */                                                           \
    X(MODEL_WITH_ALGORITHM, "a memory model with this algorithm")              \
    X(CHECKPOINT_WITH_ALGORITHM, "--checkpoint with this algorithm")           \
    X(WORKERS_WITH_ALGORITHM, "several workers with this algorithm")           \
    /* threads, and their ends */                                              \
    X(THREADS, "more than 512 threads")                                        \
    X(THREADS_WIDE,                                                            \
      "more than 64 threads where the program does not find "                  \
      "libmazurka-wide.so")                                                    \
    X(THREADS_BEFORE_MAIN, "threads created before main")                      \
    X(THREAD_WAS_CREATED, "a thread that was created before main")             \
    X(THREAD_TRIED,                                                            \
      "pthread_join or pthread_detach of a thread for whose end another "      \
      "has asked (pthread_tryjoin_np)")                                        \
    X(CANCELLED,                                                               \
      "more than 1024 threads that are cancelled, and signals for threads")    \
    X(CANCELLED_ANYWHERE, "asynchronous cancellation")                         \
    X(KEYS,                                                                    \
      "more than 256 keys of thread-specific data made before main, or "       \
      "before mz_check")                                                       \
    X(RESULT_AT_THREAD_EXIT, "a result that is set at the end of the thread")  \
    X(UNWIND_WITHOUT_TABLES,                                                   \
      "the end of a thread within a function without tables for unwinding")    \
    X(UNWIND_BY_ANOTHER,                                                       \
      "the end of a thread in a program with an unwinder of its own")          \
    X(UNWIND_IN_HANDLER,                                                       \
      "the end of a thread in the handler of a signal from another")           \
    X(EXIT_HANDLERS, "more than 16384 exit handlers")                          \
    X(FLOAT_FLAGS,                                                             \
      "{text} of what others may have raised (feclearexcept just before)")     \
    X(THREAD_ASKED,                                                            \
      "asking whether a thread has ended, with --memory-model")                \
    X(RANDOM_SHARED,                                                           \
      "random numbers that threads share, with --memory-model")                \
    /* objects that threads share */                                           \
    X(BARRIER_USERS, "a barrier that more threads use than it waits for")      \
    X(CXX_BARRIER_USERS,                                                       \
      "a std::barrier at which not the same threads arrive in each phase: "    \
      "compile with -D_MAZURKA_BARRIER_OF_ANY, which makes each order of "     \
      "arrivals an execution")                                                 \
    X(BARRIER_BEFORE_MAIN, "waiting at a barrier before main")                 \
    X(CONDITION_SIGNALS,                                                       \
      "a condition variable with so many signals that nobody has taken yet")   \
    X(RWLOCK_READERS, "too many read locks of threads that have one")          \
    X(RWLOCK_COUNT, "more than 1023 read locks of one lock")                   \
    X(SMALL_SETS,                                                              \
      "more than 4096 reader-writer locks and barriers, and more than 64 "     \
      "threads")                                                               \
    X(SEMAPHORE_MOST, "sem_post beyond SEM_VALUE_MAX")                         \
    X(SEMAPHORE_LONG_NAME, "the name of a semaphore of more than 63 letters")  \
    X(SEMAPHORES_NAMED, "more than 64 semaphores with a name")                 \
    X(SEMAPHORE_ANEW, "semaphores that are opened 256 times anew")             \
    X(SEMAPHORE_NAMED_BEFORE_MAIN, "a semaphore with a name before main")      \
    X(AWAIT_FLOAT, "mz_await on a floating-point variable")                    \
    X(AWAIT_OPERATOR, "mz_await with the operator {text}")                     \
    X(AWAIT_SIZE, "mz_await on a variable of {0 bytes}")                       \
    X(AWAIT_ACROSS, "mz_await on a variable that crosses 8 aligned bytes")     \
    X(FUTEX_WAKES,                                                             \
      "a futex with so many wakes for threads that have not gone on yet")      \
    X(FUTEX_SOME, "a wake of so many, and not all, who sleep at a futex")      \
    X(FUTEX_COMPARISON,                                                        \
      "syscall(SYS_futex, FUTEX_WAKE_OP) with an unknown comparison")          \
    X(FUTEX_SOME_OF_MASKS,                                                     \
      "syscall(SYS_futex) that wakes some of several that sleep with "         \
      "different masks")                                                       \
    X(FUTEX_REQUEUE_SOME,                                                      \
      "syscall(SYS_futex, FUTEX_REQUEUE) that moves some and leaves others")   \
    X(FUTEX_MASKS, "syscall(SYS_futex) with more than 8 different masks")      \
    X(FUTEXES, "so many futexes in one execution")                             \
    X(FUTEX_REQUEUES, "so many FUTEX_REQUEUE in one execution")                \
    /* where memory is weak */                                                 \
    X(WEAK, "{text}, with --memory-model")                                     \
    X(WEAK_ACROSS,                                                             \
      "an atomic access across 8 aligned bytes, with --memory-model")          \
    X(WEAK_ASSEMBLY,                                                           \
      "atomic accesses by inline assembly or volatile, with --memory-model")   \
    X(WEAK_REQUEUE,                                                            \
      "syscall(SYS_futex, FUTEX_REQUEUE), with --memory-model")                \
    X(WEAK_WAKE_OP,                                                            \
      "syscall(SYS_futex, FUTEX_WAKE_OP), with --memory-model")                \
    X(WEAK_MASKS,                                                              \
      "syscall(SYS_futex) with several masks, with --memory-model")            \
    X(WEAK_BLOCK,                                                              \
      "several accesses at once (an atomic block, a use of files, an access "  \
      "across 8 aligned bytes), with --memory-model")                          \
    X(WEAK_PLAIN,                                                              \
      "an operation that is neither a C11 atomic nor one of those on plain "   \
      "mutexes and the like, with --memory-model")                             \
    X(WEAK_MIXED,                                                              \
      "a plain write to a variable after atomic accesses, with "               \
      "--memory-model")                                                        \
    X(THREAD_STACK, "a thread that uses more than {0 bytes} of stack")         \
    /* atomic blocks, and what the program says to mazurka */                  \
    X(BLOCK_NESTED, "nested __VERIFIER_atomic_begin")                          \
    X(BLOCK_ACTION, "{text} in an atomic block")                               \
    X(BLOCK_LOCK, "a mutex or semaphore in an atomic block")                   \
    X(BLOCK_WAIT, "waiting for a mutex in an atomic block")                    \
    X(BLOCK_CHOICE, "a choice in an atomic block")                             \
    X(BLOCK_CREATE, "pthread_create in an atomic block")                       \
    X(BLOCK_JOIN, "pthread_join in an atomic block")                           \
    X(BLOCK_END,                                                               \
      "to end, or stop at an assumption, in an atomic block that has "         \
      "written")                                                               \
    X(BLOCK_LARGE,                                                             \
      "so many accesses by operations that do several (a large access with "   \
      "--plain=interleave, wakes at a futex by a mask): raise --max-events")   \
    X(BLOCKS_ELSEWHERE, "{text} in a program with atomic blocks")              \
    X(BLOCKS_AND_WAITS,                                                        \
      "a latch, barrier or atomic that is waited for, in a program with "      \
      "atomic blocks")                                                         \
    X(ASSUMED_BEFORE_MAIN, "an assumption that is false before main")          \
    X(CHECK_WITHIN,                                                            \
      "mz_check in a program that is checked as a whole: run it by itself, "   \
      "or check one call with --function=N")                                   \
    X(CHECK_KERNEL,                                                            \
      "mz_check where the kernel does not let a process read its memory "      \
      "(process_vm_readv)")                                                    \
    X(CHECK_LOCKED, "mz_check while a lock is held")                           \
    X(CHECK_USED,                                                              \
      "mz_check in a program that has used more than 4096 condition "          \
      "variables, reader-writer locks, barriers")                              \
    X(CHECK_OBJECT,                                                            \
      "a condition variable, reader-writer lock or barrier that was used "     \
      "before mz_check: initialise it in the test")                            \
    X(CHECK_ASSEMBLY,                                                          \
      "mz_check in a program with more than 256 blocks of assembly that "      \
      "are not understood")                                                    \
    X(CHECK_FAILED_WAITS,                                                      \
      "`failed` of mz_options waits for a mutex that the test has not "        \
      "given back")                                                            \
    X(CALLS_WITH_TRUST,                                                        \
      "mz_linearizable with .progress and --algorithm=trust")                  \
    X(CALLS_CREATE,                                                            \
      "a thread that a call of mz_linearizable creates, with .progress")       \
    X(CALLS_CREATE_MANY,                                                       \
      "more than 32 threads that calls of mz_linearizable create")             \
    X(CALLS_OVERLAP,                                                           \
      "mz_linearizable with so many calls that overlap: take fewer "           \
      "threads, or a shorter length")                                          \
    X(CALLS_END,                                                               \
      "the end of a thread, or of the process, in a call of "                  \
      "mz_linearizable, or in its create")                                     \
    X(CALLS_ASSUME, "a false assumption in mz_linearizable with .progress")    \
    X(ASSEMBLY_COMPARES,                                                       \
      "scas or cmps in inline assembly, with --plain=interleave")              \
    X(ASSEMBLY_VERSION,                                                        \
      "inline assembly compiled by another version of mazurka")                \
    X(OPENMP, "OpenMP")                                                        \
    X(OPENMP_OTHER, "OpenMP with {text}")                                      \
    X(OPENMP_DEPENDENCES,                                                      \
      "OpenMP with dependences other than in, out and inout")                  \
    X(OPENMP_DETACHED, "OpenMP with tasks that are detached")                  \
    X(OPENMP_REDUCTIONS, "OpenMP with reductions of tasks")                    \
    /* signals, alarms, timers */                                              \
    X(SIGNAL_JUMP, "a jump in the handler of a signal from another thread")    \
    X(SIGNAL_KILL, "kill of another process")                                  \
    X(SIGNAL_QUEUE, "sigqueue to another process")                             \
    X(SIGNAL_GROUP, "killpg")                                                  \
    X(SIGNAL_TGKILL_PROCESS, "tgkill of another process")                      \
    X(SIGNAL_TGKILL_THREAD, "tgkill of another thread")                        \
    X(SIGNAL_IGNORED_LATE, "ignoring a signal that waits for a thread")        \
    X(SIGNAL_IGNORED_BLOCKED,                                                  \
      "a signal that is ignored, and that threads block")                      \
    X(SIGNAL_TWICE, "a real-time signal that waits twice")                     \
    X(SIGNAL_TO_PROCESS,                                                       \
      "a signal to the process from a thread that does not block it, while "   \
      "threads change what they block")                                        \
    X(SIGNAL_IN_ASSEMBLY,                                                      \
      "a signal from another thread amid inline assembly")                     \
    X(SIGNAL_RESETS, "SA_RESETHAND at a signal from another thread")           \
    X(SIGNAL_INTERRUPTS, "{text} that a signal may interrupt")                 \
    X(SIGNAL_INTERRUPTS_FILE,                                                  \
      "waiting for a file that a signal may interrupt")                        \
    X(SIGNAL_INTERRUPTS_AGAIN,                                                 \
      "waiting for a file again that a signal may interrupt")                  \
    X(SIGNAL_OPEN, "{text} for signal {0}, which the thread does not block")   \
    X(ALARM_CALLED_OFF,                                                        \
      "sleeping past an alarm that another thread calls off")                  \
    X(ALARM_BLOCKED, "sleeping past an alarm that is blocked")                 \
    X(ALARM_ACTION, "something else to be done at an alarm")                   \
    X(ALARM_PENDING, "sigpending while an alarm is blocked")                   \
    X(ALARM_AWAITED, "waiting for an alarm")                                   \
    X(ALARM_PROCESSOR, "setitimer of processor time")                          \
    X(TIMER_WAS_SET, "a timer that was set before main")                       \
    X(TIMER_THREAD, "timer_create with SIGEV_THREAD")                          \
    X(TIMER_THREAD_ID, "timer_create with SIGEV_THREAD_ID")                    \
    X(TIMER_NONE, "timer_create with SIGEV_NONE")                              \
    X(TIMER_PROCESSOR, "timer_create by a clock of processor time")            \
    X(TIMERS, "more than 31 timers")                                           \
    X(TIMERFD_CLOSED, "closing a timer that another thread looks at")          \
    X(TIMERFD_CLOCK, "timerfd_create by a clock that wakes the machine")       \
    X(TIMERFD_BEFORE_MAIN, "a timer that was there before main")               \
    X(TIMERFD_INTERLEAVED, "a timer with --plain=interleave")                  \
    X(TIMERFD_EDGE, "EPOLLET of a timer")                                      \
    /* other processes, and the limits of this one */                          \
    X(CHILD_WAS_CREATED, "a child process that was created before main")       \
    X(CHILD_READS, "reading input")                                            \
    X(CHILD_OUTLIVES, "it goes on when its parent ends")                       \
    X(CHILD_AWAITS_INPUT, "it waits for what the program is to send it")       \
    X(CHILD_SLOW, "it takes more than a minute")                               \
    X(CHILD_SIGNAL, "it ends by signal {0}")                                   \
    X(CHILD_UNWATCHED, "the kernel does not tell (seccomp): none is let go")   \
    X(CHILD_UNDONE, "it has not come to its end")                              \
    X(CHILD_FAILS, "an error of its own")                                      \
    X(CHILD_BREAKS, "{text}")                                                  \
    X(CHILD_ROBUST, "pthread_mutex_lock of a robust mutex, or the like")       \
    X(CHILD_DEADLOCK, "it waits for ever for a mutex that is locked")          \
    X(CHILD_UNLOCKS, "pthread_mutex_unlock of one that is not locked")         \
    X(CHILD_FORKS, "fork with handlers of pthread_atfork")                     \
    X(CHILD_EXPECTED, "{text} with --expect-output")                           \
    X(CHILD_SHARES, "{text} with memory that is shared (MAP_SHARED)")          \
    X(CHILD_ACTION, "{text} with something to be done at SIGCHLD")             \
    X(CHILD_LIMITS, "{text} after limits or scheduling were set")              \
    X(CHILD_OBJECTS,                                                           \
      "a child process that looks at more than 500 objects of its threads")    \
    X(CHILDREN, "more than 64 child processes")                                \
    X(CHILDREN_SIGNAL, "child processes with SIGCHLD waited for")              \
    X(CHILDREN_ACTION,                                                         \
      "something to be done at SIGCHLD after a child process was started")     \
    X(CHILDREN_IGNORE,                                                         \
      "child processes beside a thread that ignores signals")                  \
    X(WAIT_ANY, "waiting for any child beside system or popen")                \
    X(WAIT_ANY_PCLOSE, "waiting for any child before pclose")                  \
    X(WAIT_KINDS, "{text} with __WNOTHREAD or __WCLONE")                       \
    X(WAITID_GROUP, "waitid of a group or a descriptor")                       \
    X(WAITID_ENDS, "waitid without WEXITED")                                   \
    X(PCLOSE, "pclose of what popen has not opened")                           \
    X(FORK_HANDLERS, "more than 64 handlers of pthread_atfork")                \
    X(LIMIT_LOWERED, "{text} that lowers limit {0}")                           \
    X(LIMIT_RAISED, "{text} that raises the hard limit {0}")                   \
    X(PRLIMIT, "prlimit of another process")                                   \
    X(ULIMIT, "ulimit")                                                        \
    X(SETPRIORITY, "setpriority of several processes")                         \
    X(GETPRIORITY, "getpriority of several processes")                         \
    /* descriptors and streams */                                              \
    X(DESCRIPTORS, "a descriptor above 1023")                                  \
    X(DESCRIPTOR_HIGH, "a descriptor as high as those of the checker")         \
    X(OPEN_FILES, "more than 511 open files")                                  \
    X(PIPES, "more than 256 pipes")                                            \
    X(PIPE_ROOM, "{text} of so much to a pipe or socket")                      \
    X(CLOSED_IN_USE, "closing a descriptor that another thread uses")          \
    X(CLOSED_LOCKED, "closing a descriptor that another thread locks")         \
    X(CLOSED_PIPE, "closing a pipe or socket that another thread uses")        \
    X(CLOSED_TWICE,                                                            \
      "closing a descriptor that another thread closes and opens again")       \
    X(COPIED_CLOSED, "copying a descriptor that another thread closes")        \
    X(DUP2_RETURNED,                                                           \
      "dup2 to the number that another thread's call is about to return")      \
    X(LASTING_READ, "reading what was open at the start")                      \
    X(LASTING_WRITTEN, "writing to what was open at the start")                \
    X(UNMAPPED_GIVEN,                                                          \
      "{text} with memory that is unmapped, beside other threads")             \
    X(NAME_INHERITED,                                                          \
      "asking for the name that a thread has of its creator, where another "   \
      "thread has named that one")                                             \
    X(NAMED_PIPE, "opening a named pipe")                                      \
    X(TERMINAL_SHARED,                                                         \
      "using a pseudo-terminal that the program has opened, beside other "     \
      "threads")                                                               \
    X(EVENTFD_ROOM, "an eventfd whose counter has no room")                    \
    X(EPOLL_SETS, "more than 128 descriptors in sets of epoll")                \
    X(EPOLL_SETS_OF_ONE, "a descriptor in more than 8 sets of epoll")          \
    X(EPOLL_BEFORE_MAIN,                                                       \
      "waiting by an epoll set that was open at the start")                    \
    X(EPOLL_CLOSED, "closing an epoll set that another thread uses")           \
    X(SEVERAL_FOR_EVER, "{text} that waits for ever")                          \
    X(SEVERAL_INTERLEAVED, "waiting for several with --plain=interleave")      \
    X(STREAM_INTERLEAVED,                                                      \
      "a standard stream of C++ that fails, with --plain=interleave")          \
    X(STREAM_READ,                                                             \
      "a stream on a pipe or socket from which another thread waits to read")  \
    X(STREAM_BOTH, "a stream that reads and writes, on a pipe or socket")      \
    X(STREAM_CLOSED,                                                           \
      "closing the descriptor of a stream that another thread uses")           \
    X(STREAM_UNREAD, "a stream on a pipe or socket that nobody reads")         \
    X(STREAMS,                                                                 \
      "more than 64 streams used by a program that locks one (flockfile)")     \
    X(STREAMS_ALL,                                                             \
      "a call on all streams, by a program that locks one (flockfile)")        \
    X(FORMAT, "a format with more than 64 arguments")                          \
    X(SYSLOG, "openlog with LOG_PERROR or LOG_CONS")                           \
    X(INPUT_LARGE, "more than 16 MiB on standard input")                       \
    X(INPUT_WAITS, "{text} that waits for data")                               \
    X(WORKERS_FILE,                                                            \
      "several workers with a file that was open before and cannot be "        \
      "opened again (--jobs=1)")                                               \
    X(WORKERS_FLAGS,                                                           \
      "several workers with other flags (O_NONBLOCK) of what was open "        \
      "before (--jobs=1)")                                                     \
    X(NONBLOCK_LATE, "changing O_NONBLOCK while other threads run")            \
    /* files */                                                                \
    X(FILES_RENAMED, "more than 64 files that are open as they are renamed")   \
    X(FILE_PATH, "a file whose path is too long")                              \
    X(FILE_FOLDERS,                                                            \
      "an execution that changes folders of more than 8192 files")             \
    X(FILE_LINKED,                                                             \
      "changing {text}, a file that has several names (hard links)")           \
    X(FILE_LARGE, "changing {text}, a file of more than 64 MiB")               \
    X(FILE_MAPPED, "changing {text}, a file that is mapped")                   \
    X(FILE_UNREADABLE, "changing {text}, a file that may not be read")         \
    X(FILE_DEVICE, "changing {text}, which is a device, a pipe or a socket")   \
    X(FOLDER_UNREADABLE, "changing {text}, a folder that may not be read")     \
    X(FILE_TWICE,                                                              \
      "writing to a file that is open several times, where the kernel does "   \
      "not compare descriptors (kcmp)")                                        \
    X(FILE_OFTEN, "writing to a file that is open more than 64 times")         \
    X(FILES_BEFORE_MAIN,                                                       \
      "descriptors that are open for writing at the start, on files that "     \
      "may not be read (--share-files)")                                       \
    X(PATH_IN_PROC, "{text} with a path into /proc")                           \
    X(PATH_ENTERS, "{text} to a folder that the execution has made")           \
    X(PATH_MOVES_FOLDER,                                                       \
      "{text} of a folder that was there before the execution")                \
    X(PATH_OF_DESCRIPTOR, "{text} of a descriptor")                            \
    X(PATH_NOT_WRITABLE, "{text} of a file that was not opened for writing")   \
    X(PATH_ENTERS_CHANGED,                                                     \
      "{text} to a folder that the execution has made or changed")             \
    X(PATH_LISTS_CHANGED, "{text} of a folder in which files were changed")    \
    X(EXPECTED_KIND, "--expect-output of what is no regular file")             \
    X(EXPECTED_PROC, "--expect-output of a file in /proc")                     \
    X(EXPECTED_UNREADABLE, "--expect-output of a file that may not be read")   \
    X(EXPECTED_AS, "--expect-output=as: a file that cannot be read")           \
    X(EXPECTED_FOLDER, "--expect-output in a folder that is gone")             \
    X(EXPECTED_UNSYNCED,                                                       \
      "std::ios_base::sync_with_stdio(false) before main, with "               \
      "--expect-output")                                                       \
    X(EXPECTED_STREAMS,                                                        \
      "--expect-output where several streams on one file are not flushed "     \
      "at the end")                                                            \
    X(FLOCK_MANY, "flock beside thirty open files")                            \
    X(FLOCK_HASH, "flock of two files whose names have the same hash")         \
    X(FLOCK_KIND, "flock of what is no regular file")                          \
    X(RECORD_FILES, "fcntl locks of more than 16 files")                       \
    X(RECORD_BOTH,                                                             \
      "fcntl locks of the process and of a descriptor on one file")            \
    X(RECORD_HASH,                                                             \
      "fcntl locks of a file whose name has the same hash as that of "         \
      "another")                                                               \
    X(RECORD_WAITERS, "forty threads that wait for locks of records")          \
    X(RECORD_POSITION, "a lock from a position that another thread changes")   \
    X(RECORD_KIND, "fcntl(F_OFD_SETLKW) of what is no regular file")           \
    X(RECORD_BEFORE_MAIN,                                                      \
      "fcntl(F_OFD_SETLK) of a file that main finds open")                     \
    X(RECORD_ASKED, "fcntl(F_OFD_GETLK) with F_UNLCK")                         \
    X(RECORD_LOCKED,                                                           \
      "opening a file for writing that is locked by a descriptor for "         \
      "reading (F_OFD_SETLK)")                                                 \
    /* mappings */                                                             \
    X(MAPPED_FILES, "mmap of so many files")                                   \
    X(MAPPED_WRITTEN, "reading or writing a file that is mapped, too")         \
    X(MAPPED_SHARED, "shared mappings of more than 64 files")                  \
    X(MAPPED_BEFORE_MAIN,                                                      \
      "a shared mapping of a file that was made before main (--share-files)")  \
    X(MAPPED_TWICE,                                                            \
      "pages of a file that are mapped at two places, beside threads")         \
    X(MAPPINGS, "more than 4096 mappings")                                     \
    X(MAPPED_FIXED, "mmap with MAP_FIXED")                                     \
    X(UNMAPPED,                                                                \
      "munmap of what was not mapped by the program since main began")         \
    X(MREMAP, "mremap")                                                        \
    /* sockets */                                                              \
    X(SOCKET_FAMILY, "a socket that is neither of Unix nor of the internet")   \
    X(SOCKET_FOREIGN, "{text} with a socket of a pair, or of before main")     \
    X(SOCKET_OPTION, "{text} with level {0}, option {1}")                      \
    X(SOCKET_TIMED, "a socket with a time limit (SO_RCVTIMEO, SO_SNDTIMEO)")   \
    X(SOCKET_LINGERS, "a socket that resets its connection (SO_LINGER)")       \
    X(SOCKET_ADDRESS, "room for less than an address")                         \
    X(SOCKET_CLOSED, "closing a socket whose connections were not accepted")   \
    X(SOCKET_OUT_OF_BAND, "sending or receiving out of band (MSG_OOB)")        \
    X(SOCKET_TRUNCATES, "receiving from the internet with MSG_TRUNC")          \
    X(SOCKET_WAITALL, "receiving with MSG_WAITALL")                            \
    X(SOCKET_UNCONNECTED,                                                      \
      "reading or writing by a socket of the internet that is not connected")  \
    X(SOCKET_SENDS_CLOSED,                                                     \
      "sending to a socket of the internet that was closed")                   \
    X(SOCKET_DESCRIPTORS, "sending descriptors (SCM_RIGHTS)")                  \
    X(SOCKET_ASKS_SENDER, "__recvfrom_chk that asks for the sender")           \
    X(SOCKET_MESSAGES, "several messages at once, with addresses")             \
    X(BIND_LOW, "binding a socket to a port below 1024")                       \
    X(BIND_HIGH,                                                               \
      "binding a socket to a port from 49152 on, where those are that the "    \
      "kernel chooses")                                                        \
    X(BIND_USED,                                                               \
      "binding a socket, without SO_REUSEADDR, to a port that had "            \
      "connections")                                                           \
    X(BIND_UNNAMED, "bind to a name that the kernel chooses")                  \
    X(BIND_ELSEWHERE,                                                          \
      "binding a socket to an address that is not this machine's loopback")    \
    X(CONNECT_NOWHERE, "connect to no address (AF_UNSPEC)")                    \
    X(CONNECT_ELSEWHERE,                                                       \
      "connecting to an address that is not this machine's loopback")          \
    X(CONNECT_FOREIGN, "connect to a socket of another process")               \
    X(CONNECT_UNHEARD,                                                         \
      "connecting a socket with O_NONBLOCK to a port where nobody listens, "   \
      "or the queue is full")                                                  \
    X(LISTEN_SHUT, "listen with a socket that was shut down")                  \
    X(LISTEN_UNBOUND, "listen with a socket that is not bound")                \
    X(SHUTDOWN_DATAGRAM, "shutdown of a socket for datagrams")                 \
    X(SHUTDOWN_UNACCEPTED,                                                     \
      "shutdown of a socket whose connections were not accepted")              \
    X(SHUTDOWN_READS, "shutdown(SHUT_RD) of a socket of the internet")         \
    X(DATAGRAM_SOCKETS, "more than 256 sockets for datagrams")                 \
    X(DATAGRAM_CALL, "a datagram that is sent by no call of the send family")  \
    X(DATAGRAM_ROOM, "a datagram that its receiver has no room for")           \
    X(DATAGRAM_UNBOUND, "sending a datagram to a port that nobody has bound")  \
    X(DATAGRAM_CONNECTED,                                                      \
      "sending a datagram to a socket that is connected to another one")       \
    X(DATAGRAM_SIZE, "datagrams that nobody receives, and of such a size")     \
    X(DATAGRAM_TO_NOBODY, "sending a datagram to nobody")                      \
    X(DATAGRAM_UNNAMED, "a socket that gets no name")                          \
    X(DATAGRAM_AGAIN, "connecting a socket for datagrams once more")           \
    X(SOCKET_PATH_END, "the path of a socket that ends with no zero")          \
    X(SOCKET_PATH_SHARED, "the path of a socket with --share-files")           \
    X(SOCKET_PATH_PROC, "the path of a socket into /proc")                     \
    /* libraries that are loaded */                                            \
    X(LIBRARIES, "more than 64 libraries that come by dlopen")                 \
    X(LIBRARY_SEGMENTS, "dlopen of a library with more than 16 segments")      \
    X(LIBRARY_NAMES_LONG, "dlopen of libraries with many long names")          \
    X(LIBRARY_NAMES, "dlopen by more than 32 names")                           \
    X(LIBRARY_ZONES,                                                           \
      "dlopen of a library that is built with -fsanitize=address by a "        \
      "program that is not")                                                   \
    X(LIBRARY, "dlopen of {text}")                                             \
    X(LIBRARY_CHANGES, "dlopen of {text} after files were changed")            \
    X(LIBRARY_ORDER,                                                           \
      "dlopen of {text} in another order, beside one with RTLD_GLOBAL")        \
    X(LIBRARY_AGAIN, "dlopen of {text}, which was closed")                     \
    X(LIBRARY_BESIDE, "dlopen of {text} beside other threads")                 \
    X(LIBRARY_CONSTRUCTED, "{text} beside a constructor of a library")         \
    X(LIBRARY_NOT_OURS,                                                        \
      "dlclose of a library that was opened before main, or of none")          \
    X(LIBRARY_NOT_OPEN, "dlclose of {text}, which is not open")                \
    X(LIBRARY_CLOSED_BESIDE, "dlclose of {text} beside other threads")         \
    X(LIBRARY_SYMBOL, "dlsym of {text}, which was closed")                     \
    X(LIBRARY_SYMBOL_CLOSED, "dlsym in a library that is not open")            \
    X(LOADER_CALLER,                                                           \
      "a call of the dynamic loader by code that is in no module")
/* clang-format on */

enum mz_gap_kind {
    MZ_GAP_NONE,
#define X(kind, sentence) MZ_GAP_##kind,
    MZ_GAPS(X)
#undef X
        MZ_GAP_KINDS
};

enum {
    MZ_GAP_NUMBERS = 2,
    MZ_GAP_TEXT = 512,
    MZ_GAP_SENTENCE = 1024, /* room for any */
};

struct mz_gap {
    uint32_t kind; /* enum mz_gap_kind */
    uint32_t unused;
    int64_t numbers[MZ_GAP_NUMBERS];
    char child[32]; /* by which call the process was made that does it; empty:
                       the checked one does */
    char text[MZ_GAP_TEXT];
};

/* `FUTEX_WAKES`; of MZ_GAP_NONE, empty. */
extern const char *const mz_gap_names[MZ_GAP_KINDS];

/* Makes what others may have written one that can be told. */
void mz_gap_clean(struct mz_gap *);

/* A line, without a newline; empty if there is none. */
void mz_gap_sentence(const struct mz_gap *, char out[MZ_GAP_SENTENCE]);

#endif
