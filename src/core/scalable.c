#include "core/scalable.h"

#include <math.h>
#include <string.h>

#include "core/atomic.h"
#include "core/block.h"
#include "core/plain.h"
#include "core/sizing.h"

/* The first words of a layer, in a line of their own before its blocks. */
enum {
    LAYER_COUNT = 0, /* places reserved */
    LAYER_HEADER_WORDS = 8
};
#define LAYER_HEADER_BYTES 64u

/*
 * Layers are as many as keep a shared image's sparse file within TARGET bytes, but at least enough for
 * 1,000 times the first one's items.
 */
#define LAYERS_TARGET 10u
#define PAYLOAD_BYTES_TARGET ((uint64_t)1 << 40)
/* The rates add up to this part of p: sizing plans for 1.03 times the rate that it is given. */
#define PLANNED_PART (1 / 1.03)
/* No layer has more hashes per item than a plain filter for all of p, and this many. */
#define MORE_HASHES 6u
/* What the rates of an image's layers, which may have been made elsewhere, add up to at most. */
#define PROMISED_EXCESS 1.05

/*
 * A layer's shape as a kind parameter, two of them to a word: bits_per_block - 1 in bits 0 to 3,
 * blocks_per_item - 1 in bit 4, block_count as mantissa * 2^exponent in bits 5 to 25 and 26 to 31. 0: no layer.
 */
#define MANTISSA_BITS 21u

static uint32_t shape_encode(const bloom_layer_t *shape)
{
    uint32_t exponent = 0;
    while (shape->block_count >> exponent >> MANTISSA_BITS != 0) {
        exponent++;
    }
    uint64_t mantissa = shape->block_count >> exponent;
    return (shape->bits_per_block - 1) | (shape->blocks_per_item - 1) << 4 |
           (uint32_t)mantissa << 5 | exponent << 26;
}

static void shape_decode(bloom_layer_t *shape, uint32_t code)
{
    shape->bits_per_block = (code & 15) + 1;
    shape->blocks_per_item = (code >> 4 & 1) + 1;
    shape->block_count = (uint64_t)(code >> 5 & ((1u << MANTISSA_BITS) - 1)) << (code >> 26);
}

/* What a layer of block_count blocks at least becomes when it is encoded. */
static uint64_t encodable(uint64_t block_count)
{
    uint64_t step = 1;
    while (block_count / step >> MANTISSA_BITS != 0) {
        step *= 2;
        block_count = (block_count + step - 1) / step * step;
    }
    return block_count;
}

static uint32_t shape_code(const bloom_geometry_t *geometry, uint32_t layer)
{
    return (uint32_t)(geometry->kind_parameters[layer / 2] >> (layer % 2 * 32));
}

static uint32_t layer_limit(const bloom_geometry_t *geometry)
{
    uint32_t limit = 0;
    while (limit < BLOOM_LAYERS_MAX && shape_code(geometry, limit) != 0) {
        limit++;
    }
    return limit;
}

static uint64_t layer_bytes(uint64_t block_count)
{
    return LAYER_HEADER_BYTES + block_count * BLOOM_BLOCK_BYTES;
}

uint64_t bloom_scalable_layer_items(const bloom_geometry_t *geometry, uint32_t layer)
{
    uint64_t first = geometry->expected_items;
    return (first < BLOOM_SCALABLE_ITEMS_MIN ? BLOOM_SCALABLE_ITEMS_MIN : first) << layer;
}

/* -- geometry --------------------------------------------------------------------------------------- */

/* Rate of layer i of limit. */
static double layer_fpr(double fpr, uint32_t layer, uint32_t limit)
{
    double sum = 0;
    for (uint32_t i = 0; i < limit; i++) {
        sum += 1.0 / (i + 1);
    }
    return fpr * PLANNED_PART / (layer + 1) / sum;
}

/* Roughly, by the classic formula and without overflow: what all layers take. */
static double estimated_bytes(const bloom_geometry_t *geometry, uint32_t limit)
{
    double first = fmax((double)geometry->expected_items, BLOOM_SCALABLE_ITEMS_MIN), bits = 0;
    for (uint32_t i = 0; i < limit; i++) {
        bits += ldexp(first, (int)i) * -log(layer_fpr(geometry->fpr, i, limit)) / 0.48;
    }
    return bits / 8;
}

/* BLOOM_ERROR_SIZE_RANGE: that many layers cannot be addressed. */
static bloom_status_t plan_layers(bloom_geometry_t *geometry, uint32_t limit)
{
    bloom_geometry_t plain = {.expected_items = bloom_scalable_layer_items(geometry, 0),
                              .fpr = geometry->fpr};
    bloom_status_t status = bloom_sizing_plan(&plain, BLOOM_BLOCK_BYTES);
    if (status != BLOOM_OK) {
        return status;
    }
    uint64_t total_bytes = 0;
    memset(geometry->kind_parameters, 0, sizeof geometry->kind_parameters);
    for (uint32_t i = 0; i < limit; i++) {
        bloom_geometry_t plan = {.expected_items = bloom_scalable_layer_items(geometry, i),
                                 .fpr = layer_fpr(geometry->fpr, i, limit)};
        status = bloom_sizing_plan_within(&plan, BLOOM_BLOCK_BYTES, plain.hash_count + MORE_HASHES);
        if (status != BLOOM_OK) {
            return status;
        }
        bloom_layer_t shape = {.block_count = encodable(plan.unit_count),
                               .bits_per_block = plan.hash_count / plan.blocks_per_item,
                               .blocks_per_item = plan.blocks_per_item};
        total_bytes += layer_bytes(shape.block_count);
        if (total_bytes > BLOOM_PAYLOAD_BYTES_MAX) {
            return BLOOM_ERROR_SIZE_RANGE;
        }
        geometry->kind_parameters[i / 2] |= (uint64_t)shape_encode(&shape) << (i % 2 * 32);
        if (i == 0) {
            geometry->unit_count = shape.block_count;
            geometry->payload_bytes = total_bytes;
            geometry->hash_count = plan.hash_count;
            geometry->blocks_per_item = plan.blocks_per_item;
        }
    }
    return BLOOM_OK;
}

static bloom_status_t scalable_plan(bloom_geometry_t *geometry)
{
    uint32_t limit = BLOOM_LAYERS_MAX;
    while (limit > LAYERS_TARGET &&
           estimated_bytes(geometry, limit) > (double)PAYLOAD_BYTES_TARGET) {
        limit--;
    }
    while (limit > 1 && estimated_bytes(geometry, limit) > (double)BLOOM_PAYLOAD_BYTES_MAX) {
        limit--;
    }
    if (estimated_bytes(geometry, limit) > (double)BLOOM_PAYLOAD_BYTES_MAX) {
        return BLOOM_ERROR_SIZE_RANGE;
    }
    bloom_status_t status = plan_layers(geometry, limit);
    while (status == BLOOM_ERROR_SIZE_RANGE && limit > 1) { /* the estimate was a little low */
        status = plan_layers(geometry, --limit);
    }
    return status;
}

static bloom_status_t scalable_resize(const bloom_geometry_t *geometry, uint32_t layer_count,
                                      bloom_geometry_t *resized)
{
    uint32_t limit = layer_limit(geometry);
    uint32_t wanted = layer_count == BLOOM_LAYERS_ALL ? limit : layer_count;
    if (wanted < 1 || wanted > limit) {
        return BLOOM_ERROR_FULL;
    }
    uint64_t payload_bytes = 0;
    for (uint32_t i = 0; i < wanted; i++) {
        bloom_layer_t shape;
        shape_decode(&shape, shape_code(geometry, i));
        payload_bytes += layer_bytes(shape.block_count);
    }
    *resized = *geometry;
    resized->payload_bytes = payload_bytes;
    return BLOOM_OK;
}

static bloom_status_t scalable_check_geometry(const bloom_geometry_t *geometry)
{
    uint32_t limit = layer_limit(geometry);
    uint64_t first_items = bloom_scalable_layer_items(geometry, 0);
    if (limit == 0 || first_items > UINT64_MAX >> (limit - 1)) {
        return BLOOM_ERROR_GEOMETRY;
    }
    uint64_t total_bytes = 0;
    bool ends_with_layer = false;
    double fpr = 0;
    for (uint32_t i = 0; i < BLOOM_LAYERS_MAX; i++) {
        uint32_t code = shape_code(geometry, i);
        if (i >= limit) {
            if (code != 0) {
                return BLOOM_ERROR_GEOMETRY;
            }
            continue;
        }
        bloom_layer_t shape;
        shape_decode(&shape, code);
        if (shape.block_count < shape.blocks_per_item ||
            shape.block_count > BLOOM_PAYLOAD_BYTES_MAX / BLOOM_BLOCK_BYTES ||
            shape_encode(&shape) != code) {
            return BLOOM_ERROR_GEOMETRY;
        }
        if (i == 0 && (shape.block_count != geometry->unit_count ||
                       shape.blocks_per_item != geometry->blocks_per_item ||
                       shape.bits_per_block * shape.blocks_per_item != geometry->hash_count)) {
            return BLOOM_ERROR_GEOMETRY;
        }
        total_bytes += layer_bytes(shape.block_count);
        if (total_bytes > BLOOM_PAYLOAD_BYTES_MAX) {
            return BLOOM_ERROR_GEOMETRY;
        }
        ends_with_layer |= total_bytes == geometry->payload_bytes;
        fpr += bloom_sizing_fpr(shape.block_count, shape.bits_per_block, shape.blocks_per_item,
                                bloom_scalable_layer_items(geometry, i));
    }
    return ends_with_layer && fpr <= PROMISED_EXCESS * geometry->fpr ? BLOOM_OK
                                                                     : BLOOM_ERROR_GEOMETRY;
}

static void scalable_open(bloom_filter_t *filter)
{
    uint64_t *next = filter->payload;
    const uint64_t *end = filter->payload + filter->geometry.payload_bytes / sizeof *next;
    filter->layer_limit = layer_limit(&filter->geometry);
    for (uint32_t i = 0; i < filter->layer_limit && next < end; i++) {
        bloom_layer_t *layer = &filter->layers[i];
        shape_decode(layer, shape_code(&filter->geometry, i));
        layer->blocks = next + LAYER_HEADER_WORDS;
        next += layer_bytes(layer->block_count) / sizeof *next;
        filter->layer_room++;
    }
}

/* -- state ------------------------------------------------------------------------------------------- */

static uint32_t scalable_layer_count(const bloom_header_t *header)
{
    uint64_t more = bloom_le64(bloom_load_acquire(&header->kind_state[BLOOM_SCALABLE_MORE_LAYERS]));
    return more < BLOOM_LAYERS_MAX ? (uint32_t)more + 1 : BLOOM_LAYERS_MAX;
}

/* Of a damaged shared file no more than it has room for. */
BLOOM_INLINE uint32_t layers_in_use(const bloom_filter_t *filter)
{
    uint32_t used = scalable_layer_count(filter->header);
    return used < filter->layer_room ? used : filter->layer_room;
}

static uint64_t *layer_counter(const bloom_filter_t *filter, uint32_t layer)
{
    return filter->layers[layer].blocks - LAYER_HEADER_WORDS + LAYER_COUNT;
}

uint64_t bloom_scalable_layer_count(const bloom_filter_t *filter, uint32_t layer)
{
    return bloom_le64(bloom_load_relaxed(layer_counter(filter, layer)));
}

/* False if the layer is full. */
static bool reserve_place(const bloom_filter_t *filter, uint32_t layer, bool is_shared)
{
    uint64_t *counter = layer_counter(filter, layer);
    uint64_t items = bloom_scalable_layer_items(&filter->geometry, layer);
    uint64_t found = bloom_load_relaxed(counter);
    while (bloom_le64(found) < items) {
        uint64_t desired = bloom_le64(bloom_le64(found) + 1);
        if (!is_shared) {
            *counter = desired;
            return true;
        }
        if (bloom_compare_exchange_relaxed(counter, &found, desired)) {
            return true;
        }
    }
    return false;
}

static bloom_status_t scalable_grow(const bloom_filter_t *filter, uint32_t used,
                                    const bloom_context_t *context)
{
    (void)context;
    if (used < 1 || used >= filter->layer_room) {
        return BLOOM_ERROR_FULL;
    }
    /* its caller may have counted the layers after another had grown: the newest is not full then */
    if (layers_in_use(filter) != used ||
        bloom_scalable_layer_count(filter, used - 1) <
            bloom_scalable_layer_items(&filter->geometry, used - 1)) {
        return BLOOM_OK;
    }
    uint64_t expected = bloom_le64(used - 1);
    bloom_compare_exchange(&filter->header->kind_state[BLOOM_SCALABLE_MORE_LAYERS], &expected,
                           bloom_le64(used));
    return BLOOM_OK;
}

/*
 * The copy of a filter that others were adding to may count fewer places than it has items. So the newest
 * layer's items are estimated from its bits, and what is beyond six standard deviations is believed.
 */
static bloom_status_t scalable_check_state(const bloom_filter_t *filter,
                                           const bloom_context_t *context)
{
    for (size_t i = BLOOM_SCALABLE_MORE_LAYERS + 1; i < BLOOM_KIND_WORDS; i++) {
        if (filter->header->kind_state[i] != 0) {
            return BLOOM_ERROR_GEOMETRY;
        }
    }
    uint64_t more = bloom_le64(filter->header->kind_state[BLOOM_SCALABLE_MORE_LAYERS]);
    if (more >= filter->layer_room) {
        return BLOOM_ERROR_GEOMETRY;
    }
    uint32_t newest = (uint32_t)more;
    for (uint32_t i = 0; i <= newest; i++) {
        uint64_t count = bloom_scalable_layer_count(filter, i);
        uint64_t items = bloom_scalable_layer_items(&filter->geometry, i);
        if (i < newest ? count != items : count > items) { /* only full layers get a successor */
            return BLOOM_ERROR_GEOMETRY;
        }
        for (uint32_t w = LAYER_COUNT + 1; w < LAYER_HEADER_WORDS; w++) {
            if (layer_counter(filter, i)[w] != 0) {
                return BLOOM_ERROR_GEOMETRY;
            }
        }
    }
    if (context->is_shared) { /* its counters are in use, and right */
        return BLOOM_OK;
    }
    const bloom_layer_t *layer = &filter->layers[newest];
    bloom_measurement_t measured;
    bloom_blocks_measure(layer->blocks, layer->block_count, BLOOM_BLOCK_WORDS,
                         layer->bits_per_block, layer->blocks_per_item, &measured);
    double deviation =
        sqrt((double)measured.total_units) / (layer->bits_per_block * layer->blocks_per_item);
    double items = (double)bloom_scalable_layer_items(&filter->geometry, newest);
    if (measured.item_count - 6 * deviation > (double)bloom_scalable_layer_count(filter, newest)) {
        *layer_counter(filter, newest) = bloom_le64((uint64_t)fmin(measured.item_count, items));
    }
    return BLOOM_OK;
}

/* -- operations -------------------------------------------------------------------------------------- */

BLOOM_INLINE bool layer_contains(const bloom_layer_t *layer, bloom_hash_t hash)
{
    return bloom_plain_contains(layer->blocks, layer->block_count, layer->bits_per_block,
                                layer->blocks_per_item, hash);
}

BLOOM_INLINE void layer_prefetch(const bloom_layer_t *layer, bloom_hash_t hash)
{
    uint64_t first = bloom_block_first(hash.low, layer->block_count);
    BLOOM_PREFETCH_READ(layer->blocks + first * BLOOM_BLOCK_WORDS);
    if (layer->blocks_per_item == 2) {
        uint64_t second = bloom_block_second(hash.low, first, layer->block_count);
        BLOOM_PREFETCH_READ(layer->blocks + second * BLOOM_BLOCK_WORDS);
    }
}

static bool layers_contain(const bloom_filter_t *filter, uint32_t used, bloom_hash_t hash)
{
    for (uint32_t i = used - 1; i > 0; i--) { /* all cache misses at once */
        layer_prefetch(&filter->layers[i - 1], hash);
    }
    for (uint32_t i = used; i > 0; i--) {
        if (layer_contains(&filter->layers[i - 1], hash)) {
            return true;
        }
    }
    return false;
}

static bool scalable_contains(const bloom_filter_t *filter, bloom_hash_t hash,
                              const bloom_context_t *context)
{
    (void)context;
    return layers_contain(filter, layers_in_use(filter), hash);
}

/* A layer at a time, and of it only what no newer one has answered. */
static void scalable_contains_batch(const bloom_filter_t *filter, const bloom_hash_t *hashes,
                                    size_t count, bool *answers, const bloom_context_t *context)
{
    (void)context;
    memset(answers, false, count * sizeof *answers);
    for (uint32_t i = layers_in_use(filter); i > 0; i--) {
        const bloom_layer_t *layer = &filter->layers[i - 1];
        for (size_t h = 0; h < count; h++) {
            if (!answers[h]) {
                layer_prefetch(layer, hashes[h]);
            }
        }
        for (size_t h = 0; h < count; h++) {
            if (!answers[h]) {
                answers[h] = layer_contains(layer, hashes[h]);
            }
        }
    }
}

static void scalable_prefetch(const bloom_filter_t *filter, bloom_hash_t hash)
{
    for (uint32_t i = layers_in_use(filter); i > 0; i--) {
        layer_prefetch(&filter->layers[i - 1], hash);
    }
}

static bloom_add_result_t scalable_add(const bloom_filter_t *filter, bloom_hash_t hash,
                                       const bloom_context_t *context)
{
    for (;;) {
        uint32_t used = layers_in_use(filter);
        if (layers_contain(filter, used, hash)) {
            return BLOOM_ADD_PRESENT;
        }
        if (reserve_place(filter, used - 1, context->is_shared)) {
            const bloom_layer_t *layer = &filter->layers[used - 1];
            return bloom_blocks_add(layer->blocks, layer->block_count, layer->bits_per_block,
                                    layer->blocks_per_item, hash, context->is_shared)
                       ? BLOOM_ADD_NEW
                       : BLOOM_ADD_PRESENT;
        }
        if (layers_in_use(filter) == used) {
            return used < filter->layer_limit ? BLOOM_ADD_GROW : BLOOM_ADD_FULL;
        }
    }
}

static double scalable_expected_fpr(const bloom_geometry_t *geometry, uint64_t item_count)
{
    uint32_t limit = layer_limit(geometry);
    double none = 1; /* chance that no layer errs */
    for (uint32_t i = 0; i < limit && item_count > 0; i++) {
        bloom_layer_t shape;
        shape_decode(&shape, shape_code(geometry, i));
        uint64_t items = bloom_scalable_layer_items(geometry, i);
        if (item_count < items || i == limit - 1) {
            items = item_count;
        }
        none *= 1 - bloom_sizing_fpr(shape.block_count, shape.bits_per_block, shape.blocks_per_item,
                                     items);
        item_count -= items;
    }
    return 1 - none;
}

static void scalable_measure(const bloom_filter_t *filter, bloom_measurement_t *measurement,
                             const bloom_context_t *context)
{
    (void)context;
    bloom_measurement_t sum = {0};
    for (uint32_t i = layers_in_use(filter); i > 0; i--) {
        const bloom_layer_t *layer = &filter->layers[i - 1];
        bloom_measurement_t part;
        bloom_blocks_measure(layer->blocks, layer->block_count, BLOOM_BLOCK_WORDS,
                             layer->bits_per_block, layer->blocks_per_item, &part);
        sum.used_units += part.used_units;
        sum.total_units += part.total_units;
        sum.item_count += part.item_count;
        sum.fpr += part.fpr - sum.fpr * part.fpr;
    }
    *measurement = sum;
}

const bloom_kind_t bloom_scalable_kind = {
    .id = BLOOM_KIND_SCALABLE,
    .name = "scalable",
    .can_be_shared = true,
    .plan = scalable_plan,
    .check_geometry = scalable_check_geometry,
    .open = scalable_open,
    .check_state = scalable_check_state,
    .add = scalable_add,
    .contains = scalable_contains,
    .contains_batch = scalable_contains_batch,
    .prefetch = scalable_prefetch,
    .layer_count = scalable_layer_count,
    .resize = scalable_resize,
    .grow = scalable_grow,
    .expected_fpr = scalable_expected_fpr,
    .measure = scalable_measure,
};
