#include "core/checksum.h"

#include "core/hash.h"

/* XXH3's state wants 64-byte alignment, which callers' memory need not have. */
static XXH3_state_t *aligned_state(const bloom_checksum_t *checksum)
{
    uintptr_t address = (uintptr_t)checksum->storage;
    return (XXH3_state_t *)((address + 63) & ~(uintptr_t)63);
}

_Static_assert(sizeof(XXH3_state_t) + 63 <= sizeof(bloom_checksum_t), "no room for XXH3's state");

void bloom_checksum_init(bloom_checksum_t *checksum)
{
    XXH3_INITSTATE(aligned_state(checksum));
    XXH3_128bits_reset(aligned_state(checksum));
}

void bloom_checksum_update(bloom_checksum_t *checksum, const void *bytes, size_t size_bytes)
{
    XXH3_128bits_update(aligned_state(checksum), bytes, size_bytes);
}

void bloom_checksum_final(const bloom_checksum_t *checksum, uint8_t trailer[BLOOM_TRAILER_BYTES])
{
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(aligned_state(checksum)));
    memcpy(trailer, canonical.digest, BLOOM_TRAILER_BYTES);
}
