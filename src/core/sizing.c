#include "core/sizing.h"

#include <math.h>

#include "core/block.h"

/* Rate to plan for: leaves room for a hash that is a little worse than random. */
#define PLANNED_EXCESS 1.03
/* What is promised for the filter at hand. */
#define PROMISED_EXCESS 1.05
/* How far from its expectation the filter at hand may be and still keep the promise. */
#define PROMISED_DEVIATIONS 3.0
/* Memory promised, in units of the classic formula, and blocks on top of it; for which rates. */
#define PROMISED_MEMORY 1.08
#define PROMISED_BLOCKS 2u
#define PROMISED_FROM 1e-6
#define PROMISED_TO 0.25

#define QUERY_MAX BLOOM_BITS_PER_BLOCK_MAX

/* distinct[i] = chance that `throws` positions thrown into a block hit exactly i different ones. */
static void distinct_distribution(double places, unsigned throws, double distinct[QUERY_MAX + 1])
{
    for (unsigned i = 0; i <= QUERY_MAX; i++) {
        distinct[i] = 0;
    }
    distinct[0] = 1;
    for (unsigned t = 0; t < throws; t++) {
        for (unsigned i = t + 1; i > 0; i--) {
            distinct[i] = distinct[i] * (i / places) + distinct[i - 1] * (1 - (i - 1) / places);
        }
        distinct[0] = 0;
    }
}

/*
 * g for heavy loads, by inclusion and exclusion. Terms alternate and reach C(16, 8), so the absolute
 * error is about 1e-12: good near 1, useless for small rates.
 */
static double heavy_fpr(double places, double load_chance, unsigned bits_per_block,
                        double item_count)
{
    double distinct[QUERY_MAX + 1];
    distinct_distribution(places, bits_per_block, distinct);
    double fpr = 0;
    for (unsigned r = 0; r <= bits_per_block; r++) {
        double coefficient = 0;
        for (unsigned i = r; i <= bits_per_block; i++) {
            double binomial = 1;
            for (unsigned c = 0; c < r; c++) {
                binomial *= (double)(i - c) / (c + 1);
            }
            coefficient += distinct[i] * binomial;
        }
        double survives = load_chance * -expm1(bits_per_block * log1p(-(double)r / places));
        double all_free = survives < 1 ? exp(item_count * log1p(-survives)) : 0;
        fpr += (r % 2 != 0 ? -coefficient : coefficient) * all_free;
    }
    return fpr < 0 ? 0 : fpr > 1 ? 1 : fpr;
}

/* The heaviest mean load that light_rate() is asked for, in bits thrown into a block. */
#define LIGHT_BITS_MAX(places) (4 * (places))
/* One more than the heaviest load that counts then: 10 sqrt(mean) + 40 above a mean of 2048 at most. */
#define LOADS_MAX 2560

/* What a block answers by the number of items in it, which depends on nothing but the first two. */
typedef struct load_table {
    double places;
    unsigned bits_per_block;
    unsigned count;             /* loads filled in so far */
    double rate[LOADS_MAX];     /* expected, for an absent item */
    double variance[LOADS_MAX]; /* of that, as far as it comes from how many bits the items share */
    /* where to go on */
    double distinct[QUERY_MAX + 1]; /* see distinct_distribution() */
    double covered[QUERY_MAX + 1];  /* chance that u given positions are all hit */
    double free_one, free_two;      /* chance that one, two given positions are not hit */
} load_table_t;

static void load_table_init(load_table_t *table, double places, unsigned bits_per_block)
{
    table->places = places;
    table->bits_per_block = bits_per_block;
    table->count = 0;
    distinct_distribution(places, bits_per_block, table->distinct);
    for (unsigned u = 0; u <= QUERY_MAX; u++) {
        table->covered[u] = u == 0 ? 1 : 0;
    }
    table->free_one = table->free_two = 1;
}

static void load_table_extend(load_table_t *table, unsigned count)
{
    unsigned bits = table->bits_per_block;
    double places = table->places;
    double free_one_step = pow(1 - 1 / places, bits), free_two_step = pow(1 - 2 / places, bits);
    for (; table->count < count; table->count++) {
        double rate = 0;
        for (unsigned i = 1; i <= bits; i++) {
            rate += table->distinct[i] * table->covered[i];
        }
        double fill = 1 - table->free_one;
        double fill_variance = (1 - 1 / places) * table->free_two + table->free_one / places -
                               table->free_one * table->free_one;
        double slope = fill > 0 ? bits * rate / fill : 0;
        table->rate[table->count] = rate;
        table->variance[table->count] = fill_variance > 0 ? slope * slope * fill_variance : 0;
        for (unsigned b = 0; b < bits; b++) {
            for (unsigned u = bits; u > 0; u--) {
                table->covered[u] += (u / places) * (table->covered[u - 1] - table->covered[u]);
            }
        }
        table->free_one *= free_one_step;
        table->free_two *= free_two_step;
    }
}

typedef struct block_rate {
    double mean;     /* g */
    double variance; /* of a block's own rate about g, as far as the fixed item count allows it */
} block_rate_t;

/*
 * g as a sum over the loads of a block; all terms are positive, so that small rates come out as exactly as
 * large ones. For mean loads of up to LIGHT_BITS_MAX bits.
 */
static block_rate_t light_rate(load_table_t *table, double load_chance, double item_count)
{
    double mean_load = item_count * load_chance;
    double spread = 10 * sqrt(mean_load) + 40;
    double first = floor(mean_load - spread), last = ceil(mean_load + spread);
    bool is_fixed = load_chance >= 1; /* one block: it gets every item */
    if (is_fixed) {
        first = last = item_count;
    }
    if (first < 0) {
        first = 0;
    }
    if (last > item_count) {
        last = item_count;
    }
    load_table_extend(table, (unsigned)last + 1);

    double sum = 0, sum_g = 0, sum_g2 = 0, sum_l = 0, sum_l2 = 0, sum_gl = 0, sum_within = 0;
    double weight = 1, odds = is_fixed ? 0 : load_chance / (1 - load_chance);
    for (unsigned index = (unsigned)first; index <= (unsigned)last; index++) {
        double load = index, g = table->rate[index], distance = load - mean_load;
        sum += weight;
        sum_g += weight * g;
        sum_g2 += weight * g * g;
        sum_l += weight * distance;
        sum_l2 += weight * distance * distance;
        sum_gl += weight * distance * g;
        sum_within += weight * table->variance[index];
        weight *= (item_count - load) / (load + 1) * odds;
        if (weight > 1e200) { /* far below the mode: keep the ratios, avoid overflow */
            double scale = 1e-200;
            weight *= scale;
            sum *= scale;
            sum_g *= scale;
            sum_g2 *= scale;
            sum_l *= scale;
            sum_l2 *= scale;
            sum_gl *= scale;
            sum_within *= scale;
        }
    }

    block_rate_t rate;
    rate.mean = sum_g / sum;
    double variance_g = sum_g2 / sum - rate.mean * rate.mean;
    double mean_l = sum_l / sum;
    double variance_l = sum_l2 / sum - mean_l * mean_l;
    double covariance = sum_gl / sum - mean_l * rate.mean;
    /* The loads add up to a constant, so what is linear in them cancels out. */
    if (variance_l > 0) {
        variance_g -= covariance * covariance / variance_l;
    }
    rate.variance = (variance_g > 0 ? variance_g : 0) + sum_within / sum;
    return rate;
}

static double load_chance(double block_count, uint32_t blocks_per_item)
{
    return blocks_per_item / block_count;
}

double bloom_sizing_layout_fpr(const bloom_block_layout_t *layout, uint64_t block_count,
                               uint32_t bits_per_block, uint32_t blocks_per_item,
                               uint64_t item_count)
{
    double places = layout->places;
    if (item_count == 0) {
        return 0;
    }
    double chance = load_chance((double)block_count, blocks_per_item);
    double items = (double)item_count;
    double fpr;
    if (items * chance * bits_per_block > 2 * places) {
        fpr = heavy_fpr(places, chance, bits_per_block, items);
    } else {
        load_table_t table;
        load_table_init(&table, places, bits_per_block);
        fpr = light_rate(&table, chance, items).mean;
    }
    fpr = blocks_per_item == 2 ? fpr * fpr : fpr;
    return fpr > 1 ? 1 : fpr;
}

double bloom_sizing_layout_items(const bloom_block_layout_t *layout, uint64_t block_count,
                                 uint32_t bits_per_block, uint32_t blocks_per_item,
                                 uint64_t set_places)
{
    double places = layout->places;
    double total = (double)block_count * places, set = (double)set_places;
    if (set >= total) { /* saturated: no finite estimate; half a bit less has one */
        set = total - 0.5;
    }
    double chance = load_chance((double)block_count, blocks_per_item);
    double bit_chance = chance * -expm1(bits_per_block * log1p(-1 / places));
    return log1p(-set / total) / log1p(-bit_chance);
}

/* Rate for block_count blocks, and how much higher the filter at hand may turn out. */
static double planned_fpr(load_table_t *table, double block_count, uint32_t blocks_per_item,
                          double item_count, double *worst)
{
    double chance = load_chance(block_count, blocks_per_item);
    if (item_count * chance * table->bits_per_block >
        LIGHT_BITS_MAX(table->places)) { /* of no interest here */
        *worst = 1;
        return 1;
    }
    block_rate_t rate = light_rate(table, chance, item_count);
    double deviation = sqrt(rate.variance / block_count) / rate.mean;
    double fpr = blocks_per_item == 2 ? rate.mean * rate.mean : rate.mean;
    *worst = fpr * (1 + PROMISED_DEVIATIONS * blocks_per_item * deviation);
    return fpr;
}

typedef struct plan {
    double block_count;
    unsigned bits_per_block;
    uint32_t blocks_per_item;
} plan_t;

/*
 * Smallest whole number of blocks within [minimum, maximum] whose rate (or, with is_worst, whose worst case)
 * is at most target; `maximum` if there is none. The rate falls as a power of the size, so that interpolating
 * logarithms converges within a few steps.
 */
static double smallest_block_count(load_table_t *table, const plan_t *shape, double item_count,
                                   double target, bool is_worst, double minimum, double maximum)
{
    double worst, fails = minimum - 1, passes = maximum;
    double fails_log = 0, passes_log = 0;
    bool have_fails = false, have_passes = false;
    double guess = shape->block_count;
    for (unsigned step = 0; passes - fails > 1; step++) {
        if (guess <= fails) {
            guess = fails + 1;
        }
        if (guess >= passes) {
            guess = passes - 1;
        }
        double fpr = planned_fpr(table, guess, shape->blocks_per_item, item_count, &worst);
        double distance = log((is_worst ? worst : fpr) / target);
        if (distance > 0) {
            fails = guess;
            fails_log = distance;
            have_fails = true;
        } else {
            passes = guess;
            passes_log = distance;
            have_passes = true;
        }
        if (have_fails && have_passes && step % 4 != 3) {
            double part = fails_log / (fails_log - passes_log);
            /* alternate a block to either side, so that both ends close in */
            guess = floor(fails + part * (passes - fails)) + (step % 2 != 0 ? 1 : 0);
        } else if (have_fails && have_passes) {
            guess = floor((fails + passes) / 2);
        } else if (have_fails) {
            guess = ceil(guess * (1 + distance / (shape->bits_per_block * 0.5)) + 1);
        } else {
            guess = floor(guess * (1 + distance / (shape->bits_per_block * 1.5)) - 1);
        }
    }
    return passes;
}

bloom_status_t bloom_sizing_layout_plan(const bloom_block_layout_t *layout,
                                        bloom_geometry_t *geometry, uint32_t hash_count_max)
{
    double places = layout->places;
    uint64_t unit_bytes = layout->unit_bytes;
    double n = (double)geometry->expected_items, p = geometry->fpr;
    double theory_bits = -n * log(p) / (0.6931471805599453 * 0.6931471805599453);
    double theory_blocks = theory_bits / places;
    uint64_t addressable_units = BLOOM_PAYLOAD_BYTES_MAX / unit_bytes;
    double addressable = (double)addressable_units;
    if (theory_blocks > addressable) {
        return BLOOM_ERROR_SIZE_RANGE;
    }
    double target = PLANNED_EXCESS * p, worst;

    load_table_t table;
    plan_t best = {INFINITY, 0, 0};
    uint32_t blocks_per_item = p < layout->two_blocks_below ? 2 : 1;
    if (blocks_per_item == 2 && theory_blocks * log(target) / log(p) <= 1) {
        /* a set so small that one block may hold it: two can't be distinct */
        unsigned last = hash_count_max < QUERY_MAX ? hash_count_max : QUERY_MAX;
        for (unsigned j = 1; j <= last && best.bits_per_block == 0; j++) {
            load_table_init(&table, places, j);
            if (planned_fpr(&table, 1, 1, n, &worst) <= target) {
                plan_t single = {1, j, 1};
                best = single;
            }
        }
    }
    if (best.bits_per_block == 0) {
        double ideal = -log2(p) / blocks_per_item;
        unsigned first = ideal < 3 ? 1 : (unsigned)ideal - 2;
        unsigned last = (unsigned)ideal + 1;
        if (last > QUERY_MAX) {
            last = QUERY_MAX;
        }
        if (last > hash_count_max / blocks_per_item) {
            last = hash_count_max / blocks_per_item;
        }
        if (first > last) {
            first = last;
        }
        /* downwards and only for less memory, not the same: fewer bits cost less time */
        for (unsigned j = last; j >= first; j--) {
            plan_t shape = {ceil(theory_blocks * 1.05), j, blocks_per_item};
            load_table_init(&table, places, j);
            double block_count = smallest_block_count(&table, &shape, n, target, false,
                                                      blocks_per_item, 4 * theory_blocks + 16);
            if (block_count <= best.block_count) {
                shape.block_count = block_count;
                best = shape;
            } else {
                break; /* memory as a function of k has one minimum */
            }
        }
    }

    bool is_memory_promised =
        layout->places == BLOOM_BLOCK_BITS && p >= PROMISED_FROM && p <= PROMISED_TO;
    double limit = is_memory_promised ? floor(PROMISED_MEMORY * theory_blocks) + PROMISED_BLOCKS
                                      : 4 * theory_blocks + 16;
    if (table.bits_per_block != best.bits_per_block) {
        load_table_init(&table, places, best.bits_per_block);
    }
    planned_fpr(&table, best.block_count, best.blocks_per_item, n, &worst);
    if (worst > PROMISED_EXCESS * p && limit > best.block_count) {
        best.block_count = smallest_block_count(&table, &best, n, PROMISED_EXCESS * p, true,
                                                best.block_count, limit);
    }
    if (best.block_count > addressable) {
        return BLOOM_ERROR_SIZE_RANGE;
    }
    geometry->unit_count = (uint64_t)best.block_count;
    geometry->payload_bytes = geometry->unit_count * unit_bytes;
    geometry->hash_count = best.bits_per_block * best.blocks_per_item;
    geometry->blocks_per_item = best.blocks_per_item;
    return BLOOM_OK;
}

bloom_status_t bloom_sizing_layout_check(const bloom_block_layout_t *layout,
                                         const bloom_geometry_t *geometry)
{
    uint64_t unit_bytes = layout->unit_bytes;
    uint32_t blocks_per_item = geometry->blocks_per_item;
    if ((blocks_per_item != 1 && blocks_per_item != 2) || geometry->hash_count == 0 ||
        geometry->hash_count % blocks_per_item != 0 ||
        geometry->hash_count / blocks_per_item > QUERY_MAX ||
        geometry->unit_count < blocks_per_item ||
        geometry->unit_count > BLOOM_PAYLOAD_BYTES_MAX / unit_bytes ||
        geometry->payload_bytes != geometry->unit_count * unit_bytes) {
        return BLOOM_ERROR_GEOMETRY;
    }
    double fpr = bloom_sizing_layout_fpr(layout, geometry->unit_count,
                                         geometry->hash_count / blocks_per_item, blocks_per_item,
                                         geometry->expected_items);
    return fpr <= PROMISED_EXCESS * geometry->fpr ? BLOOM_OK : BLOOM_ERROR_GEOMETRY;
}

static bloom_block_layout_t bit_blocks(uint64_t unit_bytes)
{
    bloom_block_layout_t layout = {BLOOM_BLOCK_BITS, unit_bytes, 0.001};
    return layout;
}

double bloom_sizing_fpr(uint64_t block_count, uint32_t bits_per_block, uint32_t blocks_per_item,
                        uint64_t item_count)
{
    bloom_block_layout_t layout = bit_blocks(BLOOM_BLOCK_BYTES);
    return bloom_sizing_layout_fpr(&layout, block_count, bits_per_block, blocks_per_item,
                                   item_count);
}

bloom_status_t bloom_sizing_plan(bloom_geometry_t *geometry, uint64_t unit_bytes)
{
    return bloom_sizing_plan_within(geometry, unit_bytes, BLOOM_HASH_COUNT_MAX);
}

bloom_status_t bloom_sizing_plan_within(bloom_geometry_t *geometry, uint64_t unit_bytes,
                                        uint32_t hash_count_max)
{
    bloom_block_layout_t layout = bit_blocks(unit_bytes);
    return bloom_sizing_layout_plan(&layout, geometry, hash_count_max);
}

bloom_status_t bloom_sizing_check(const bloom_geometry_t *geometry, uint64_t unit_bytes)
{
    bloom_block_layout_t layout = bit_blocks(unit_bytes);
    return bloom_sizing_layout_check(&layout, geometry);
}

double bloom_sizing_items(uint64_t block_count, uint32_t bits_per_block, uint32_t blocks_per_item,
                          uint64_t set_bits)
{
    bloom_block_layout_t layout = bit_blocks(BLOOM_BLOCK_BYTES);
    return bloom_sizing_layout_items(&layout, block_count, bits_per_block, blocks_per_item,
                                     set_bits);
}
