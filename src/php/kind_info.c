#include "php/kind_info.h"

#include "core/rotating.h"
#include "core/scalable.h"

static void add_scalable_info(zval *array, const bloom_filter_t *filter)
{
    zval layers;
    array_init(&layers);
    uint32_t used = filter->kind->layer_count(filter->header);
    for (uint32_t i = 0; i < used; i++) {
        const bloom_layer_t *layer = &filter->layers[i];
        zval description;
        array_init_size(&description, 4);
        add_assoc_long(&description, "expected_items",
                       (zend_long)bloom_scalable_layer_items(&filter->geometry, i));
        add_assoc_long(&description, "count", (zend_long)bloom_scalable_layer_count(filter, i));
        add_assoc_long(&description, "bits", (zend_long)(layer->block_count * 512));
        add_assoc_long(&description, "hash_count",
                       (zend_long)(layer->bits_per_block * layer->blocks_per_item));
        add_next_index_zval(&layers, &description);
    }
    add_assoc_zval(array, "layers", &layers);
}

static void add_rotating_info(zval *array, const bloom_filter_t *filter,
                              const bloom_context_t *context)
{
    const uint64_t *options = filter->geometry.kind_parameters;
    add_assoc_long(array, "window_seconds", (zend_long)options[BLOOM_ROTATING_WINDOW_SECONDS]);
    add_assoc_long(array, "generations", (zend_long)options[BLOOM_ROTATING_GENERATIONS]);
    add_assoc_long(array, "live_generations",
                   (zend_long)bloom_rotating_live_slots(filter, context));
}

static void add_cuckoo_info(zval *array, const bloom_filter_t *filter,
                            const bloom_context_t *context)
{
    bloom_measurement_t measurement;
    filter->kind->measure(filter, &measurement, context);
    add_assoc_long(array, "fingerprint_bits", (zend_long)filter->geometry.kind_parameters[0]);
    add_assoc_long(array, "capacity", (zend_long)measurement.total_units);
    add_assoc_double(array, "load_factor",
                     (double)measurement.used_units / (double)measurement.total_units);
}

void php_bloom_add_kind_info(zval *array, const bloom_filter_t *filter,
                             const bloom_context_t *context)
{
    switch (filter->geometry.kind) {
    case BLOOM_KIND_SCALABLE:
        add_scalable_info(array, filter);
        break;
    case BLOOM_KIND_ROTATING:
        add_rotating_info(array, filter, context);
        break;
    case BLOOM_KIND_CUCKOO:
        add_cuckoo_info(array, filter, context);
        break;
    default:
        break;
    }
}
