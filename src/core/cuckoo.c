#include "core/cuckoo.h"

#include <math.h>

#include "core/block.h"

/* As in sizing.c: planned for, and promised. */
#define PLANNED_EXCESS 1.03
#define PROMISED_EXCESS 1.05

/* Share of the slots that plan() means to fill; large tables take 97.5 % before adds fail. */
#define LOAD_PLANNED 0.95
/* More slots on top of that. */
#define SLOTS_SPARE 24

/*
 * Buckets never straddle a cache line: 128 / f of them, of 4f bits each, from the line's lowest bit up; the bits that
 * are left are zero. Division by the number of buckets in a line is multiplication by a reciprocal rounded up,
 * exact for all bucket numbers below 2^47.
 */
typedef struct shape {
    uint64_t reciprocal;
    uint64_t
        ones; /* the lowest bit of each of four fingerprints; 0 if they do not fit into 64 bits */
    uint64_t buckets_per_line;
} shape_t;

#define BUCKETS_PER_LINE(f) ((uint64_t)BLOOM_BLOCK_BITS / (BLOOM_CUCKOO_SLOTS * (f)))
#define SHAPE(f)                                                                  \
    [f] = {UINT64_MAX / BUCKETS_PER_LINE(f) + 1,                                  \
           (f) > 16 ? 0                                                           \
                    : 1 | (uint64_t)1 << (f) % 64 | (uint64_t)1 << 2 * (f) % 64 | \
                          (uint64_t)1 << 3 * (f) % 64,                            \
           BUCKETS_PER_LINE(f)}
static const shape_t shapes[BLOOM_CUCKOO_BITS_MAX + 1] = {
    SHAPE(6),  SHAPE(7),  SHAPE(8),  SHAPE(9),  SHAPE(10), SHAPE(11), SHAPE(12),
    SHAPE(13), SHAPE(14), SHAPE(15), SHAPE(16), SHAPE(17), SHAPE(18), SHAPE(19),
    SHAPE(20), SHAPE(21), SHAPE(22), SHAPE(23), SHAPE(24), SHAPE(25), SHAPE(26),
    SHAPE(27), SHAPE(28), SHAPE(29), SHAPE(30), SHAPE(31), SHAPE(32), SHAPE(33),
};

/* Fingerprints are 1 to this; 0 is an empty slot. */
BLOOM_INLINE uint64_t fingerprint_max(uint32_t bits)
{
    return ((uint64_t)1 << bits) - 1;
}

/* The filter, decoded for one operation. */
typedef struct table {
    uint64_t *lines;
    uint64_t bucket_count; /* even */
    uint32_t bits;         /* of a fingerprint */
    const shape_t *shape;
} table_t;

BLOOM_INLINE table_t table_of(const bloom_filter_t *filter)
{
    uint32_t bits = (uint32_t)filter->geometry.kind_parameters[0];
    table_t table = {filter->payload, filter->unit_count, bits, &shapes[bits]};
    return table;
}

/* Where a bucket begins. */
typedef struct bucket {
    uint64_t *line;
    uint32_t bit; /* of the line */
} bucket_t;

BLOOM_INLINE bucket_t bucket_at(const table_t *table, uint64_t index)
{
    uint64_t line = bloom_multiply_high(index, table->shape->reciprocal);
    uint64_t place = index - line * table->shape->buckets_per_line;
    bucket_t bucket = {table->lines + line * BLOOM_BLOCK_WORDS,
                       (uint32_t)place * BLOOM_CUCKOO_SLOTS * table->bits};
    return bucket;
}

/* 64 bits of a line from a bit on; those beyond the line's end are of no meaning. */
BLOOM_INLINE uint64_t read_bits(const uint64_t *line, uint32_t bit)
{
    uint32_t word = bit / 64, next = word + (word < BLOOM_BLOCK_WORDS - 1);
    return bloom_le64(line[word]) >> bit % 64 | bloom_le64(line[next]) << 1 << (63 - bit % 64);
}

BLOOM_INLINE uint64_t slot_read(const table_t *table, bucket_t bucket, uint32_t slot)
{
    return read_bits(bucket.line, bucket.bit + slot * table->bits) & fingerprint_max(table->bits);
}

BLOOM_INLINE void slot_write(const table_t *table, bucket_t bucket, uint32_t slot,
                             uint64_t fingerprint)
{
    uint32_t bit = bucket.bit + slot * table->bits, shift = bit % 64;
    uint64_t *word = bucket.line + bit / 64, mask = fingerprint_max(table->bits);
    *word = bloom_le64((bloom_le64(*word) & ~(mask << shift)) | fingerprint << shift);
    if (shift + table->bits > 64) {
        word++;
        *word =
            bloom_le64((bloom_le64(*word) & ~(mask >> (64 - shift))) | fingerprint >> (64 - shift));
    }
}

/* The number of the first slot that holds the fingerprint, or of the first empty one for 0; 4 if there is none. */
BLOOM_INLINE uint32_t slot_find(const table_t *table, bucket_t bucket, uint64_t fingerprint)
{
    uint32_t slot = 0;
    while (slot < BLOOM_CUCKOO_SLOTS && slot_read(table, bucket, slot) != fingerprint) {
        slot++;
    }
    return slot;
}

BLOOM_INLINE bool bucket_contains(const table_t *table, bucket_t bucket, uint64_t fingerprint)
{
    uint64_t ones = table->shape->ones;
    if (ones != 0) {
        uint64_t differences = read_bits(bucket.line, bucket.bit) ^ (fingerprint * ones);
        return ((differences - ones) & ~differences & ones << (table->bits - 1)) != 0;
    }
    bool is_found = false;
    for (uint32_t slot = 0; slot < BLOOM_CUCKOO_SLOTS; slot++) {
        is_found |= slot_read(table, bucket, slot) == fingerprint;
    }
    return is_found;
}

/*
 * The other bucket of a fingerprint: what the two numbers add up to, modulo the number of buckets, is odd and
 * depends on the fingerprint alone. The number of buckets is even, so the two are never the same.
 */
BLOOM_INLINE uint64_t other_bucket(const table_t *table, uint64_t index, uint64_t fingerprint)
{
    uint64_t mixed = fingerprint * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 32) * 0xBF58476D1CE4E5B9u;
    uint64_t sum = 2 * bloom_multiply_high(mixed, table->bucket_count / 2) + 1;
    return sum >= index ? sum - index : sum + table->bucket_count - index;
}

/* Where an item can be. */
typedef struct places {
    uint64_t fingerprint;
    uint64_t first, second;
} places_t;

BLOOM_INLINE places_t places_of(const table_t *table, bloom_hash_t hash)
{
    places_t places;
    places.fingerprint = 1 + bloom_multiply_high(hash.high, fingerprint_max(table->bits));
    places.first = bloom_multiply_high(hash.low, table->bucket_count);
    places.second = other_bucket(table, places.first, places.fingerprint);
    return places;
}

BLOOM_INLINE bool item_is_contained(const table_t *table, bloom_hash_t hash)
{
    places_t places = places_of(table, hash);
    bucket_t second = bucket_at(table, places.second);
    BLOOM_PREFETCH_READ(second.line);
    bool in_first = bucket_contains(table, bucket_at(table, places.first), places.fingerprint);
    return in_first | bucket_contains(table, second, places.fingerprint);
}

static bool cuckoo_contains(const bloom_filter_t *filter, bloom_hash_t hash,
                            const bloom_context_t *context)
{
    (void)context;
    table_t table = table_of(filter);
    return item_is_contained(&table, hash);
}

static void cuckoo_prefetch(const bloom_filter_t *filter, bloom_hash_t hash)
{
    table_t table = table_of(filter);
    places_t places = places_of(&table, hash);
    BLOOM_PREFETCH_READ(bucket_at(&table, places.first).line);
    BLOOM_PREFETCH_READ(bucket_at(&table, places.second).line);
}

static void cuckoo_contains_batch(const bloom_filter_t *filter, const bloom_hash_t *hashes,
                                  size_t count, bool *answers, const bloom_context_t *context)
{
    (void)context;
    table_t table = table_of(filter);
    for (size_t i = 0; i < count; i++) {
        cuckoo_prefetch(filter, hashes[i]);
    }
    for (size_t i = 0; i < count; i++) {
        answers[i] = item_is_contained(&table, hashes[i]);
    }
}

static bool store_in_bucket(const table_t *table, uint64_t index, uint64_t fingerprint)
{
    bucket_t bucket = bucket_at(table, index);
    uint32_t slot = slot_find(table, bucket, 0);
    if (slot == BLOOM_CUCKOO_SLOTS) {
        return false;
    }
    slot_write(table, bucket, slot, fingerprint);
    return true;
}

/* A full bucket that a path to an empty slot may go through. */
typedef struct step {
    uint64_t bucket;
    uint16_t before; /* step whose bucket holds the fingerprint that would come here */
    uint8_t slot;    /* of that bucket */
} step_t;

/* Full buckets on the paths looked at before an add gives up: all that three moves lead to, most of four. */
#define STEPS_MAX 512u

/*
 * Looks, breadth first, for the shortest sequence of moves that makes room in one of the two buckets, and only then
 * makes them, from its end: each fingerprint is written to where it goes before it is overwritten. No bucket is
 * twice on a shortest path, so no move undoes another.
 */
static bool store_by_moving(const table_t *table, const places_t *places)
{
    step_t steps[STEPS_MAX];
    uint32_t step_count = 2;
    steps[0].bucket = places->first;
    steps[1].bucket = places->second;
    for (uint32_t s = 0; s < step_count; s++) {
        bucket_t bucket = bucket_at(table, steps[s].bucket);
        for (uint32_t slot = 0; slot < BLOOM_CUCKOO_SLOTS; slot++) {
            uint64_t moving = slot_read(table, bucket, slot);
            uint64_t target = other_bucket(table, steps[s].bucket, moving);
            if (!store_in_bucket(table, target, moving)) {
                if (step_count < STEPS_MAX) {
                    step_t step = {target, (uint16_t)s, (uint8_t)slot};
                    steps[step_count++] = step;
                }
                continue;
            }
            uint32_t hole = slot;
            while (s > 1) {
                bucket_t before = bucket_at(table, steps[steps[s].before].bucket);
                slot_write(table, bucket, hole, slot_read(table, before, steps[s].slot));
                hole = steps[s].slot;
                bucket = before;
                s = steps[s].before;
            }
            slot_write(table, bucket, hole, places->fingerprint);
            return true;
        }
    }
    return false;
}

static bloom_add_result_t cuckoo_add(const bloom_filter_t *filter, bloom_hash_t hash,
                                     const bloom_context_t *context)
{
    (void)context;
    table_t table = table_of(filter);
    places_t places = places_of(&table, hash);
    BLOOM_PREFETCH_READ(bucket_at(&table, places.second).line);
    bool was_there = item_is_contained(&table, hash);
    if (!store_in_bucket(&table, places.first, places.fingerprint) &&
        !store_in_bucket(&table, places.second, places.fingerprint) &&
        !store_by_moving(&table, &places)) {
        return BLOOM_ADD_FULL;
    }
    return was_there ? BLOOM_ADD_PRESENT : BLOOM_ADD_NEW;
}

static bool cuckoo_remove(const bloom_filter_t *filter, bloom_hash_t hash,
                          const bloom_context_t *context)
{
    (void)context;
    table_t table = table_of(filter);
    places_t places = places_of(&table, hash);
    const uint64_t indexes[] = {places.first, places.second};
    for (unsigned i = 0; i < 2; i++) {
        bucket_t bucket = bucket_at(&table, indexes[i]);
        uint32_t slot = slot_find(&table, bucket, places.fingerprint);
        if (slot < BLOOM_CUCKOO_SLOTS) {
            slot_write(&table, bucket, slot, 0);
            return true;
        }
    }
    return false;
}

/*
 * An absent item's fingerprint is found if one of the items had the same fingerprint and the same pair of buckets, of
 * which there are half as many as buckets.
 */
static double expected_fpr(double bucket_count, uint32_t bits, double item_count)
{
    double kinds_of_items = (double)fingerprint_max(bits) * bucket_count / 2;
    return -expm1(item_count * log1p(-1 / kinds_of_items));
}

static double cuckoo_expected_fpr(const bloom_geometry_t *geometry, uint64_t item_count)
{
    return expected_fpr((double)geometry->unit_count, (uint32_t)geometry->kind_parameters[0],
                        (double)item_count);
}

/* Lines that hold a number of buckets. */
static uint64_t line_count(uint64_t bucket_count, uint32_t bits)
{
    return bloom_multiply_high(bucket_count + BUCKETS_PER_LINE(bits) - 1, shapes[bits].reciprocal);
}

/*
 * Slots that take n items but for less than one set in a million. In small tables chance gives single pairs of buckets
 * more than their eight slots; eight items fit whatever chance does.
 */
static double slots_for(double item_count)
{
    if (item_count <= BLOOM_CUCKOO_COPIES_MAX) {
        return BLOOM_CUCKOO_COPIES_MAX;
    }
    return item_count / LOAD_PLANNED + SLOTS_SPARE;
}

static bloom_status_t cuckoo_plan(bloom_geometry_t *geometry)
{
    double n = (double)geometry->expected_items, p = geometry->fpr;
    double best_lines = (double)(BLOOM_PAYLOAD_BYTES_MAX / BLOOM_BLOCK_BYTES) + 1;
    uint32_t best_bits = 0;
    for (uint32_t bits = BLOOM_CUCKOO_BITS_MIN; bits <= BLOOM_CUCKOO_BITS_MAX; bits++) {
        double by_load = slots_for(n) / BLOOM_CUCKOO_SLOTS;
        double kinds_of_items = n / -log1p(-PLANNED_EXCESS * p);
        double by_rate = 2 * kinds_of_items / (double)fingerprint_max(bits);
        double buckets = 2 * ceil((by_load > by_rate ? by_load : by_rate) / 2);
        double lines = ceil(buckets / (double)BUCKETS_PER_LINE(bits));
        if (lines <= best_lines) { /* more bits in the same memory: a lower rate */
            best_lines = lines;
            best_bits = bits;
        }
    }
    if (best_bits == 0 || best_lines > (double)(BLOOM_PAYLOAD_BYTES_MAX / BLOOM_BLOCK_BYTES)) {
        return BLOOM_ERROR_SIZE_RANGE;
    }
    uint64_t lines = (uint64_t)best_lines;
    geometry->payload_bytes = lines * BLOOM_BLOCK_BYTES;
    geometry->unit_count = lines * BUCKETS_PER_LINE(best_bits) & ~(uint64_t)1;
    geometry->hash_count = 2;
    geometry->blocks_per_item = 2;
    geometry->kind_parameters[0] = best_bits;
    return BLOOM_OK;
}

static bloom_status_t cuckoo_check_geometry(const bloom_geometry_t *geometry)
{
    uint64_t bits = geometry->kind_parameters[0], buckets = geometry->unit_count;
    if (bits < BLOOM_CUCKOO_BITS_MIN || bits > BLOOM_CUCKOO_BITS_MAX || geometry->hash_count != 2 ||
        geometry->blocks_per_item != 2 || buckets == 0 || buckets % 2 != 0 ||
        geometry->payload_bytes > BLOOM_PAYLOAD_BYTES_MAX ||
        geometry->payload_bytes % BLOOM_BLOCK_BYTES != 0 ||
        buckets > geometry->payload_bytes / BLOOM_BLOCK_BYTES * BUCKETS_PER_LINE(bits) ||
        line_count(buckets, (uint32_t)bits) != geometry->payload_bytes / BLOOM_BLOCK_BYTES ||
        geometry->expected_items > buckets * BLOOM_CUCKOO_SLOTS) {
        return BLOOM_ERROR_GEOMETRY;
    }
    for (size_t i = 1; i < BLOOM_KIND_WORDS; i++) {
        if (geometry->kind_parameters[i] != 0) {
            return BLOOM_ERROR_GEOMETRY;
        }
    }
    double fpr = cuckoo_expected_fpr(geometry, geometry->expected_items);
    return fpr <= PROMISED_EXCESS * geometry->fpr ? BLOOM_OK : BLOOM_ERROR_GEOMETRY;
}

/* Bits between and after the buckets are zero; any fingerprint is a possible one. */
static bloom_status_t cuckoo_check_state(const bloom_filter_t *filter,
                                         const bloom_context_t *context)
{
    (void)context;
    table_t table = table_of(filter);
    uint64_t bucket = 0, line_count = filter->geometry.payload_bytes / BLOOM_BLOCK_BYTES;
    for (uint64_t l = 0; l < line_count; l++) {
        const uint64_t *line = filter->payload + l * BLOOM_BLOCK_WORDS;
        uint64_t buckets = table.bucket_count - bucket;
        if (buckets > table.shape->buckets_per_line) {
            buckets = table.shape->buckets_per_line;
        }
        bucket += buckets;
        uint32_t used_bits = (uint32_t)buckets * BLOOM_CUCKOO_SLOTS * table.bits;
        for (uint32_t w = used_bits / 64; w < BLOOM_BLOCK_WORDS; w++) {
            if (bloom_le64(line[w]) >> (w == used_bits / 64 ? used_bits % 64 : 0) != 0) {
                return BLOOM_ERROR_GEOMETRY;
            }
        }
    }
    return BLOOM_OK;
}

/* The number of items is exact: each add not removed has a slot. The rate takes them to be distinct. */
static void cuckoo_measure(const bloom_filter_t *filter, bloom_measurement_t *measurement,
                           const bloom_context_t *context)
{
    (void)context;
    table_t table = table_of(filter);
    uint64_t used = 0;
    for (uint64_t b = 0; b < table.bucket_count; b++) {
        bucket_t bucket = bucket_at(&table, b);
        for (uint32_t slot = 0; slot < BLOOM_CUCKOO_SLOTS; slot++) {
            used += slot_read(&table, bucket, slot) != 0;
        }
    }
    measurement->used_units = used;
    measurement->total_units = table.bucket_count * BLOOM_CUCKOO_SLOTS;
    measurement->item_count = (double)used;
    measurement->fpr = expected_fpr((double)table.bucket_count, table.bits, (double)used);
}

const bloom_kind_t bloom_cuckoo_kind = {
    .id = BLOOM_KIND_CUCKOO,
    .name = "cuckoo",
    .can_be_shared = false,
    .plan = cuckoo_plan,
    .check_geometry = cuckoo_check_geometry,
    .check_state = cuckoo_check_state,
    .add = cuckoo_add,
    .contains = cuckoo_contains,
    .contains_batch = cuckoo_contains_batch,
    .prefetch = cuckoo_prefetch,
    .remove = cuckoo_remove,
    .expected_fpr = cuckoo_expected_fpr,
    .measure = cuckoo_measure,
};
