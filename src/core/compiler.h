/*
 * What differs between compilers and processors, in one place: relaxed atomics on plain
 * uint64_t words, byte order, bit counting, and the attributes for run-time dispatch.
 */
#ifndef BLOOM_CORE_COMPILER_H
#define BLOOM_CORE_COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#define BLOOM_INLINE static __forceinline
#define BLOOM_NOINLINE __declspec(noinline)
#define BLOOM_LIKELY(condition) (condition)
#define BLOOM_UNLIKELY(condition) (condition)
#define BLOOM_PREFETCH_READ(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
#else
#define BLOOM_INLINE static inline __attribute__((always_inline))
#define BLOOM_NOINLINE __attribute__((noinline))
#define BLOOM_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define BLOOM_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define BLOOM_PREFETCH_READ(address) __builtin_prefetch((address), 0, 3)
#endif

#define BLOOM_CACHE_LINE_BYTES 64u

/* AVX2 code is compiled into every x86-64 build and chosen at run time, never assumed. */
#if (defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))) || \
    (defined(_M_X64) && defined(_MSC_VER))
#define BLOOM_HAVE_AVX2_DISPATCH 1
#else
#define BLOOM_HAVE_AVX2_DISPATCH 0
#endif
#if defined(__GNUC__) || defined(__clang__)
#define BLOOM_TARGET(features) __attribute__((target(features)))
#else
#define BLOOM_TARGET(features)
#endif

/* Images are little-endian in memory too, so that importing and exporting is copying. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
BLOOM_INLINE uint64_t bloom_le64(uint64_t value)
{
    return __builtin_bswap64(value);
}
BLOOM_INLINE uint32_t bloom_le32(uint32_t value)
{
    return __builtin_bswap32(value);
}
BLOOM_INLINE uint16_t bloom_le16(uint16_t value)
{
    return __builtin_bswap16(value);
}
#else
BLOOM_INLINE uint64_t bloom_le64(uint64_t value)
{
    return value;
}
BLOOM_INLINE uint32_t bloom_le32(uint32_t value)
{
    return value;
}
BLOOM_INLINE uint16_t bloom_le16(uint16_t value)
{
    return value;
}
#endif

/*
 * Words of an image that other processes may change. The image is raw memory (a mapped file, a
 * string), so these are builtins on uint64_t rather than C11 _Atomic objects; both compile to the
 * same instructions, and ThreadSanitizer understands them. Addresses must be 8-byte aligned.
 */
#if defined(_MSC_VER) && !defined(__clang__)
BLOOM_INLINE uint64_t bloom_load_relaxed(const uint64_t *word)
{
    return *(const volatile uint64_t *)word;
}
BLOOM_INLINE uint64_t bloom_fetch_or_relaxed(uint64_t *word, uint64_t bits)
{
    return (uint64_t)_InterlockedOr64((volatile long long *)word, (long long)bits);
}
BLOOM_INLINE uint64_t bloom_fetch_add_relaxed(uint64_t *word, uint64_t amount)
{
    return (uint64_t)_InterlockedExchangeAdd64((volatile long long *)word, (long long)amount);
}
BLOOM_INLINE void bloom_store_relaxed(uint64_t *word, uint64_t value)
{
    *(volatile uint64_t *)word = value;
}
/* On failure *expected receives the value found. */
BLOOM_INLINE bool bloom_compare_exchange_relaxed(uint64_t *word, uint64_t *expected,
                                                 uint64_t desired)
{
    uint64_t found = (uint64_t)_InterlockedCompareExchange64(
        (volatile long long *)word, (long long)desired, (long long)*expected);
    bool exchanged = found == *expected;
    *expected = found;
    return exchanged;
}
#else
BLOOM_INLINE uint64_t bloom_load_relaxed(const uint64_t *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}
BLOOM_INLINE uint64_t bloom_fetch_or_relaxed(uint64_t *word, uint64_t bits)
{
    return __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
}
BLOOM_INLINE uint64_t bloom_fetch_add_relaxed(uint64_t *word, uint64_t amount)
{
    return __atomic_fetch_add(word, amount, __ATOMIC_RELAXED);
}
BLOOM_INLINE void bloom_store_relaxed(uint64_t *word, uint64_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}
/* On failure *expected receives the value found. */
BLOOM_INLINE bool bloom_compare_exchange_relaxed(uint64_t *word, uint64_t *expected,
                                                 uint64_t desired)
{
    return __atomic_compare_exchange_n(word, expected, desired, false, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED);
}
#endif

/* The high 64 bits of a 64 x 64 bit product: maps a 64-bit hash onto [0, range) without a modulo. */
BLOOM_INLINE uint64_t bloom_multiply_high(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__)
    return (uint64_t)(((unsigned __int128)a * b) >> 64);
#elif defined(_M_X64)
    return __umulh(a, b);
#else
    uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t middle = a_high * b_low + ((a_low * b_low) >> 32);
    uint64_t middle_low = a_low * b_high + (uint32_t)middle;
    return a_high * b_high + (middle >> 32) + (middle_low >> 32);
#endif
}

BLOOM_INLINE unsigned bloom_popcount64(uint64_t value)
{
#if defined(__GNUC__) || defined(__clang__)
    return (unsigned)__builtin_popcountll(value);
#else
    value -= (value >> 1) & 0x5555555555555555u;
    value = (value & 0x3333333333333333u) + ((value >> 2) & 0x3333333333333333u);
    value = (value + (value >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (unsigned)((value * 0x0101010101010101u) >> 56);
#endif
}

#endif
