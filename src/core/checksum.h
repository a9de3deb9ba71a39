/* The checksum that ends an exported image: XXH3-128 in canonical (big-endian) form, computed in pieces. */
#ifndef BLOOM_CORE_CHECKSUM_H
#define BLOOM_CORE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

#include "core/image.h"

/* Room for XXH3's state, aligned as it wants; holds no resources. */
typedef struct bloom_checksum {
    uint8_t storage[640 + 64];
} bloom_checksum_t;

void bloom_checksum_init(bloom_checksum_t *checksum);
void bloom_checksum_update(bloom_checksum_t *checksum, const void *bytes, size_t size_bytes);
void bloom_checksum_final(const bloom_checksum_t *checksum, uint8_t trailer[BLOOM_TRAILER_BYTES]);

#endif
