#include "core/image.h"

#include <string.h>

#include "core/checksum.h"
#include "core/hash.h"
#include "core/kind.h"

#define OFFSET_CHECK(field, offset) \
    _Static_assert(offsetof(bloom_header_t, field) == (offset), #field " moved")
OFFSET_CHECK(payload_bytes, 16);
OFFSET_CHECK(unit_count, 48);
OFFSET_CHECK(kind_parameters, 64);
OFFSET_CHECK(generation, 128);
OFFSET_CHECK(header_checksum, 184);
OFFSET_CHECK(state, 192);
OFFSET_CHECK(statistics, 256);
OFFSET_CHECK(kind_state, 320);
OFFSET_CHECK(process, 384);
_Static_assert(sizeof(bloom_header_t) == BLOOM_HEADER_BYTES, "header size is part of the format");

/* As PNG's: a byte that text transfer would lose, a name, and line ends that it would change. */
static const uint8_t magic[8] = {0x89, 'B', 'L', 'O', 'O', 'M', '\r', '\n'};

static uint64_t header_checksum(const bloom_header_t *header)
{
    return XXH3_64bits(header, offsetof(bloom_header_t, header_checksum));
}

void bloom_image_write_header(bloom_header_t *header, const bloom_geometry_t *geometry,
                              const bloom_provenance_t *provenance, const bloom_hash_key_t *key)
{
    uint64_t fpr_bits;
    memcpy(&fpr_bits, &geometry->fpr, sizeof fpr_bits);
    memset(header, 0, sizeof *header);
    memcpy(header->magic, magic, sizeof magic);
    header->format_version = bloom_le16(BLOOM_FORMAT_VERSION);
    header->kind = bloom_le16(geometry->kind);
    header->header_bytes = bloom_le32(BLOOM_HEADER_BYTES);
    header->payload_bytes = bloom_le64(geometry->payload_bytes);
    header->expected_items = bloom_le64(geometry->expected_items);
    header->fpr_bits = bloom_le64(fpr_bits);
    header->key_fingerprint = bloom_le64(key->fingerprint);
    header->unit_count = bloom_le64(geometry->unit_count);
    header->hash_count = bloom_le32(geometry->hash_count);
    header->blocks_per_item = bloom_le32(geometry->blocks_per_item);
    for (size_t i = 0; i < BLOOM_KIND_WORDS; i++) {
        header->kind_parameters[i] = bloom_le64(geometry->kind_parameters[i]);
    }
    header->generation = bloom_le64(provenance->generation);
    header->created_at_us = bloom_le64(provenance->created_at_us);
    header->rebuilt_at_us = bloom_le64(provenance->rebuilt_at_us);
    header->rebuild_count = bloom_le64(provenance->rebuild_count);
    header->last_rebuild_us = bloom_le64(provenance->last_rebuild_us);
    header->header_checksum = bloom_le64(header_checksum(header));
}

void bloom_image_resize_header(bloom_header_t *header, const bloom_geometry_t *geometry)
{
    header->payload_bytes = bloom_le64(geometry->payload_bytes);
    header->header_checksum = bloom_le64(header_checksum(header));
}

bloom_status_t bloom_image_read_header(const void *bytes, uint16_t kind,
                                       const bloom_hash_key_t *key, bloom_geometry_t *geometry,
                                       bloom_provenance_t *provenance)
{
    bloom_header_t header;
    memcpy(&header, bytes, sizeof header);
    if (memcmp(header.magic, magic, sizeof magic) != 0) {
        return BLOOM_ERROR_NOT_AN_IMAGE;
    }
    /* before the checksum: another version may compute it differently */
    if (bloom_le16(header.format_version) != BLOOM_FORMAT_VERSION) {
        return BLOOM_ERROR_FORMAT_VERSION;
    }
    if (bloom_le64(header.header_checksum) != header_checksum(&header)) {
        return BLOOM_ERROR_HEADER_CHECKSUM;
    }
    const bloom_kind_t *known = bloom_kind_by_id(bloom_le16(header.kind));
    if (known == NULL) {
        return BLOOM_ERROR_UNKNOWN_KIND;
    }
    if (kind != BLOOM_KIND_ANY && kind != known->id) {
        return BLOOM_ERROR_OTHER_KIND;
    }
    if (bloom_le64(header.key_fingerprint) != key->fingerprint) {
        return BLOOM_ERROR_HASH_KEY;
    }

    uint64_t fpr_bits = bloom_le64(header.fpr_bits);
    geometry->kind = known->id;
    geometry->expected_items = bloom_le64(header.expected_items);
    memcpy(&geometry->fpr, &fpr_bits, sizeof fpr_bits);
    geometry->unit_count = bloom_le64(header.unit_count);
    geometry->payload_bytes = bloom_le64(header.payload_bytes);
    geometry->hash_count = bloom_le32(header.hash_count);
    geometry->blocks_per_item = bloom_le32(header.blocks_per_item);
    for (size_t i = 0; i < BLOOM_KIND_WORDS; i++) {
        geometry->kind_parameters[i] = bloom_le64(header.kind_parameters[i]);
    }
    provenance->generation = bloom_le64(header.generation);
    provenance->created_at_us = bloom_le64(header.created_at_us);
    provenance->rebuilt_at_us = bloom_le64(header.rebuilt_at_us);
    provenance->rebuild_count = bloom_le64(header.rebuild_count);
    provenance->last_rebuild_us = bloom_le64(header.last_rebuild_us);

    if (bloom_le32(header.header_bytes) != BLOOM_HEADER_BYTES || header.reserved[0] != 0 ||
        header.reserved[1] != 0 || provenance->generation == 0 ||
        provenance->generation > BLOOM_GENERATION_MAX ||
        provenance->rebuild_count > BLOOM_GENERATION_MAX || geometry->expected_items == 0 ||
        !(geometry->fpr >= BLOOM_FPR_MIN && geometry->fpr <= BLOOM_FPR_MAX)) {
        return BLOOM_ERROR_GEOMETRY;
    }
    return known->check_geometry(geometry);
}

void bloom_image_export_header(bloom_header_t *copy, const bloom_header_t *header)
{
    memset(copy, 0, sizeof *copy);
    memcpy(copy, header, offsetof(bloom_header_t, state));
    for (size_t i = 0; i < BLOOM_KIND_WORDS; i++) {
        copy->kind_state[i] = bloom_load_relaxed(&header->kind_state[i]);
    }
}

bloom_status_t bloom_image_check(const void *bytes, uint64_t size_bytes, uint16_t kind,
                                 const bloom_hash_key_t *key, bloom_geometry_t *geometry,
                                 bloom_provenance_t *provenance)
{
    size_t comparable = size_bytes < sizeof magic ? (size_t)size_bytes : sizeof magic;
    if (comparable == 0 || memcmp(bytes, magic, comparable) != 0) {
        return BLOOM_ERROR_NOT_AN_IMAGE;
    }
    if (size_bytes < BLOOM_HEADER_BYTES) {
        return BLOOM_ERROR_TRUNCATED;
    }
    bloom_status_t status = bloom_image_read_header(bytes, kind, key, geometry, provenance);
    if (status != BLOOM_OK) {
        return status;
    }
    uint64_t export_bytes = bloom_export_bytes(geometry);
    if (size_bytes != export_bytes) {
        return size_bytes < export_bytes ? BLOOM_ERROR_TRUNCATED : BLOOM_ERROR_TRAILING_BYTES;
    }
    bloom_checksum_t checksum;
    uint8_t trailer[BLOOM_TRAILER_BYTES];
    size_t covered = (size_t)(export_bytes - BLOOM_TRAILER_BYTES);
    bloom_checksum_init(&checksum);
    bloom_checksum_update(&checksum, bytes, covered);
    bloom_checksum_final(&checksum, trailer);
    if (memcmp(trailer, (const uint8_t *)bytes + covered, sizeof trailer) != 0) {
        return BLOOM_ERROR_IMAGE_CHECKSUM;
    }
    return BLOOM_OK;
}
