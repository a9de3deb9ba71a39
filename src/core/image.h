/*
 * The image of a filter: header, then payload, no pointers. The same bytes serve request memory, a
 * mapped file and an exported string; FORMAT.md describes each of them.
 *
 * Everything that reads foreign bytes goes through bloom_image_read_header() and, for exported
 * images, bloom_image_check(); both check every bound before anything is allocated or followed.
 */
#ifndef BLOOM_CORE_IMAGE_H
#define BLOOM_CORE_IMAGE_H

#include "core/compiler.h"
#include "core/hash_key.h"
#include "core/status.h"

#define BLOOM_FORMAT_VERSION 1u
#define BLOOM_HEADER_BYTES 512u
#define BLOOM_TRAILER_BYTES 16u
#define BLOOM_KIND_WORDS 8u

/* The largest that is read: leaves room to count on within a signed number. */
#define BLOOM_GENERATION_MAX ((uint64_t)1 << 62)

/* 2^47 bytes is what a process of today's 64-bit systems can address at all. */
#if SIZE_MAX > UINT32_MAX
#define BLOOM_PAYLOAD_BYTES_MAX ((uint64_t)1 << 47)
#else
#define BLOOM_PAYLOAD_BYTES_MAX ((uint64_t)SIZE_MAX / 2)
#endif

/*
 * One group of fields per cache line, so that lines which change never share with lines which are
 * only read. Words are little-endian except in the groups marked native, which describe one
 * machine and are zero in exported images. All of it is 8-byte aligned; base is aligned to 64.
 */
typedef struct bloom_header {
    /* 0: identity and geometry; immutable, under the header checksum */
    uint8_t magic[8];
    uint16_t format_version;
    uint16_t kind;
    uint32_t header_bytes;
    uint64_t payload_bytes;
    uint64_t expected_items;
    uint64_t fpr_bits; /* IEEE 754 double */
    uint64_t key_fingerprint;
    uint64_t unit_count; /* blocks; buckets of a cuckoo filter */
    uint32_t hash_count; /* k, over all blocks of an item */
    uint32_t blocks_per_item;
    /* 64: parameters of the kind; immutable, under the header checksum */
    uint64_t kind_parameters[BLOOM_KIND_WORDS];
    /* 128: provenance; immutable once published, under the header checksum */
    uint64_t generation;
    uint64_t created_at_us; /* microseconds since 1970 UTC, of the first generation */
    uint64_t rebuilt_at_us; /* 0: never */
    uint64_t rebuild_count;
    uint64_t last_rebuild_us; /* how long it took */
    uint64_t reserved[2];     /* zero */
    uint64_t header_checksum; /* XXH3-64 of bytes 0 to 183 */
    /* 192: native: the switch to the next version (src/shm) */
    uint64_t state[8];
    /* 256: native: statistics */
    uint64_t statistics[8];
    /* 320: what the kind changes while it works, such as its number of layers */
    uint64_t kind_state[BLOOM_KIND_WORDS];
    /* 384: native: the process that loads, the boot, the file (src/shm) */
    uint64_t process[16];
} bloom_header_t;

/* The shape of a filter in host byte order: what plan() derives and the header stores. */
typedef struct bloom_geometry {
    uint16_t kind;
    uint64_t expected_items; /* n */
    double fpr;              /* p */
    uint64_t unit_count;
    uint64_t payload_bytes;
    uint32_t hash_count;
    uint32_t blocks_per_item;
    uint64_t kind_parameters[BLOOM_KIND_WORDS];
} bloom_geometry_t;

/* Where an image comes from, in host byte order. */
typedef struct bloom_provenance {
    uint64_t generation; /* from 1 */
    uint64_t created_at_us;
    uint64_t rebuilt_at_us;
    uint64_t rebuild_count;
    uint64_t last_rebuild_us;
} bloom_provenance_t;

/* Bytes of header and payload together; never overflows for a geometry that plan() or a check returned. */
BLOOM_INLINE uint64_t bloom_image_bytes(const bloom_geometry_t *geometry)
{
    return BLOOM_HEADER_BYTES + geometry->payload_bytes;
}

/* Bytes of an exported image. */
BLOOM_INLINE uint64_t bloom_export_bytes(const bloom_geometry_t *geometry)
{
    return bloom_image_bytes(geometry) + BLOOM_TRAILER_BYTES;
}

/* Writes all 512 bytes of *header; kind_state and the native groups become zero. */
void bloom_image_write_header(bloom_header_t *header, const bloom_geometry_t *geometry,
                              const bloom_provenance_t *provenance, const bloom_hash_key_t *key);

/* Changes the payload's size, in *header and its checksum, to that of *geometry, which is the same otherwise. */
void bloom_image_resize_header(bloom_header_t *header, const bloom_geometry_t *geometry);

/*
 * Checks and decodes the first BLOOM_HEADER_BYTES bytes of an image, which need no alignment.
 * `kind` is the kind wanted, 0 for any. On success the geometry is consistent: payload_bytes
 * follows from unit_count, and the shape delivers the rate it promises. How many bytes there
 * really are is for the caller to compare with bloom_image_bytes() or bloom_export_bytes().
 */
bloom_status_t bloom_image_read_header(const void *bytes, uint16_t kind,
                                       const bloom_hash_key_t *key, bloom_geometry_t *geometry,
                                       bloom_provenance_t *provenance);

/* The header as it stands in an exported image: *copy gets header without the native groups. */
void bloom_image_export_header(bloom_header_t *copy, const bloom_header_t *header);

/*
 * Checks an exported image of exactly size_bytes bytes, trailer included. `bytes` needs no
 * alignment; nothing is allocated.
 */
bloom_status_t bloom_image_check(const void *bytes, uint64_t size_bytes, uint16_t kind,
                                 const bloom_hash_key_t *key, bloom_geometry_t *geometry,
                                 bloom_provenance_t *provenance);

#endif
