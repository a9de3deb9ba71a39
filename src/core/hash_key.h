/*
 * The hash key of a fleet and the 128-bit hash of an item. Split from hash.h so that code which only
 * passes hashes on does not compile xxhash.
 */
#ifndef BLOOM_CORE_HASH_KEY_H
#define BLOOM_CORE_HASH_KEY_H

#include <stdbool.h>
#include <stdint.h>

/* The low half chooses the block, the high half the bits within it. */
typedef struct bloom_hash {
    uint64_t low;
    uint64_t high;
} bloom_hash_t;

/* XXH3's secret has at least 136 bytes; 192 is its own default size. */
#define BLOOM_HASH_SECRET_BYTES 192

typedef struct bloom_hash_key {
    bool is_public;       /* XXH3's built-in secret: filters can be exchanged with anyone */
    uint64_t fingerprint; /* names the key in images without revealing it; 0: the public key */
    uint8_t secret[BLOOM_HASH_SECRET_BYTES];
} bloom_hash_key_t;

#endif
