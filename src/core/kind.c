#include "core/kind.h"

#include "core/counting.h"
#include "core/cuckoo.h"
#include "core/plain.h"
#include "core/rotating.h"
#include "core/scalable.h"

static const bloom_kind_t *const kinds[] = {
    &bloom_plain_kind,    &bloom_counting_kind, &bloom_scalable_kind,
    &bloom_rotating_kind, &bloom_cuckoo_kind,
};

const bloom_kind_t *bloom_kind_by_id(uint16_t id)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i]->id == id) {
            return kinds[i];
        }
    }
    return NULL;
}

bloom_status_t bloom_geometry_plan(bloom_geometry_t *geometry)
{
    if (geometry->expected_items < 1) {
        return BLOOM_ERROR_ITEMS_RANGE;
    }
    if (!(geometry->fpr >= BLOOM_FPR_MIN && geometry->fpr <= BLOOM_FPR_MAX)) { /* NaN too */
        return BLOOM_ERROR_FPR_RANGE;
    }
    return bloom_kind_by_id(geometry->kind)->plan(geometry);
}

bool bloom_geometry_is_compatible(const bloom_geometry_t *a, const bloom_geometry_t *b)
{
    bool is_same = a->kind == b->kind && a->unit_count == b->unit_count &&
                   a->hash_count == b->hash_count && a->blocks_per_item == b->blocks_per_item;
    for (size_t i = 0; i < BLOOM_KIND_WORDS; i++) {
        is_same = is_same && a->kind_parameters[i] == b->kind_parameters[i];
    }
    return is_same;
}

void bloom_filter_open(bloom_filter_t *filter, void *base, const bloom_geometry_t *geometry)
{
    filter->kind = bloom_kind_by_id(geometry->kind);
    filter->header = (bloom_header_t *)base;
    filter->payload = (uint64_t *)(void *)((uint8_t *)base + BLOOM_HEADER_BYTES);
    filter->unit_count = geometry->unit_count;
    filter->bits_per_block =
        geometry->blocks_per_item > 0 ? geometry->hash_count / geometry->blocks_per_item : 0;
    filter->blocks_per_item = geometry->blocks_per_item;
    filter->geometry = *geometry;
    filter->layer_room = 0;
    filter->layer_limit = 0;
    if (filter->kind->open != NULL) {
        filter->kind->open(filter);
    }
}

void bloom_filter_export_header(const bloom_filter_t *filter, bloom_header_t *header,
                                bloom_geometry_t *geometry, const bloom_context_t *context)
{
    const bloom_kind_t *kind = filter->kind;
    *geometry = filter->geometry;
    bloom_image_export_header(header, filter->header);
    if (kind->resize != NULL) {
        /* the copy's count, not the filter's: that may have grown since */
        if (kind->resize(&filter->geometry, kind->layer_count(header), geometry) == BLOOM_OK) {
            bloom_image_resize_header(header, geometry);
        }
    }
    if (kind->suspend != NULL) {
        kind->suspend(header, context);
    }
}
