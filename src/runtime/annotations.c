/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What programs tell ThreadSanitizer of themselves, since they are built as if
 * for it: sanitizer/tsan_interface.h, and the dynamic annotations that were
 * before it (valgrind's, Chromium's, Abseil's).
 *
 * That two accesses are ordered in a way that no compiler can see is believed.
 * What would silence a report otherwise (a race said to be benign, accesses to
 * be ignored) is not: nothing is left out of a search. What says again what the
 * accesses of a lock show by themselves needs nothing.
 */
#include "race/detector.h"
#include "runtime/turn.h"

static void synchronise(const volatile void *object, enum mz_sync kind)
{
    if (mz_rt.active && mz_rt.detecting)
        mz_race_detector_synchronise(mz_self(), (uint64_t)object, kind);
}

MZ_EXPORT void __tsan_acquire(void *object);
MZ_EXPORT void __tsan_acquire(void *object)
{
    synchronise(object, MZ_SYNC_ACQUIRE);
}

MZ_EXPORT void __tsan_release(void *object);
MZ_EXPORT void __tsan_release(void *object)
{
    synchronise(object, MZ_SYNC_RELEASE);
}

MZ_EXPORT void AnnotateHappensBefore(const char *file, int line,
                                     const volatile void *object);
MZ_EXPORT void AnnotateHappensBefore(const char *file, int line,
                                     const volatile void *object)
{
    (void)file;
    (void)line;
    synchronise(object, MZ_SYNC_RELEASE);
}

MZ_EXPORT void AnnotateHappensAfter(const char *file, int line,
                                    const volatile void *object);
MZ_EXPORT void AnnotateHappensAfter(const char *file, int line,
                                    const volatile void *object)
{
    (void)file;
    (void)line;
    synchronise(object, MZ_SYNC_ACQUIRE);
}

/* Those that change nothing, nor look at what they are given. Where a result is
 * expected 0 says: no recursion, no tag, no valgrind. */
#define IGNORED(name)          \
    MZ_EXPORT long name(void); \
    MZ_EXPORT long name(void)  \
    {                          \
        return 0;              \
    }

IGNORED(__tsan_mutex_create)
IGNORED(__tsan_mutex_destroy)
IGNORED(__tsan_mutex_pre_lock)
IGNORED(__tsan_mutex_post_lock)
IGNORED(__tsan_mutex_pre_unlock)
IGNORED(__tsan_mutex_post_unlock)
IGNORED(__tsan_mutex_pre_signal)
IGNORED(__tsan_mutex_post_signal)
IGNORED(__tsan_mutex_pre_divert)
IGNORED(__tsan_mutex_post_divert)
IGNORED(__tsan_flush_memory)
IGNORED(__tsan_external_register_tag)
IGNORED(__tsan_external_register_header)
IGNORED(__tsan_external_assign_tag)
IGNORED(AnnotateBenignRace)
IGNORED(AnnotateBenignRaceSized)
IGNORED(AnnotateCondVarSignal)
IGNORED(AnnotateCondVarSignalAll)
IGNORED(AnnotateCondVarWait)
IGNORED(AnnotateEnableRaceDetection)
IGNORED(AnnotateExpectRace)
IGNORED(AnnotateFlushExpectedRaces)
IGNORED(AnnotateFlushState)
IGNORED(AnnotateIgnoreReadsBegin)
IGNORED(AnnotateIgnoreReadsEnd)
IGNORED(AnnotateIgnoreSyncBegin)
IGNORED(AnnotateIgnoreSyncEnd)
IGNORED(AnnotateIgnoreWritesBegin)
IGNORED(AnnotateIgnoreWritesEnd)
IGNORED(AnnotateMemoryIsInitialized)
IGNORED(AnnotateMemoryIsUninitialized)
IGNORED(AnnotateMutexIsNotPHB)
IGNORED(AnnotateMutexIsUsedAsCondVar)
IGNORED(AnnotateNewMemory)
IGNORED(AnnotateNoOp)
IGNORED(AnnotatePCQCreate)
IGNORED(AnnotatePCQDestroy)
IGNORED(AnnotatePCQGet)
IGNORED(AnnotatePCQPut)
IGNORED(AnnotatePublishMemoryRange)
IGNORED(AnnotateRWLockAcquired)
IGNORED(AnnotateRWLockCreate)
IGNORED(AnnotateRWLockCreateStatic)
IGNORED(AnnotateRWLockDestroy)
IGNORED(AnnotateRWLockReleased)
IGNORED(AnnotateThreadName)
IGNORED(AnnotateTraceMemory)
IGNORED(AnnotateUnpublishMemoryRange)
IGNORED(RunningOnValgrind)
