/*
 * The scalable filter: growth without a wrong "absent", a compound rate that holds from the first item on, and
 * images that say how far it has grown. `test_scalable write DIRECTORY` writes its golden images.
 */
#include <math.h>
#include <pthread.h>

#include "images.h"
#include "../reference.h"

#include "core/scalable.h"

static bloom_geometry_t scalable_plan_of(uint64_t initial_items, double fpr)
{
    bloom_geometry_t geometry = {
        .kind = BLOOM_KIND_SCALABLE, .expected_items = initial_items, .fpr = fpr};
    assert_int_equal(bloom_geometry_plan(&geometry), BLOOM_OK);
    return geometry;
}

static bloom_geometry_t resized(const bloom_geometry_t *geometry, uint32_t layer_count)
{
    bloom_geometry_t result;
    assert_int_equal(bloom_kind_by_id(BLOOM_KIND_SCALABLE)->resize(geometry, layer_count, &result),
                     BLOOM_OK);
    return result;
}

static uint32_t layers_of(const bloom_filter_t *filter)
{
    return filter->kind->layer_count(filter->header);
}

/* As kind.h says that a private image grows. */
static void grow_by_copy(bloom_filter_t *filter)
{
    uint32_t used = layers_of(filter);
    bloom_geometry_t larger = resized(&filter->geometry, used + 1);
    void *base = aligned_alloc(BLOOM_CACHE_LINE_BYTES, (size_t)bloom_image_bytes(&larger));
    assert_non_null(base);
    memcpy(base, filter->header, (size_t)bloom_image_bytes(&filter->geometry));
    memset((uint8_t *)base + bloom_image_bytes(&filter->geometry), 0,
           (size_t)(larger.payload_bytes - filter->geometry.payload_bytes));
    bloom_image_resize_header(base, &larger);
    filter_destroy(filter);
    bloom_filter_open(filter, base, &larger);
    assert_int_equal(filter->kind->grow(filter, used, &private_context), BLOOM_OK);
    assert_int_equal(layers_of(filter), used + 1);
}

static bool growing_add(bloom_filter_t *filter, bloom_hash_t hash)
{
    bloom_add_result_t result;
    while ((result = filter->kind->add(filter, hash, &private_context)) == BLOOM_ADD_GROW) {
        grow_by_copy(filter);
    }
    assert_int_not_equal(result, BLOOM_ADD_FULL);
    return result == BLOOM_ADD_NEW;
}

/* -- sizing ------------------------------------------------------------------------------------------ */

static const double rates[] = {0.5, 0.25, 0.1, 0.01, 0.001, 1e-4, 1e-6, 1e-9};
static const uint64_t sizes[] = {1, 10, 1000, 54321, 1000000};

static void expected_compound_rate_is_at_most_p_at_every_size(void **state)
{
    (void)state;
    for (size_t r = 0; r < COUNT_OF(rates); r++) {
        for (size_t s = 0; s < COUNT_OF(sizes); s++) {
            bloom_geometry_t geometry = scalable_plan_of(sizes[s], rates[r]);
            const bloom_kind_t *kind = bloom_kind_by_id(geometry.kind);
            double before = 0;
            /* where addresses have 32 bits, there is room for fewer layers */
            uint64_t end = (sizeof(size_t) < 8 ? 100 : 5000) * sizes[s];
            for (uint64_t items = 1; items <= end; items = items * 3 / 2 + 1) {
                double fpr = kind->expected_fpr(&geometry, items);
                assert_at_most(fpr, rates[r] * 1.000001);
                assert_at_most(before, fpr);
                before = fpr;
            }
        }
    }
}

static void every_plan_has_room_for_a_thousand_times_the_initial_items(void **state)
{
    (void)state;
    const uint64_t large_too[] = {1, 1000, 1000000, 100000000, 1000000000, 10000000000};
    for (size_t s = 0; s < COUNT_OF(large_too); s++) {
        if (large_too[s] > BLOOM_PAYLOAD_BYTES_MAX / 10000) {
            continue; /* not on 32-bit systems */
        }
        bloom_geometry_t geometry = scalable_plan_of(large_too[s], 0.01);
        bloom_geometry_t all = resized(&geometry, BLOOM_LAYERS_ALL);
        uint64_t items = 0;
        for (uint32_t i = 0; i < BLOOM_LAYERS_MAX; i++) {
            bloom_geometry_t part;
            if (bloom_kind_by_id(geometry.kind)->resize(&geometry, i + 1, &part) == BLOOM_OK) {
                items += bloom_scalable_layer_items(&geometry, i);
            }
        }
        assert_true(items >= 1000 * large_too[s]);
        assert_at_most(all.payload_bytes, BLOOM_PAYLOAD_BYTES_MAX);
    }
}

/* Against plain filters made for exactly as many items, past the initial size. */
static void memory_at_one_percent_is_within_the_promise(void **state)
{
    (void)state;
    const uint64_t initial[] = {1000, 3333, 54321, 1000000};
    for (size_t s = 0; s < COUNT_OF(initial); s++) {
        bloom_geometry_t geometry = scalable_plan_of(initial[s], 0.01);
        bloom_geometry_t all = resized(&geometry, BLOOM_LAYERS_ALL), part = geometry;
        uint64_t items = initial[s];
        for (uint32_t layers = 2; part.payload_bytes < all.payload_bytes; layers++) {
            part = resized(&geometry, layers);
            double plain_grown = (double)plan_of(items + 1, 0.01).payload_bytes;
            assert_at_most((double)part.payload_bytes / plain_grown, 4.3);
            items += bloom_scalable_layer_items(&geometry, layers - 1);
            double plain_full = (double)plan_of(items, 0.01).payload_bytes;
            assert_at_most((double)part.payload_bytes / plain_full, 2.0);
        }
    }
}

static void no_layer_needs_over_six_hashes_more_than_a_plain_filter(void **state)
{
    (void)state;
    for (double fpr = 0.5; fpr >= 1e-9; fpr *= 0.8) {
        bloom_geometry_t geometry = scalable_plan_of(54321, fpr);
        uint32_t plain_hash_count = plan_of(54321, fpr).hash_count;
        for (uint32_t i = 0; i < BLOOM_LAYERS_MAX; i++) {
            uint64_t code = geometry.kind_parameters[i / 2] >> (i % 2 * 32);
            assert_at_most(((code & 15) + 1) * ((code >> 4 & 1) + 1), plain_hash_count + 6);
        }
    }
}

static void sizes_beyond_what_can_be_addressed_are_refused(void **state)
{
    (void)state;
    const uint64_t giants[] = {UINT64_MAX, UINT64_MAX / 2, (uint64_t)1 << 62, (uint64_t)1 << 50};
    for (size_t g = 0; g < COUNT_OF(giants); g++) {
        for (size_t r = 0; r < COUNT_OF(rates); r++) {
            bloom_geometry_t geometry = {
                .kind = BLOOM_KIND_SCALABLE, .expected_items = giants[g], .fpr = rates[r]};
            assert_int_equal(bloom_geometry_plan(&geometry), BLOOM_ERROR_SIZE_RANGE);
        }
    }
}

static void every_plan_passes_its_own_check(void **state)
{
    (void)state;
    const uint64_t large_too[] = {1, 2, 31, 32, 33, 1000, 999999, 12345678901, 10000000000000};
    for (size_t r = 0; r < COUNT_OF(rates); r++) {
        for (size_t s = 0; s < COUNT_OF(large_too); s++) {
            if (large_too[s] > BLOOM_PAYLOAD_BYTES_MAX / 14) {
                continue; /* not on 32-bit systems */
            }
            bloom_geometry_t geometry = scalable_plan_of(large_too[s], rates[r]);
            bloom_geometry_t all = resized(&geometry, BLOOM_LAYERS_ALL);
            const bloom_kind_t *kind = bloom_kind_by_id(geometry.kind);
            assert_int_equal(kind->check_geometry(&geometry), BLOOM_OK);
            assert_int_equal(kind->check_geometry(&all), BLOOM_OK);
        }
    }
}

/* -- operations -------------------------------------------------------------------------------------- */

/* From the first item to 1,023 times the initial size, measured with other items at every doubling. */
static void delivered_rate_holds_through_growth(void **state)
{
    (void)state;
    const double measured_rates[] = {0.1, 0.01};
    for (size_t r = 0; r < COUNT_OF(measured_rates); r++) {
        bloom_geometry_t geometry = scalable_plan_of(200, measured_rates[r]);
        bloom_filter_t filter;
        uint64_t items = 21 + r, probes = 99;
        filter_create(&filter, &geometry);
        for (uint64_t i = 1, checkpoint = 1; i <= 200 * 1023; i++) {
            growing_add(&filter, random_hash(&items));
            if (i == checkpoint || i == 200 * 1023) {
                enum { PROBES = 300000 };
                unsigned positives = 0;
                for (unsigned q = 0; q < PROBES; q++) {
                    positives += filter_contains(&filter, random_hash(&probes));
                }
                double noise = 4 * sqrt(measured_rates[r] / PROBES);
                assert_at_most((double)positives / PROBES, 1.05 * measured_rates[r] + noise);
                assert_at_most(filter_measure(&filter).fpr, 1.05 * measured_rates[r]);
                checkpoint *= 2;
            }
        }
        assert_int_equal(layers_of(&filter), 10);
        /* what is taken for present isn't stored, so the rate itself is missing from the count */
        double stored = filter_measure(&filter).item_count / (200 * 1023);
        assert_at_most(stored, 1.01);
        assert_at_most(1 - measured_rates[r], stored);
        filter_destroy(&filter);
    }
}

/* 20,000 operations in random order, and what an exact set says. */
static void random_operations_agree_with_an_exact_set(void **state)
{
    (void)state;
    enum { UNIVERSE = 6000, OPERATIONS = 20000 };
    for (uint64_t seed = 1; seed <= 5; seed++) {
        bloom_geometry_t geometry = scalable_plan_of(50, 0.02);
        bloom_filter_t filter;
        uint64_t random = seed, false_positives = 0, absent_lookups = 0;
        bool *is_member = calloc(UNIVERSE, sizeof *is_member);
        assert_non_null(is_member);
        filter_create(&filter, &geometry);
        for (unsigned operation = 0; operation < OPERATIONS; operation++) {
            uint64_t choice = random_next(&random);
            uint64_t item = (choice >> 8) % UNIVERSE, item_seed = item + seed * UNIVERSE;
            bloom_hash_t hash = random_hash(&item_seed);
            if (choice % 256 < 100) {
                bool is_new = growing_add(&filter, hash);
                assert_false(is_new && is_member[item]);
                is_member[item] = true;
                assert_true(filter_contains(&filter, hash));
            } else if (choice % 256 < 250) {
                bool is_positive = filter_contains(&filter, hash);
                assert_true(is_positive || !is_member[item]);
                absent_lookups += !is_member[item];
                false_positives += is_positive && !is_member[item];
            } else if (choice % 256 < 255) {
                bloom_hash_t hashes[37];
                bool answers[37];
                for (size_t h = 0; h < COUNT_OF(hashes); h++) {
                    item_seed = (item + h) % UNIVERSE + seed * UNIVERSE;
                    hashes[h] = random_hash(&item_seed);
                }
                memset(answers, 0xff, sizeof answers);
                filter.kind->contains_batch(&filter, hashes, COUNT_OF(hashes), answers,
                                            &private_context);
                for (size_t h = 0; h < COUNT_OF(hashes); h++) {
                    filter.kind->prefetch(&filter, hashes[h]);
                    assert_int_equal(answers[h], filter_contains(&filter, hashes[h]));
                    assert_true(answers[h] || !is_member[(item + h) % UNIVERSE]);
                }
            } else {
                size_t size_bytes;
                uint8_t *image = image_export(&filter, &private_context, &size_bytes);
                filter_destroy(&filter);
                assert_int_equal(
                    image_import(&filter, image, size_bytes, BLOOM_KIND_SCALABLE, &private_context),
                    BLOOM_OK);
                free(image);
            }
        }
        assert_true(layers_of(&filter) >= 6);
        assert_at_most((double)false_positives / (double)absent_lookups, 0.02 * 1.3);
        free(is_member);
        filter_destroy(&filter);
    }
}

static void present_items_are_not_stored_in_a_newer_layer(void **state)
{
    (void)state;
    bloom_geometry_t geometry = scalable_plan_of(100, 0.01);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    uint64_t items = 5;
    while (layers_of(&filter) < 3) {
        growing_add(&filter, random_hash(&items));
    }
    size_t size_bytes, size_bytes_after;
    uint8_t *before = image_export(&filter, &private_context, &size_bytes);
    items = 5;
    for (unsigned i = 0; i < 300; i++) {
        assert_int_equal(filter.kind->add(&filter, random_hash(&items), &private_context),
                         BLOOM_ADD_PRESENT);
    }
    uint8_t *after = image_export(&filter, &private_context, &size_bytes_after);
    assert_int_equal(size_bytes, size_bytes_after);
    assert_memory_equal(before, after, size_bytes);
    free(before);
    free(after);
    filter_destroy(&filter);
}

/* Random items until one is refused; it is returned. */
static bloom_hash_t fill_to_the_brim(const bloom_filter_t *filter, uint64_t *items,
                                     bloom_add_result_t *refusal)
{
    for (;;) {
        bloom_hash_t hash = random_hash(items);
        *refusal = filter->kind->add(filter, hash, &private_context);
        if (*refusal == BLOOM_ADD_GROW || *refusal == BLOOM_ADD_FULL) {
            return hash;
        }
    }
}

static void a_full_layer_refuses_and_nothing_changes(void **state)
{
    (void)state;
    bloom_geometry_t geometry = scalable_plan_of(100, 0.01);
    bloom_filter_t filter;
    bloom_add_result_t refusal;
    filter_create(&filter, &geometry);
    uint64_t items = 6;
    bloom_hash_t refused = fill_to_the_brim(&filter, &items, &refusal);
    assert_int_equal(refusal, BLOOM_ADD_GROW);
    size_t size_bytes, size_bytes_after;
    uint8_t *before = image_export(&filter, &private_context, &size_bytes);
    assert_int_equal(filter.kind->add(&filter, refused, &private_context), BLOOM_ADD_GROW);
    assert_int_equal(filter.kind->add(&filter, refused, &shared_context), BLOOM_ADD_GROW);
    assert_int_equal(filter.kind->grow(&filter, 1, &private_context), BLOOM_ERROR_FULL);
    uint8_t *after = image_export(&filter, &private_context, &size_bytes_after);
    assert_int_equal(size_bytes, size_bytes_after);
    assert_memory_equal(before, after, size_bytes);
    assert_false(filter_contains(&filter, refused));
    free(before);
    free(after);
    filter_destroy(&filter);
}

static void a_filter_with_all_its_layers_is_full_at_last(void **state)
{
    (void)state;
    bloom_geometry_t geometry = scalable_plan_of(1, 0.01);
    geometry.kind_parameters[1] = 0; /* two layers of sixteen */
    for (size_t i = 2; i < BLOOM_KIND_WORDS; i++) {
        geometry.kind_parameters[i] = 0;
    }
    bloom_filter_t filter;
    bloom_add_result_t refusal;
    filter_create(&filter, &geometry);
    uint64_t items = 7;
    fill_to_the_brim(&filter, &items, &refusal);
    assert_int_equal(refusal, BLOOM_ADD_GROW);
    grow_by_copy(&filter);
    bloom_hash_t refused = fill_to_the_brim(&filter, &items, &refusal);
    assert_int_equal(refusal, BLOOM_ADD_FULL);
    assert_false(filter_contains(&filter, refused));
    bloom_geometry_t larger;
    assert_int_equal(filter.kind->resize(&filter.geometry, 3, &larger), BLOOM_ERROR_FULL);
    filter_destroy(&filter);
}

/* -- shared images ------------------------------------------------------------------------------------ */

/* With the room of all layers from the start, as a sparse file has it. */
static void shared_create(bloom_filter_t *filter, uint64_t initial_items, double fpr)
{
    bloom_geometry_t geometry = scalable_plan_of(initial_items, fpr);
    geometry = resized(&geometry, BLOOM_LAYERS_ALL);
    filter_create(filter, &geometry);
}

/* Adds new items until the newest layer is full. */
static void fill_newest_layer(const bloom_filter_t *filter, uint64_t *items)
{
    while (filter->kind->add(filter, random_hash(items), &shared_context) != BLOOM_ADD_GROW) {
    }
}

static void only_a_full_layer_is_followed_by_another(void **state)
{
    (void)state;
    bloom_filter_t filter;
    uint64_t items = 7;
    shared_create(&filter, 100, 0.1);
    assert_int_equal(filter.kind->grow(&filter, 1, &shared_context), BLOOM_OK);
    assert_int_equal(layers_of(&filter), 1);
    fill_newest_layer(&filter, &items);
    assert_int_equal(filter.kind->grow(&filter, 1, &shared_context), BLOOM_OK);
    assert_int_equal(layers_of(&filter), 2);
    /* two that were late: one counted the layers before the other grew, one after */
    assert_int_equal(filter.kind->grow(&filter, 1, &shared_context), BLOOM_OK);
    assert_int_equal(filter.kind->grow(&filter, 2, &shared_context), BLOOM_OK);
    assert_int_equal(layers_of(&filter), 2);
    fill_newest_layer(&filter, &items);
    assert_int_equal(filter.kind->grow(&filter, 2, &shared_context), BLOOM_OK);
    assert_int_equal(layers_of(&filter), 3);
    assert_int_equal(filter.kind->grow(&filter, 16, &shared_context), BLOOM_ERROR_FULL);
    filter_destroy(&filter);
}

/* A layer that is not counted has not been allocated: no lookup, add or measurement may touch it. */
static void uncounted_layers_are_never_touched(void **state)
{
    (void)state;
    bloom_filter_t filter;
    shared_create(&filter, 100, 0.01);
    uint64_t allocated = resized(&filter.geometry, 2).payload_bytes;
    memset((uint8_t *)filter.payload + allocated, 0xff,
           (size_t)(filter.geometry.payload_bytes - allocated));
    uint64_t items = 8;
    fill_newest_layer(&filter, &items);
    assert_int_equal(filter.kind->grow(&filter, 1, &shared_context), BLOOM_OK);
    for (unsigned i = 0; i < 50; i++) {
        bloom_hash_t hash = random_hash(&items);
        assert_int_equal(filter.kind->add(&filter, hash, &shared_context), BLOOM_ADD_NEW);
        assert_true(filter.kind->contains(&filter, hash, &shared_context));
    }
    bool answer;
    bloom_hash_t absent = random_hash(&items);
    assert_false(filter.kind->contains(&filter, absent, &shared_context));
    filter.kind->contains_batch(&filter, &absent, 1, &answer, &shared_context);
    assert_false(answer);
    assert_at_most(filter_measure(&filter).item_count, 160);
    const uint8_t *rest = (const uint8_t *)filter.payload + allocated;
    for (uint64_t i = 0; i < filter.geometry.payload_bytes - allocated; i++) {
        assert_int_equal(rest[i], 0xff);
    }
    filter_destroy(&filter);
}

static void an_export_has_only_the_layers_in_use(void **state)
{
    (void)state;
    bloom_filter_t filter, copy;
    shared_create(&filter, 100, 0.01);
    uint64_t items = 9;
    for (unsigned i = 0; i < 500; i++) {
        bloom_hash_t hash = random_hash(&items);
        while (filter.kind->add(&filter, hash, &shared_context) == BLOOM_ADD_GROW) {
            assert_int_equal(filter.kind->grow(&filter, layers_of(&filter), &shared_context),
                             BLOOM_OK);
        }
    }
    assert_int_equal(layers_of(&filter), 3);
    size_t size_bytes;
    uint8_t *image = image_export(&filter, &shared_context, &size_bytes);
    bloom_geometry_t part = resized(&filter.geometry, 3);
    assert_int_equal(size_bytes, bloom_export_bytes(&part));
    assert_int_equal(image_import(&copy, image, size_bytes, BLOOM_KIND_SCALABLE, &private_context),
                     BLOOM_OK);
    items = 9;
    for (unsigned i = 0; i < 5000; i++) {
        bloom_hash_t hash = random_hash(&items);
        assert_int_equal(filter_contains(&copy, hash), filter_contains(&filter, hash));
    }
    growing_add(&copy, random_hash(&items));
    free(image);
    filter_destroy(&copy);
    filter_destroy(&filter);
}

enum { THREADS = 8, THREAD_ITEMS = 4000 };

typedef struct worker {
    const bloom_filter_t *filter;
    uint64_t seed;
    unsigned new_items;
    unsigned missing_items;
} worker_t;

/* Adds its own items and, against the others, common ones; looks each up at once and at last. */
static void *work(void *argument)
{
    worker_t *worker = argument;
    const bloom_filter_t *filter = worker->filter;
    uint64_t own = worker->seed, common = 1;
    for (unsigned i = 0; i < THREAD_ITEMS; i++) {
        bloom_hash_t hash = i % 4 == 0 ? random_hash(&common) : random_hash(&own);
        bloom_add_result_t result;
        while ((result = filter->kind->add(filter, hash, &shared_context)) == BLOOM_ADD_GROW) {
            filter->kind->grow(filter, layers_of(filter), &shared_context);
        }
        worker->new_items += result == BLOOM_ADD_NEW;
        worker->missing_items += !filter->kind->contains(filter, hash, &shared_context);
    }
    own = worker->seed;
    common = 1;
    for (unsigned i = 0; i < THREAD_ITEMS; i++) {
        bloom_hash_t hash = i % 4 == 0 ? random_hash(&common) : random_hash(&own);
        bool answer;
        filter->kind->contains_batch(filter, &hash, 1, &answer, &shared_context);
        worker->missing_items += !answer;
    }
    return NULL;
}

static void threads_that_add_and_grow_lose_nothing_and_keep_the_rate(void **state)
{
    (void)state;
    bloom_filter_t filter;
    shared_create(&filter, 50, 0.01);
    pthread_t threads[THREADS];
    worker_t workers[THREADS];
    unsigned new_items = 0;
    for (unsigned t = 0; t < THREADS; t++) {
        workers[t] = (worker_t){.filter = &filter, .seed = 1000 + t};
        assert_int_equal(pthread_create(&threads[t], NULL, work, &workers[t]), 0);
    }
    for (unsigned t = 0; t < THREADS; t++) {
        assert_int_equal(pthread_join(threads[t], NULL), 0);
    }
    for (unsigned t = 0; t < THREADS; t++) {
        assert_int_equal(workers[t].missing_items, 0);
        new_items += workers[t].new_items;
    }
    uint64_t places = 0, distinct = THREAD_ITEMS / 4 + THREADS * (THREAD_ITEMS - THREAD_ITEMS / 4);
    for (uint32_t i = 0; i < layers_of(&filter); i++) {
        uint64_t count = bloom_scalable_layer_count(&filter, i);
        places += count;
        if (i + 1 < layers_of(&filter)) {
            assert_int_equal(count, bloom_scalable_layer_items(&filter.geometry, i));
        }
    }
    assert_true(places >= new_items); /* counted before it is stored */
    assert_true(new_items >= distinct * 97 / 100);
    bloom_measurement_t measured = filter_measure(&filter);
    assert_at_most(measured.item_count, (double)places * 1.03);
    assert_at_most(measured.fpr, 1.05 * 0.01);
    filter_destroy(&filter);
}

/* -- images ------------------------------------------------------------------------------------------- */

/* Three layers, the last of which is half full. */
static uint8_t *three_layers(size_t *size_bytes)
{
    bloom_geometry_t geometry = scalable_plan_of(100, 0.01);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    for (uint64_t i = 0; i < 500; i++) {
        growing_add(&filter, golden_hash(i));
    }
    assert_int_equal(layers_of(&filter), 3);
    uint8_t *image = image_export(&filter, &private_context, size_bytes);
    filter_destroy(&filter);
    return image;
}

/* A copy taken while others add may have bits of items that its count does not include yet. */
static void import_counts_items_that_the_counter_lacks(void **state)
{
    (void)state;
    size_t size_bytes;
    uint8_t *image = three_layers(&size_bytes);
    bloom_filter_t filter;
    assert_int_equal(
        image_import(&filter, image, size_bytes, BLOOM_KIND_SCALABLE, &private_context), BLOOM_OK);
    uint64_t exact = bloom_scalable_layer_count(&filter, 2);
    size_t counter = (size_t)((uint8_t *)filter.layers[2].blocks - (uint8_t *)filter.header) - 64;
    filter_destroy(&filter);
    assert_true(exact >= 150);

    memset(image + counter, 0, 8);
    image_seal(image, size_bytes);
    assert_int_equal(
        image_import(&filter, image, size_bytes, BLOOM_KIND_SCALABLE, &private_context), BLOOM_OK);
    assert_at_most(0.8 * (double)exact, bloom_scalable_layer_count(&filter, 2));
    filter_destroy(&filter);
    free(image);
}

static bloom_status_t status_with(const uint8_t *image, size_t size_bytes, size_t offset,
                                  uint64_t value, size_t value_bytes)
{
    uint8_t *changed = malloc(size_bytes);
    assert_non_null(changed);
    memcpy(changed, image, size_bytes);
    value = bloom_le64(value);
    memcpy(changed + offset, &value, value_bytes);
    image_seal_header(changed);
    image_seal(changed, size_bytes);
    bloom_filter_t filter;
    bloom_status_t status =
        image_import(&filter, changed, size_bytes, BLOOM_KIND_SCALABLE, &private_context);
    if (status == BLOOM_OK) {
        filter_destroy(&filter);
    }
    free(changed);
    return status;
}

static void import_refuses_what_contradicts_itself(void **state)
{
    (void)state;
    size_t size_bytes;
    uint8_t *image = three_layers(&size_bytes);
    const bloom_header_t *header = (const bloom_header_t *)(const void *)image;
    assert_int_equal(status_with(image, size_bytes, 320, 2, 8), BLOOM_OK); /* as it is */
    const struct {
        size_t offset;
        uint64_t value;
    } contradictions[] = {
        {320, 3},                             /* more layers than there are */
        {320, UINT64_MAX},                    /* far more */
        {328, 1},                             /* state that the kind does not have */
        {376, 1},                             /* likewise, the last word */
        {512, 99},                            /* a layer with a successor is not full */
        {512, 101},                           /* more items than its size */
        {520, 1},                             /* reserved */
        {48, header->unit_count + 1},         /* not the first layer's size */
        {64, header->kind_parameters[0] ^ 1}, /* another k than hash_count says */
        {64, header->kind_parameters[0] & ~(uint64_t)UINT32_MAX}, /* no first layer */
        {72, 0},                                                  /* a gap between layers */
        {72, header->kind_parameters[1] ^
                 1 << 5}, /* a layer of another size: the payload's does not fit */
        {72, header->kind_parameters[1] | 63u << 26}, /* a gigantic layer */
        {120, header->kind_parameters[7] & 31},       /* a layer of no blocks */
        {120, header->kind_parameters[6]},            /* too small for the rate */
        {24, 1000},                                   /* more items than the layers were made for */
    };
    for (size_t c = 0; c < COUNT_OF(contradictions); c++) {
        if (status_with(image, size_bytes, contradictions[c].offset, contradictions[c].value, 8) !=
            BLOOM_ERROR_GEOMETRY) {
            fail_msg("case %zu is accepted", c);
        }
    }
    free(image);
}

static void damaged_images_are_refused_or_harmless(void **state)
{
    (void)state;
    size_t size_bytes;
    uint8_t *image = three_layers(&size_bytes);
    uint8_t *damaged = malloc(size_bytes);
    assert_non_null(damaged);
    uint64_t random = 77;
    unsigned accepted = 0;
    for (unsigned round = 0; round < 3000; round++) {
        memcpy(damaged, image, size_bytes);
        for (uint64_t changes = random_next(&random) % 3 + 1; changes > 0; changes--) {
            image_damage(damaged, size_bytes, &random);
        }
        bloom_filter_t filter;
        if (image_import(&filter, damaged, size_bytes, BLOOM_KIND_SCALABLE, &private_context) !=
            BLOOM_OK) {
            continue;
        }
        accepted++;
        bool answers[16];
        bloom_hash_t hashes[16];
        for (unsigned i = 0; i < 16; i++) {
            hashes[i] = random_hash(&random);
            bloom_add_result_t result = filter.kind->add(&filter, hashes[i], &private_context);
            bool is_refused = result == BLOOM_ADD_GROW || result == BLOOM_ADD_FULL;
            assert_true(is_refused || filter_contains(&filter, hashes[i]));
        }
        filter.kind->contains_batch(&filter, hashes, 16, answers, &private_context);
        filter_measure(&filter);
        filter_destroy(&filter);
    }
    assert_true(accepted > 0 && accepted < 3000);
    free(damaged);
    free(image);
}

static const struct golden {
    const char *name;
    uint64_t initial_items;
    double fpr;
    uint64_t item_count;
    uint32_t layer_count;
} goldens[] = {
    {"scalable-100-0.01-empty", 100, 0.01, 0, 1},
    {"scalable-100-0.01", 100, 0.01, 500, 3},
    {"scalable-1-1e-6", 1, 1e-6, 100, 3},
};

static uint8_t *golden_write(const struct golden *golden, size_t *size_bytes)
{
    bloom_geometry_t geometry = scalable_plan_of(golden->initial_items, golden->fpr);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    bloom_image_write_header(filter.header, &geometry, &golden_provenance, &public_key);
    for (uint64_t i = 0; i < golden->item_count; i++) {
        growing_add(&filter, golden_hash(i));
    }
    uint8_t *image = image_export(&filter, &private_context, size_bytes);
    filter_destroy(&filter);
    return image;
}

static uint8_t *golden_image(size_t g, const char **name, size_t *size_bytes)
{
    if (g == COUNT_OF(goldens)) {
        return NULL;
    }
    *name = goldens[g].name;
    return golden_write(&goldens[g], size_bytes);
}

static void golden_images_are_written_today_byte_for_byte(void **state)
{
    (void)state;
    assert_goldens(golden_image);
}

/* A lookup from FORMAT-kinds.md, byte by byte. */
static bool reference_scalable_contains(const uint8_t *image, bloom_hash_t hash)
{
    uint64_t offset = 512, more_layers = reference_number(image + 320, 8);
    bool is_present = false;
    for (uint64_t i = 0; i <= more_layers; i++) {
        uint64_t code = reference_number(image + 64 + 4 * i, 4);
        unsigned bits_per_block = (unsigned)(code & 15) + 1, blocks_per_item = (code >> 4 & 1) + 1;
        uint64_t block_count = (code >> 5 & 0x1fffff) << (code >> 26), bits[32];
        unsigned hash_count = bits_per_block * blocks_per_item;
        reference_bits(hash.low, hash.high, block_count, hash_count, blocks_per_item, bits);
        bool all = true;
        for (unsigned b = 0; b < hash_count; b++) {
            all = all && (image[offset + 64 + bits[b] / 8] >> (bits[b] % 8) & 1) != 0;
        }
        is_present = is_present || all;
        offset += 64 + 64 * block_count;
    }
    return is_present;
}

static void golden_images_answer_as_the_document_says(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(goldens); g++) {
        size_t size_bytes;
        uint8_t *image = golden_read(__FILE__, goldens[g].name, &size_bytes);
        bloom_filter_t filter;
        assert_int_equal(
            image_import(&filter, image, size_bytes, BLOOM_KIND_SCALABLE, &private_context),
            BLOOM_OK);
        assert_int_equal(layers_of(&filter), goldens[g].layer_count);
        uint64_t present = 0;
        for (uint64_t i = 0; i < 4000; i++) {
            bloom_hash_t hash = golden_hash(i);
            bool is_present = filter_contains(&filter, hash);
            assert_int_equal(is_present, reference_scalable_contains(image, hash));
            assert_true(is_present || i >= goldens[g].item_count);
            present += is_present;
        }
        assert_at_most(present, 1.3 * ((double)goldens[g].item_count + 4000 * goldens[g].fpr) + 3);
        filter_destroy(&filter);
        free(image);
    }
}

int main(int argument_count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expected_compound_rate_is_at_most_p_at_every_size),
        cmocka_unit_test(every_plan_has_room_for_a_thousand_times_the_initial_items),
        cmocka_unit_test(memory_at_one_percent_is_within_the_promise),
        cmocka_unit_test(no_layer_needs_over_six_hashes_more_than_a_plain_filter),
        cmocka_unit_test(sizes_beyond_what_can_be_addressed_are_refused),
        cmocka_unit_test(every_plan_passes_its_own_check),
        cmocka_unit_test(delivered_rate_holds_through_growth),
        cmocka_unit_test(random_operations_agree_with_an_exact_set),
        cmocka_unit_test(present_items_are_not_stored_in_a_newer_layer),
        cmocka_unit_test(a_full_layer_refuses_and_nothing_changes),
        cmocka_unit_test(a_filter_with_all_its_layers_is_full_at_last),
        cmocka_unit_test(only_a_full_layer_is_followed_by_another),
        cmocka_unit_test(uncounted_layers_are_never_touched),
        cmocka_unit_test(an_export_has_only_the_layers_in_use),
        cmocka_unit_test(threads_that_add_and_grow_lose_nothing_and_keep_the_rate),
        cmocka_unit_test(import_counts_items_that_the_counter_lacks),
        cmocka_unit_test(import_refuses_what_contradicts_itself),
        cmocka_unit_test(damaged_images_are_refused_or_harmless),
        cmocka_unit_test(golden_images_are_written_today_byte_for_byte),
        cmocka_unit_test(golden_images_answer_as_the_document_says),
    };
    select_implementation();
    if (argument_count == 3 && strcmp(arguments[1], "write") == 0) {
        return goldens_store(golden_image, arguments[2]);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
