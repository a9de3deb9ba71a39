/*
 * Hashing of items: XXH3, 128 bit, over the item's bytes. One function for every kind of filter and
 * every storage, so that filters can be exchanged between processes, machines and PHP versions.
 *
 * Include this only where items are hashed: it inlines xxhash.
 */
#ifndef BLOOM_CORE_HASH_H
#define BLOOM_CORE_HASH_H

#include "core/compiler.h"

#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL
#endif
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <xxhash.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include "core/hash_key.h"

/* Reproducible everywhere; without the key nobody can compute which items collide. Not a MAC. */
BLOOM_INLINE bloom_hash_t bloom_hash(const bloom_hash_key_t *key, const void *item,
                                     size_t size_bytes)
{
    XXH128_hash_t digest =
        BLOOM_LIKELY(key->is_public)
            ? XXH3_128bits(item, size_bytes)
            : XXH3_128bits_withSecret(item, size_bytes, key->secret, sizeof key->secret);
    bloom_hash_t hash = {digest.low64, digest.high64};
    return hash;
}

#endif
