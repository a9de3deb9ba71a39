#include "core/rotating.h"

#include "core/atomic.h"
#include "core/block.h"
#include "core/plain.h"
#include "core/sizing.h"

/* The payload begins with the slots' expiry times, in whole lines; 0 is that of an empty slot. */
#define TIMES_PER_LINE 8u
/* A slot that should have been succeeded already takes adds for this part of a generation at a time. */
#define EXTENSIONS_PER_GENERATION 8u

/* At least two: no slot takes adds for longer than a window, in which n items may come. */
static uint32_t generation_count(const bloom_geometry_t *geometry)
{
    uint32_t generations = (uint32_t)geometry->kind_parameters[BLOOM_ROTATING_GENERATIONS];
    return generations > 2 ? generations : 2;
}

static uint32_t slot_count(const bloom_geometry_t *geometry)
{
    return generation_count(geometry) + 1;
}

static uint64_t window_us(const bloom_geometry_t *geometry)
{
    return geometry->kind_parameters[BLOOM_ROTATING_WINDOW_SECONDS] * 1000000 +
           BLOOM_ROTATING_GRACE_US;
}

/* Rounded up: as many as there are generations are never less than the window. */
static uint64_t generation_us(const bloom_geometry_t *geometry)
{
    uint32_t generations = generation_count(geometry);
    return (window_us(geometry) + generations - 1) / generations;
}

static uint64_t times_words(uint32_t slots)
{
    return (slots + TIMES_PER_LINE - 1) / TIMES_PER_LINE * BLOOM_BLOCK_WORDS;
}

/* -- geometry --------------------------------------------------------------------------------------- */

static bool are_options_valid(const bloom_geometry_t *geometry)
{
    uint64_t window = geometry->kind_parameters[BLOOM_ROTATING_WINDOW_SECONDS];
    uint64_t generations = geometry->kind_parameters[BLOOM_ROTATING_GENERATIONS];
    bool are_valid = window >= 1 && window <= BLOOM_ROTATING_WINDOW_MAX && generations >= 1 &&
                     generations <= BLOOM_ROTATING_GENERATIONS_MAX;
    for (size_t i = BLOOM_ROTATING_GENERATIONS + 1; i < BLOOM_KIND_WORDS; i++) {
        are_valid = are_valid && geometry->kind_parameters[i] == 0;
    }
    return are_valid;
}

/* Without the times: what src/core/sizing.h knows, of one slot's rate and all slots' size. */
static bloom_geometry_t slot_geometry(const bloom_geometry_t *geometry)
{
    bloom_geometry_t slot = *geometry;
    slot.fpr = geometry->fpr / 2;
    slot.payload_bytes -= times_words(slot_count(geometry)) * sizeof(uint64_t);
    return slot;
}

static bloom_status_t rotating_plan(bloom_geometry_t *geometry)
{
    if (!are_options_valid(geometry)) {
        return BLOOM_ERROR_OPTION_RANGE;
    }
    uint32_t slots = slot_count(geometry);
    bloom_geometry_t slot = slot_geometry(geometry);
    bloom_status_t status = bloom_sizing_plan(&slot, (uint64_t)slots * BLOOM_BLOCK_BYTES);
    if (status != BLOOM_OK) {
        return status;
    }
    geometry->unit_count = slot.unit_count;
    geometry->hash_count = slot.hash_count;
    geometry->blocks_per_item = slot.blocks_per_item;
    geometry->payload_bytes = slot.payload_bytes + times_words(slots) * sizeof(uint64_t);
    return geometry->payload_bytes <= BLOOM_PAYLOAD_BYTES_MAX ? BLOOM_OK : BLOOM_ERROR_SIZE_RANGE;
}

static bloom_status_t rotating_check_geometry(const bloom_geometry_t *geometry)
{
    if (!are_options_valid(geometry) || geometry->payload_bytes > BLOOM_PAYLOAD_BYTES_MAX) {
        return BLOOM_ERROR_GEOMETRY;
    }
    bloom_geometry_t slot = slot_geometry(geometry);
    return bloom_sizing_check(&slot, (uint64_t)slot_count(geometry) * BLOOM_BLOCK_BYTES);
}

/* -- slots ------------------------------------------------------------------------------------------- */

/* What of a filter lookups and adds need, in registers. */
typedef struct slots {
    uint64_t *expiries; /* little-endian microseconds */
    uint64_t *blocks;   /* block b of slot s is number b * count + s */
    uint64_t block_count;
    uint32_t count;
    uint32_t bits_per_block;
    uint32_t blocks_per_item;
} slots_t;

BLOOM_INLINE slots_t slots_of(const bloom_filter_t *filter)
{
    uint32_t count = slot_count(&filter->geometry);
    slots_t slots = {filter->payload,        filter->payload + times_words(count),
                     filter->unit_count,     count,
                     filter->bits_per_block, filter->blocks_per_item};
    return slots;
}

BLOOM_INLINE uint64_t *block_of(const slots_t *slots, uint64_t block, uint32_t slot)
{
    return slots->blocks + (block * slots->count + slot) * BLOOM_BLOCK_WORDS;
}

BLOOM_INLINE uint64_t expiry(const slots_t *slots, uint32_t slot)
{
    return bloom_le64(bloom_load_relaxed(slots->expiries + slot));
}

static uint64_t rotations(const bloom_filter_t *filter)
{
    return bloom_le64(bloom_load_acquire(&filter->header->kind_state[BLOOM_ROTATING_ROTATIONS]));
}

uint32_t bloom_rotating_live_slots(const bloom_filter_t *filter, const bloom_context_t *context)
{
    slots_t slots = slots_of(filter);
    uint32_t live = 0;
    for (uint32_t s = 0; s < slots.count; s++) {
        live += expiry(&slots, s) > context->monotonic_us;
    }
    return live;
}

/* -- lookups ----------------------------------------------------------------------------------------- */

/* Reads one or two neighbourhoods of memory, of which only the live slots' lines. */
BLOOM_INLINE void slots_prefetch(const slots_t *slots, bloom_hash_t hash, uint64_t now_us)
{
    uint64_t first = bloom_block_first(hash.low, slots->block_count);
    uint64_t second =
        slots->blocks_per_item == 2 ? bloom_block_second(hash.low, first, slots->block_count) : 0;
    for (uint32_t s = 0; s < slots->count; s++) {
        if (expiry(slots, s) > now_us) {
            BLOOM_PREFETCH_READ(block_of(slots, first, s));
            if (slots->blocks_per_item == 2) {
                BLOOM_PREFETCH_READ(block_of(slots, second, s));
            }
        }
    }
}

/* Whether a live slot has all of an item's bits; `key` is what block_contains takes for the hash's high word. */
#define SLOTS_CONTAIN(block_contains, key)                                                         \
    uint64_t first = bloom_block_first(hash.low, slots->block_count);                              \
    uint64_t second =                                                                              \
        slots->blocks_per_item == 2 ? bloom_block_second(hash.low, first, slots->block_count) : 0; \
    for (uint32_t s = 0; s < slots->count; s++) {                                                  \
        if (expiry(slots, s) > now_us &&                                                           \
            block_contains(block_of(slots, first, s), bloom_block_multipliers,                     \
                           slots->bits_per_block, key) &&                                          \
            (slots->blocks_per_item == 1 ||                                                        \
             block_contains(block_of(slots, second, s),                                            \
                            bloom_block_multipliers + BLOOM_BITS_PER_BLOCK_MAX,                    \
                            slots->bits_per_block, key))) {                                        \
            return true;                                                                           \
        }                                                                                          \
    }                                                                                              \
    return false;

static bool contains_portable(const slots_t *slots, bloom_hash_t hash,
                              uint64_t now_us){SLOTS_CONTAIN(bloom_block_contains, hash.high)}

#if BLOOM_HAVE_AVX2_DISPATCH
BLOOM_TARGET("avx2")
static bool contains_avx2(const slots_t *slots, bloom_hash_t hash, uint64_t now_us)
{
    __m256i hash_high = _mm256_set1_epi64x((long long)hash.high);
    SLOTS_CONTAIN(bloom_block_contains_avx2, hash_high)
}
#endif

static bool slots_contain(const slots_t *slots, bloom_hash_t hash, uint64_t now_us)
{
#if BLOOM_HAVE_AVX2_DISPATCH
    if (bloom_plain_contains != bloom_plain_contains_portable) {
        return contains_avx2(slots, hash, now_us);
    }
#endif
    return contains_portable(slots, hash, now_us);
}

static bool rotating_contains(const bloom_filter_t *filter, bloom_hash_t hash,
                              const bloom_context_t *context)
{
    slots_t slots = slots_of(filter);
    slots_prefetch(&slots, hash, context->monotonic_us);
    return slots_contain(&slots, hash, context->monotonic_us);
}

static void rotating_contains_batch(const bloom_filter_t *filter, const bloom_hash_t *hashes,
                                    size_t count, bool *answers, const bloom_context_t *context)
{
    slots_t slots = slots_of(filter);
    for (size_t i = 0; i < count; i++) {
        slots_prefetch(&slots, hashes[i], context->monotonic_us);
    }
    for (size_t i = 0; i < count; i++) {
        answers[i] = slots_contain(&slots, hashes[i], context->monotonic_us);
    }
}

static void rotating_prefetch(const bloom_filter_t *filter, bloom_hash_t hash)
{
    slots_t slots = slots_of(filter);
    slots_prefetch(&slots, hash, 0);
}

/* -- adds -------------------------------------------------------------------------------------------- */

static void slot_clear(const slots_t *slots, uint32_t slot)
{
    for (uint64_t b = 0; b < slots->block_count; b++) {
        uint64_t *block = block_of(slots, b, slot);
        for (uint32_t w = 0; w < BLOOM_BLOCK_WORDS; w++) {
            bloom_store_relaxed(block + w, 0);
        }
    }
}

/*
 * Makes an empty slot the current one, after `known` rotations. False if that can't be done now: the next
 * slot has not expired, or somebody else is clearing it.
 */
static bool rotate(const bloom_filter_t *filter, const slots_t *slots, uint64_t known,
                   uint64_t now_us, const bloom_context_t *context)
{
    if (context->is_shared &&
        (context->system == NULL || !context->system->try_lock(context->system))) {
        return false;
    }
    uint32_t next = (uint32_t)((known + 1) % slots->count);
    bool is_done = rotations(filter) != known;
    if (!is_done && expiry(slots, next) <= now_us) {
        /* expired for everybody from here on, so that whoever is killed leaves no half of a slot behind */
        bloom_store_relaxed(slots->expiries + next, 0);
        bloom_fence();
        slot_clear(slots, next);
        uint64_t expected = bloom_le64(known);
        is_done = bloom_compare_exchange(&filter->header->kind_state[BLOOM_ROTATING_ROTATIONS],
                                         &expected, bloom_le64(known + 1));
    }
    if (context->is_shared) {
        context->system->unlock(context->system);
    }
    return is_done;
}

/*
 * Whether the current slot takes an add at now_us. If not, does one thing about it, after which all must be looked
 * at again.
 */
static bool is_open(const bloom_filter_t *filter, const slots_t *slots, uint64_t known,
                    uint64_t now_us, const bloom_context_t *context)
{
    uint32_t current = (uint32_t)(known % slots->count);
    uint64_t expires_us = expiry(slots, current);
    uint64_t needed_us = now_us + window_us(&filter->geometry);
    if (expires_us >= needed_us) {
        return true;
    }
    uint64_t lifetime_us = generation_us(&filter->geometry);
    if (expires_us != 0) { /* not the slot's first add: it is time to rotate */
        if (rotate(filter, slots, known, now_us, context)) {
            return false;
        }
        lifetime_us /= EXTENSIONS_PER_GENERATION;
    }
    uint64_t expected = bloom_le64(expires_us), desired = bloom_le64(needed_us + lifetime_us);
    if (context->is_shared) {
        bloom_compare_exchange(slots->expiries + current, &expected, desired);
    } else {
        slots->expiries[current] = desired;
    }
    return false;
}

BLOOM_INLINE bool slot_add(const slots_t *slots, uint32_t slot, bloom_hash_t hash, bool is_shared)
{
    uint64_t first = bloom_block_first(hash.low, slots->block_count);
    bool is_fresh = bloom_block_add(block_of(slots, first, slot), bloom_block_multipliers,
                                    slots->bits_per_block, hash.high, is_shared);
    if (slots->blocks_per_item == 2) {
        uint64_t second = bloom_block_second(hash.low, first, slots->block_count);
        is_fresh |= bloom_block_add(block_of(slots, second, slot),
                                    bloom_block_multipliers + BLOOM_BITS_PER_BLOCK_MAX,
                                    slots->bits_per_block, hash.high, is_shared);
    }
    return is_fresh;
}

static bloom_add_result_t rotating_add(const bloom_filter_t *filter, bloom_hash_t hash,
                                       const bloom_context_t *context)
{
    slots_t slots = slots_of(filter);
    uint64_t now_us = context->monotonic_us;
    bool was_present = slots_contain(&slots, hash, now_us), is_fresh = false;
    for (;;) {
        uint64_t known = rotations(filter);
        if (!is_open(filter, &slots, known, now_us, context)) {
            continue;
        }
        uint32_t current = (uint32_t)(known % slots.count);
        is_fresh |= slot_add(&slots, current, hash, context->is_shared);
        if (!context->is_shared) {
            break;
        }
        bloom_fence();
        /* whoever was stopped until here adds now, not when the call began */
        if (context->system != NULL) {
            now_us = context->system->monotonic_us(context->system);
        }
        if (expiry(&slots, current) >= now_us + window_us(&filter->geometry)) {
            bloom_fence();
            if (rotations(filter) == known) {
                break;
            }
        }
    }
    return is_fresh && !was_present ? BLOOM_ADD_NEW : BLOOM_ADD_PRESENT;
}

/* -- the rest ---------------------------------------------------------------------------------------- */

static bloom_status_t rotating_check_state(const bloom_filter_t *filter,
                                           const bloom_context_t *context)
{
    (void)context;
    for (size_t i = BLOOM_ROTATING_SUSPENDED_US + 1; i < BLOOM_KIND_WORDS; i++) {
        if (filter->header->kind_state[i] != 0) {
            return BLOOM_ERROR_GEOMETRY;
        }
    }
    slots_t slots = slots_of(filter);
    for (uint64_t i = slots.count; i < times_words(slots.count); i++) {
        if (slots.expiries[i] != 0) {
            return BLOOM_ERROR_GEOMETRY;
        }
    }
    return BLOOM_OK;
}

static void rotating_suspend(bloom_header_t *copy, const bloom_context_t *context)
{
    bloom_store_relaxed(&copy->kind_state[BLOOM_ROTATING_SUSPENDED_US],
                        bloom_le64(context->monotonic_us));
}

/* Time stood still since suspend(), so items are kept for as much longer. No wall clock is asked: it may be wrong. */
static void rotating_resume(const bloom_filter_t *filter, const bloom_context_t *context)
{
    slots_t slots = slots_of(filter);
    uint64_t *suspended = &filter->header->kind_state[BLOOM_ROTATING_SUSPENDED_US];
    uint64_t suspended_us = bloom_le64(*suspended);
    uint64_t longest_us = window_us(&filter->geometry) + generation_us(&filter->geometry) +
                          generation_us(&filter->geometry) / EXTENSIONS_PER_GENERATION;
    for (uint32_t s = 0; s < slots.count; s++) {
        uint64_t expires_us = expiry(&slots, s);
        if (expires_us == 0) {
            continue;
        }
        uint64_t rest_us = expires_us > suspended_us ? expires_us - suspended_us : 0;
        if (rest_us > longest_us) { /* copied while others added, or nobody called suspend() */
            rest_us = longest_us;
        }
        uint64_t resumed_us = rest_us > 0 ? context->monotonic_us + rest_us : 1;
        slots.expiries[s] = bloom_le64(resumed_us);
    }
    *suspended = 0;
}

static double rotating_expected_fpr(const bloom_geometry_t *geometry, uint64_t item_count)
{
    return bloom_sizing_fpr(geometry->unit_count, geometry->hash_count / geometry->blocks_per_item,
                            geometry->blocks_per_item, item_count);
}

/* Of the live slots; an item that was added again in another slot counts in both. */
static void rotating_measure(const bloom_filter_t *filter, bloom_measurement_t *measurement,
                             const bloom_context_t *context)
{
    slots_t slots = slots_of(filter);
    bloom_measurement_t sum = {0};
    for (uint32_t s = 0; s < slots.count; s++) {
        if (expiry(&slots, s) > context->monotonic_us) {
            bloom_measurement_t part;
            bloom_blocks_measure(block_of(&slots, 0, s), slots.block_count,
                                 (uint64_t)slots.count * BLOOM_BLOCK_WORDS, slots.bits_per_block,
                                 slots.blocks_per_item, &part);
            sum.used_units += part.used_units;
            sum.item_count += part.item_count;
            sum.fpr += part.fpr - sum.fpr * part.fpr;
        }
    }
    sum.total_units = slots.block_count * slots.count * BLOOM_BLOCK_BITS;
    *measurement = sum;
}

const bloom_kind_t bloom_rotating_kind = {
    .id = BLOOM_KIND_ROTATING,
    .name = "rotating",
    .can_be_shared = true,
    .plan = rotating_plan,
    .check_geometry = rotating_check_geometry,
    .check_state = rotating_check_state,
    .suspend = rotating_suspend,
    .resume = rotating_resume,
    .add = rotating_add,
    .contains = rotating_contains,
    .contains_batch = rotating_contains_batch,
    .prefetch = rotating_prefetch,
    .expected_fpr = rotating_expected_fpr,
    .measure = rotating_measure,
};
