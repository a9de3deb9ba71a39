/*
 * The ordered atomics that protocols on an image need beyond compiler.h's relaxed ones. They work on plain
 * uint64_t words of an image; src/shm/MEMORY_MODEL.md says which order each use in src/shm relies on.
 */
#ifndef BLOOM_CORE_ATOMIC_H
#define BLOOM_CORE_ATOMIC_H

#include "core/compiler.h"

#if defined(_MSC_VER) && !defined(__clang__)
BLOOM_INLINE uint64_t bloom_load_acquire(const uint64_t *word)
{
    uint64_t value = *(const volatile uint64_t *)word;
    _ReadWriteBarrier();
    return value;
}
/* On failure *expected receives the value found. */
BLOOM_INLINE bool bloom_compare_exchange(uint64_t *word, uint64_t *expected, uint64_t desired)
{
    return bloom_compare_exchange_relaxed(word, expected,
                                          desired); /* Interlocked: a full barrier */
}
BLOOM_INLINE void bloom_fence(void)
{
    _mm_mfence();
}
#else
BLOOM_INLINE uint64_t bloom_load_acquire(const uint64_t *word)
{
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}
/* Sequentially consistent. On failure *expected receives the value found. */
BLOOM_INLINE bool bloom_compare_exchange(uint64_t *word, uint64_t *expected, uint64_t desired)
{
    return __atomic_compare_exchange_n(word, expected, desired, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
}
/* Full barrier: what this thread did before is visible to others before it reads anything after. */
BLOOM_INLINE void bloom_fence(void)
{
#if defined(__SANITIZE_THREAD__)
    /* ThreadSanitizer does not know fences; a locked instruction is as strong on its platforms */
    static uint64_t anything;
    __atomic_fetch_add(&anything, 0, __ATOMIC_SEQ_CST);
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}
#endif

#endif
