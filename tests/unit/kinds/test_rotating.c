/*
 * The rotating filter on a clock that the tests turn: nothing is forgotten within the window, all of it after the
 * bound, whoever is stopped, killed or late. `test_rotating write DIRECTORY` writes its golden images.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../reference.h"
#include "images.h"

#include "core/rotating.h"

#define SECOND ((uint64_t)1000000)

static bloom_geometry_t rotating_plan_of(uint64_t items, double fpr, uint64_t window_seconds,
                                         uint64_t generations)
{
    bloom_geometry_t geometry = {.kind = BLOOM_KIND_ROTATING,
                                 .expected_items = items,
                                 .fpr = fpr,
                                 .kind_parameters = {window_seconds, generations}};
    assert_int_equal(bloom_geometry_plan(&geometry), BLOOM_OK);
    return geometry;
}

static bloom_context_t at(uint64_t now_us)
{
    bloom_context_t context = {.monotonic_us = now_us};
    return context;
}

static bloom_add_result_t add_at(const bloom_filter_t *filter, bloom_hash_t hash, uint64_t now_us)
{
    bloom_context_t context = at(now_us);
    return filter->kind->add(filter, hash, &context);
}

static bool contains_at(const bloom_filter_t *filter, bloom_hash_t hash, uint64_t now_us)
{
    bloom_context_t context = at(now_us);
    return filter->kind->contains(filter, hash, &context);
}

static uint32_t live_slots_at(const bloom_filter_t *filter, uint64_t now_us)
{
    bloom_context_t context = at(now_us);
    return bloom_rotating_live_slots(filter, &context);
}

/* What the contract says of a filter's items, in microseconds. */
static uint64_t window_of(const bloom_filter_t *filter)
{
    return filter->geometry.kind_parameters[BLOOM_ROTATING_WINDOW_SECONDS] * SECOND;
}

static uint64_t longest_of(const bloom_filter_t *filter)
{
    return window_of(filter) +
           2 * window_of(filter) / filter->geometry.kind_parameters[BLOOM_ROTATING_GENERATIONS];
}

/* -- a system ---------------------------------------------------------------------------------------- */

/* A clock, a lock, and something that happens when an add looks at the clock. */
typedef struct fake_system {
    bloom_system_t system; /* first */
    uint64_t now_us;
    uint64_t lock;
    void (*disturb)(struct fake_system *system);
    const bloom_filter_t *filter;
} fake_system_t;

static uint64_t fake_now(const bloom_system_t *system)
{
    fake_system_t *fake = (fake_system_t *)(uintptr_t)system;
    if (fake->disturb != NULL) {
        void (*disturb)(fake_system_t *) = fake->disturb;
        fake->disturb = NULL;
        disturb(fake);
    }
    return bloom_load_relaxed(&fake->now_us);
}

static bool fake_try_lock(const bloom_system_t *system)
{
    fake_system_t *fake = (fake_system_t *)(uintptr_t)system;
    uint64_t expected = 0;
    return __atomic_compare_exchange_n(&fake->lock, &expected, 1, false, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED);
}

static void fake_unlock(const bloom_system_t *system)
{
    fake_system_t *fake = (fake_system_t *)(uintptr_t)system;
    __atomic_store_n(&fake->lock, 0, __ATOMIC_RELEASE);
}

static fake_system_t fake_system_at(uint64_t now_us)
{
    fake_system_t fake = {.system = {fake_now, fake_try_lock, fake_unlock}, .now_us = now_us};
    return fake;
}

static bloom_context_t shared_at(const fake_system_t *fake, uint64_t now_us)
{
    bloom_context_t context = {.is_shared = true, .monotonic_us = now_us, .system = &fake->system};
    return context;
}

static bloom_add_result_t shared_add(const bloom_filter_t *filter, bloom_hash_t hash,
                                     const fake_system_t *fake)
{
    bloom_context_t context = shared_at(fake, bloom_load_relaxed(&fake->now_us));
    return filter->kind->add(filter, hash, &context);
}

/* -- sizing ------------------------------------------------------------------------------------------ */

static const double rates[] = {0.5, 0.25, 0.1, 0.01, 0.001, 1e-4, 1e-6, 1e-9};

static void every_plan_passes_its_own_check(void **state)
{
    (void)state;
    const uint64_t sizes[] = {1, 7, 1000, 123456789, 10000000000};
    const uint64_t generations[] = {1, 2, 4, 7, 8, 32};
    for (size_t r = 0; r < COUNT_OF(rates); r++) {
        for (size_t s = 0; s < COUNT_OF(sizes); s++) {
            for (size_t g = 0; g < COUNT_OF(generations); g++) {
                if (sizes[s] > BLOOM_PAYLOAD_BYTES_MAX / 10000) {
                    continue; /* not on 32-bit systems */
                }
                bloom_geometry_t geometry =
                    rotating_plan_of(sizes[s], rates[r], 3600, generations[g]);
                assert_int_equal(bloom_kind_by_id(geometry.kind)->check_geometry(&geometry),
                                 BLOOM_OK);
            }
        }
    }
}

/* A slot of a plain filter at half the rate for each generation and one more. */
static void memory_is_that_of_the_document(void **state)
{
    (void)state;
    bloom_geometry_t geometry = rotating_plan_of(1000000, 0.01, 3600, 4);
    bloom_geometry_t slot = plan_of(1000000, 0.005);
    assert_int_equal(geometry.payload_bytes, 64 + 5 * slot.payload_bytes);
}

static void options_out_of_range_are_refused(void **state)
{
    (void)state;
    const uint64_t wrong[][3] = {{0, 4, 0},    {2147483648, 4, 0}, {UINT64_MAX, 4, 0},
                                 {3600, 0, 0}, {3600, 33, 0},      {3600, UINT64_MAX, 0},
                                 {3600, 4, 1}};
    for (size_t w = 0; w < COUNT_OF(wrong); w++) {
        bloom_geometry_t geometry = {.kind = BLOOM_KIND_ROTATING,
                                     .expected_items = 10,
                                     .fpr = 0.01,
                                     .kind_parameters = {wrong[w][0], wrong[w][1], wrong[w][2]}};
        assert_int_equal(bloom_geometry_plan(&geometry), BLOOM_ERROR_OPTION_RANGE);
    }
    rotating_plan_of(10, 0.01, 1, 1);
    rotating_plan_of(10, 0.01, 2147483647, 32);
}

static void sizes_beyond_what_can_be_addressed_are_refused(void **state)
{
    (void)state;
    const uint64_t giants[] = {UINT64_MAX, (uint64_t)1 << 62, (uint64_t)1 << 50};
    for (size_t g = 0; g < COUNT_OF(giants); g++) {
        bloom_geometry_t geometry = {.kind = BLOOM_KIND_ROTATING,
                                     .expected_items = giants[g],
                                     .fpr = 0.01,
                                     .kind_parameters = {3600, 4}};
        assert_int_equal(bloom_geometry_plan(&geometry), BLOOM_ERROR_SIZE_RANGE);
    }
}

/* -- remembering and forgetting -------------------------------------------------------------------- */

static void an_item_is_remembered_for_the_window_and_forgotten_after_the_bound(void **state)
{
    (void)state;
    const uint64_t generations[] = {1, 2, 3, 4, 8, 32};
    const uint64_t windows[] = {1, 60, 3600, 2147483647};
    for (size_t g = 0; g < COUNT_OF(generations); g++) {
        for (size_t w = 0; w < COUNT_OF(windows); w++) {
            bloom_geometry_t geometry = rotating_plan_of(100, 1e-6, windows[w], generations[g]);
            bloom_filter_t filter;
            filter_create(&filter, &geometry);
            uint64_t random = 1, now_us = 5 * SECOND;
            for (unsigned round = 0; round < 200; round++) {
                bloom_hash_t hash = random_hash(&random);
                assert_int_equal(add_at(&filter, hash, now_us), BLOOM_ADD_NEW);
                assert_true(contains_at(&filter, hash, now_us));
                assert_true(contains_at(&filter, hash, now_us + window_of(&filter)));
                assert_false(contains_at(&filter, hash, now_us + longest_of(&filter) + 1));
                now_us += random_next(&random) % (window_of(&filter) / 10);
            }
            filter_destroy(&filter);
        }
    }
}

static void lookups_forget_on_time_although_nobody_adds(void **state)
{
    (void)state;
    bloom_geometry_t geometry = rotating_plan_of(1000, 0.001, 100, 4);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    uint64_t random = 2;
    bloom_hash_t hash = random_hash(&random);
    add_at(&filter, hash, SECOND);
    size_t size_bytes, size_bytes_after;
    bloom_context_t context = at(0);
    uint8_t *before = image_export(&filter, &context, &size_bytes);
    assert_true(contains_at(&filter, hash, 101 * SECOND));
    assert_false(contains_at(&filter, hash, 151 * SECOND + 1));
    bool answer = true;
    context = at(151 * SECOND + 1);
    filter.kind->contains_batch(&filter, &hash, 1, &answer, &context);
    assert_false(answer);
    bloom_measurement_t measured;
    filter.kind->measure(&filter, &measured, &context);
    assert_int_equal(measured.used_units, 0);
    assert_true(measured.item_count == 0 && measured.fpr == 0);
    context = at(0);
    uint8_t *after = image_export(&filter, &context, &size_bytes_after);
    assert_memory_equal(before, after, size_bytes); /* and wrote nothing */
    free(before);
    free(after);
    filter_destroy(&filter);
}

static void adding_again_renews_an_item(void **state)
{
    (void)state;
    bloom_geometry_t geometry = rotating_plan_of(1000, 1e-6, 100, 4);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    uint64_t random = 3;
    bloom_hash_t hash = random_hash(&random);
    assert_int_equal(add_at(&filter, hash, SECOND), BLOOM_ADD_NEW);
    for (uint64_t now_us = SECOND; now_us < 2000 * SECOND; now_us += 90 * SECOND) {
        assert_true(contains_at(&filter, hash, now_us));
        if (now_us > SECOND) {
            assert_int_equal(add_at(&filter, hash, now_us), BLOOM_ADD_PRESENT);
        }
    }
    /* once it has expired, it is new again */
    assert_int_equal(add_at(&filter, hash, 5000 * SECOND), BLOOM_ADD_NEW);
    filter_destroy(&filter);
}

/* Random operations and jumps of the clock, against the times of an exact set. */
static void random_operations_agree_with_an_exact_set(void **state)
{
    (void)state;
    enum { UNIVERSE = 3000, OPERATIONS = 30000 };
    const uint64_t generations[] = {1, 2, 4, 9};
    for (size_t g = 0; g < COUNT_OF(generations); g++) {
        bloom_geometry_t geometry = rotating_plan_of(1500, 0.01, 50, generations[g]);
        bloom_filter_t filter;
        filter_create(&filter, &geometry);
        uint64_t random = g + 1, now_us = 10 * SECOND, forgotten = 0, false_positives = 0;
        unsigned imports = 0;
        uint64_t *added_us = calloc(UNIVERSE, sizeof *added_us); /* 0: never */
        assert_non_null(added_us);
        for (unsigned operation = 0; operation < OPERATIONS; operation++) {
            uint64_t choice = random_next(&random);
            uint64_t item = (choice >> 16) % UNIVERSE, seed = item + g * UNIVERSE;
            bloom_hash_t hash = random_hash(&seed);
            /* two windows in 3,000 operations; now and then a pause */
            now_us += (choice >> 40) % (2 * 50 * SECOND / 1500);
            if (choice % 4096 == 0) {
                now_us += random_next(&random) % (120 * SECOND);
            }
            uint64_t age_us = now_us - added_us[item];
            bool must_be_present = added_us[item] != 0 && age_us <= window_of(&filter);
            bool may_be_present = added_us[item] != 0 && age_us <= longest_of(&filter);
            if (choice % 256 < 80) {
                bloom_add_result_t result = add_at(&filter, hash, now_us);
                assert_true(result == BLOOM_ADD_PRESENT || !must_be_present);
                added_us[item] = now_us;
                assert_true(contains_at(&filter, hash, now_us));
            } else if (choice % 256 < 250) {
                bool answer;
                bloom_context_t context = at(now_us);
                filter.kind->prefetch(&filter, hash);
                filter.kind->contains_batch(&filter, &hash, 1, &answer, &context);
                assert_int_equal(answer, contains_at(&filter, hash, now_us));
                assert_true(answer || !must_be_present);
                forgotten += !may_be_present;
                false_positives += answer && !may_be_present;
            } else if (choice % 256 == 255) { /* to a machine with another clock */
                bloom_context_t context = at(now_us);
                size_t size_bytes;
                uint8_t *image = image_export(&filter, &context, &size_bytes);
                filter_destroy(&filter);
                uint64_t other_us = random_next(&random) % (100 * SECOND) + 200 * SECOND;
                context = at(other_us);
                assert_int_equal(
                    image_import(&filter, image, size_bytes, BLOOM_KIND_ROTATING, &context),
                    BLOOM_OK);
                filter.kind->resume(&filter, &context);
                for (unsigned i = 0; i < UNIVERSE; i++) {
                    bool is_lost = added_us[i] != 0 && now_us - added_us[i] >= other_us;
                    added_us[i] = added_us[i] == 0 || is_lost ? 0 : added_us[i] + other_us - now_us;
                }
                now_us = other_us;
                free(image);
                imports++;
            }
        }
        assert_true(imports > 10 && forgotten > 1000);
        assert_at_most((double)false_positives / (double)forgotten, 0.01 * 1.3);
        free(added_us);
        filter_destroy(&filter);
    }
}

static double positives_at(const bloom_filter_t *filter, uint64_t now_us, unsigned probes)
{
    uint64_t random = 987;
    unsigned positives = 0;
    for (unsigned i = 0; i < probes; i++) {
        positives += contains_at(filter, random_hash(&random), now_us);
    }
    return (double)positives / probes;
}

/* All n in one generation, and all n of the next window as soon as a slot's life allows. */
static void the_rate_holds_however_unevenly_items_arrive(void **state)
{
    (void)state;
    const double measured_rates[] = {0.5, 0.1, 0.01, 0.001};
    const uint64_t generations[] = {1, 4, 16};
    for (size_t r = 0; r < COUNT_OF(measured_rates); r++) {
        for (size_t g = 0; g < COUNT_OF(generations); g++) {
            enum { ITEMS = 20000, PROBES = 300000 };
            double fpr = measured_rates[r], noise = 4 * sqrt(fpr / PROBES);
            bloom_geometry_t geometry = rotating_plan_of(ITEMS, fpr, 100, generations[g]);
            bloom_filter_t filter;
            filter_create(&filter, &geometry);
            uint64_t items = 5, now_us = SECOND;
            for (unsigned i = 0; i < ITEMS; i++) {
                add_at(&filter, random_hash(&items), now_us);
            }
            assert_at_most(positives_at(&filter, now_us, PROBES), 1.05 * fpr / 2 + noise);
            now_us += 100 * SECOND + 1;
            for (unsigned i = 0; i < ITEMS; i++) {
                add_at(&filter, random_hash(&items), now_us);
            }
            assert_int_equal(live_slots_at(&filter, now_us), 2);
            assert_at_most(positives_at(&filter, now_us, PROBES), 1.05 * fpr + noise);
            bloom_context_t context = at(now_us);
            bloom_measurement_t measured;
            filter.kind->measure(&filter, &measured, &context);
            assert_at_most(measured.fpr, 1.05 * fpr);
            assert_at_most(fabs(measured.item_count / (2 * ITEMS) - 1), 0.03);
            filter_destroy(&filter);
        }
    }
}

/* n items in every window, spread evenly, for ten windows. */
static void the_rate_holds_in_steady_use(void **state)
{
    (void)state;
    for (size_t r = 0; r < 3; r++) {
        enum { ITEMS = 10000, PROBES = 100000 };
        const double fpr = (const double[]){0.5, 0.1, 0.01}[r];
        bloom_geometry_t geometry = rotating_plan_of(ITEMS, fpr, 100, 4);
        bloom_filter_t filter;
        filter_create(&filter, &geometry);
        uint64_t items = 6, now_us = SECOND;
        for (unsigned i = 0; i < 10 * ITEMS; i++) {
            add_at(&filter, random_hash(&items), now_us);
            now_us += 100 * SECOND / ITEMS;
            if (i % ITEMS == ITEMS - 1) {
                assert_true(live_slots_at(&filter, now_us) <= 5);
                assert_at_most(positives_at(&filter, now_us, PROBES),
                               1.05 * fpr + 4 * sqrt(fpr / PROBES));
            }
        }
        filter_destroy(&filter);
    }
}

static void vector_and_portable_lookups_agree(void **state)
{
    (void)state;
    for (size_t r = 0; r < COUNT_OF(rates); r++) {
        bloom_geometry_t geometry = rotating_plan_of(500, rates[r], 100, 3);
        bloom_filter_t filter;
        filter_create(&filter, &geometry);
        uint64_t items = 8, probes = 8;
        for (unsigned i = 0; i < 1000; i++) {
            add_at(&filter, random_hash(&items), SECOND + i * SECOND / 10);
        }
        for (unsigned i = 0; i < 5000; i++) {
            bloom_hash_t hash = random_hash(&probes);
            bloom_plain_select(true);
            bool portable = contains_at(&filter, hash, 110 * SECOND);
            bloom_plain_select(false);
            assert_int_equal(contains_at(&filter, hash, 110 * SECOND), portable);
        }
        select_implementation();
        filter_destroy(&filter);
    }
}

/* -- adds that are late ------------------------------------------------------------------------------ */

static void sleep_three_windows(fake_system_t *fake)
{
    fake->now_us += 300 * SECOND;
}

/* Stopped after its bits were set: the item's time is when the add ended, not when it began. */
static void an_add_that_was_stopped_is_remembered_from_its_end(void **state)
{
    (void)state;
    bloom_geometry_t geometry = rotating_plan_of(1000, 1e-6, 100, 4);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    fake_system_t fake = fake_system_at(SECOND);
    uint64_t random = 9;
    bloom_hash_t hash = random_hash(&random);
    fake.disturb = sleep_three_windows;
    assert_int_equal(shared_add(&filter, hash, &fake), BLOOM_ADD_NEW);
    assert_int_equal(fake.now_us, 301 * SECOND);
    assert_true(contains_at(&filter, hash, 401 * SECOND));
    assert_false(contains_at(&filter, hash, 451 * SECOND + 1));
    filter_destroy(&filter);
}

/* Others go on until the slot has been closed, has expired, was cleared, and is the current one again. */
static void others_go_on(fake_system_t *fake)
{
    uint64_t random = 1234, known = fake->filter->header->kind_state[BLOOM_ROTATING_ROTATIONS];
    while (fake->filter->header->kind_state[BLOOM_ROTATING_ROTATIONS] < known + 5) {
        fake->now_us += SECOND;
        shared_add(fake->filter, random_hash(&random), fake);
    }
}

static void an_add_that_straddles_rotations_is_repeated(void **state)
{
    (void)state;
    bloom_geometry_t geometry = rotating_plan_of(1000, 1e-6, 100, 4);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    fake_system_t fake = fake_system_at(SECOND);
    fake.filter = &filter;
    uint64_t random = 10;
    bloom_hash_t hash = random_hash(&random);
    fake.disturb = others_go_on;
    assert_int_equal(shared_add(&filter, hash, &fake), BLOOM_ADD_NEW);
    assert_true(contains_at(&filter, hash, fake.now_us + window_of(&filter)));
    assert_false(contains_at(&filter, hash, fake.now_us + longest_of(&filter) + 1));
    filter_destroy(&filter);
}

static void while_others_clear_adds_go_on_and_keep_their_window(void **state)
{
    (void)state;
    bloom_geometry_t geometry = rotating_plan_of(1000, 1e-6, 100, 4);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    fake_system_t fake = fake_system_at(SECOND);
    uint64_t random = 11;
    shared_add(&filter, random_hash(&random), &fake);
    fake.lock = 1; /* for six windows */
    for (unsigned i = 0; i < 600; i++) {
        fake.now_us += SECOND;
        bloom_hash_t hash = random_hash(&random);
        assert_int_equal(shared_add(&filter, hash, &fake), BLOOM_ADD_NEW);
        assert_true(contains_at(&filter, hash, fake.now_us + window_of(&filter)));
        assert_int_equal(live_slots_at(&filter, fake.now_us), 1);
    }
    fake.lock = 0;
    fake.now_us += 25 * SECOND;
    bloom_hash_t last = random_hash(&random);
    shared_add(&filter, last, &fake);
    assert_int_equal(live_slots_at(&filter, fake.now_us), 2);
    /* and the bound holds again */
    assert_false(contains_at(&filter, last, fake.now_us + longest_of(&filter) + 1));
    assert_int_equal(live_slots_at(&filter, fake.now_us + longest_of(&filter) + 1), 0);
    filter_destroy(&filter);
}

static void a_rotation_that_comes_late_keeps_the_bound(void **state)
{
    (void)state;
    bloom_geometry_t geometry = rotating_plan_of(1000, 1e-6, 100, 4);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    fake_system_t fake = fake_system_at(SECOND);
    uint64_t random = 14;
    bloom_hash_t first = random_hash(&random);
    shared_add(&filter, first, &fake);
    fake.now_us += 26 * SECOND; /* time to rotate, but somebody else is at it */
    fake.lock = 1;
    shared_add(&filter, random_hash(&random), &fake);
    fake.lock = 0;
    assert_true(contains_at(&filter, first, SECOND + window_of(&filter)));
    assert_false(contains_at(&filter, first, SECOND + longest_of(&filter) + 1));
    filter_destroy(&filter);
}

/* While nobody is in the way, each slot is succeeded by the first add after its share of the window. */
static void it_rotates_once_in_a_generation(void **state)
{
    (void)state;
    const uint64_t generations[] = {1, 2, 3, 4, 8, 32}, adds_per_window[] = {7, 100, 1000};
    for (size_t g = 0; g < COUNT_OF(generations); g++) {
        for (size_t a = 0; a < COUNT_OF(adds_per_window); a++) {
            enum { WINDOWS = 20 };
            bloom_geometry_t geometry = rotating_plan_of(1000, 1e-4, 100, generations[g]);
            bloom_filter_t filter;
            filter_create(&filter, &geometry);
            fake_system_t fake = fake_system_at(SECOND);
            uint64_t pause_us = 100 * SECOND / adds_per_window[a], random = 16, adds_per_slot;
            uint64_t slots = generations[g] > 2 ? generations[g] : 2; /* one works as two do */
            adds_per_slot =
                (100 * SECOND + BLOOM_ROTATING_GRACE_US + slots - 1) / slots / pause_us + 1;
            for (uint64_t i = 0; i < WINDOWS * adds_per_window[a]; i++) {
                bloom_hash_t hash = random_hash(&random);
                shared_add(&filter, hash, &fake);
                assert_int_equal(bloom_le64(filter.header->kind_state[BLOOM_ROTATING_ROTATIONS]),
                                 i / adds_per_slot);
                assert_int_equal(fake.lock, 0);
                fake.now_us += pause_us;
            }
            filter_destroy(&filter);
        }
    }
}

enum { THREADS = 8, THREAD_ITEMS = 6000 };

typedef struct worker {
    const bloom_filter_t *filter;
    fake_system_t *fake;
    uint64_t seed;
    unsigned missing_items;
} worker_t;

/* All turn the clock, so that every thread rotates, and look up what is within the window. */
static void *work(void *argument)
{
    worker_t *worker = argument;
    bloom_hash_t hashes[64];
    uint64_t added_us[64];
    for (unsigned i = 0; i < THREAD_ITEMS; i++) {
        bloom_hash_t hash = random_hash(&worker->seed);
        uint64_t before_us = bloom_load_relaxed(&worker->fake->now_us);
        shared_add(worker->filter, hash, worker->fake);
        hashes[i % 64] = hash;
        added_us[i % 64] = before_us;
        __atomic_fetch_add(&worker->fake->now_us, SECOND / 200, __ATOMIC_RELAXED);
        for (unsigned j = 0; j <= i && j < 64; j += 9) {
            uint64_t now_us = bloom_load_relaxed(&worker->fake->now_us);
            bloom_context_t context = shared_at(worker->fake, now_us);
            bool answer = worker->filter->kind->contains(worker->filter, hashes[j], &context);
            /* it may have expired during the lookup */
            now_us = bloom_load_relaxed(&worker->fake->now_us);
            worker->missing_items += !answer && now_us - added_us[j] <= window_of(worker->filter);
        }
    }
    return NULL;
}

/* About 240 windows of one second, 960 rotations. */
static void threads_that_add_and_rotate_lose_nothing(void **state)
{
    (void)state;
    bloom_geometry_t geometry = rotating_plan_of(500, 1e-4, 1, 4);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    fake_system_t fake = fake_system_at(SECOND);
    pthread_t threads[THREADS];
    worker_t workers[THREADS];
    for (unsigned t = 0; t < THREADS; t++) {
        workers[t] = (worker_t){.filter = &filter, .fake = &fake, .seed = 2000 + t};
        assert_int_equal(pthread_create(&threads[t], NULL, work, &workers[t]), 0);
    }
    for (unsigned t = 0; t < THREADS; t++) {
        assert_int_equal(pthread_join(threads[t], NULL), 0);
    }
    for (unsigned t = 0; t < THREADS; t++) {
        assert_int_equal(workers[t].missing_items, 0);
    }
    /* how many depends on how long the scheduler stops one that clears */
    assert_true(filter.header->kind_state[BLOOM_ROTATING_ROTATIONS] > 0);
    assert_true(live_slots_at(&filter, fake.now_us) <= 5);
    assert_int_equal(live_slots_at(&filter, fake.now_us + longest_of(&filter) + 1), 0);
    filter_destroy(&filter);
}

/* -- processes that die or stop ----------------------------------------------------------------------- */

/* A filter in memory that children share, and a lock that the system takes from the dead. */
typedef struct shared_filter {
    fake_system_t fake; /* first */
    int lock_fd;
    bloom_filter_t filter;
    void *base;
    size_t size_bytes;
} shared_filter_t;

static bool file_lock(int fd, short type)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_len = 1};
    return fcntl(fd, F_SETLK, &lock) ==
           0; /* of the process: between threads nothing would be locked */
}

static bool file_try_lock(const bloom_system_t *system)
{
    return file_lock(((const shared_filter_t *)(const void *)system)->lock_fd, F_WRLCK);
}

static void file_unlock(const bloom_system_t *system)
{
    file_lock(((const shared_filter_t *)(const void *)system)->lock_fd, F_UNLCK);
}

static void shared_create(shared_filter_t *shared)
{
    bloom_provenance_t provenance = {.generation = 1};
    bloom_geometry_t geometry = rotating_plan_of(20000, 1e-6, 100, 4);
    FILE *file = tmpfile();
    assert_non_null(file);
    shared->fake = fake_system_at(SECOND);
    shared->fake.system.try_lock = file_try_lock;
    shared->fake.system.unlock = file_unlock;
    shared->lock_fd = fileno(file);
    shared->size_bytes = (size_t)bloom_image_bytes(&geometry);
    shared->base =
        mmap(NULL, shared->size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(shared->base != MAP_FAILED);
    bloom_image_write_header(shared->base, &geometry, &provenance, &public_key);
    bloom_filter_open(&shared->filter, shared->base, &geometry);
}

/* Items in all five slots, and it is time to rotate. Returns the newest item's seed; it is 25 s old. */
static uint64_t fill_all_slots(shared_filter_t *shared)
{
    uint64_t random = 42, newest = 0;
    for (unsigned i = 0; i < 5 * 400; i++) {
        newest = random;
        shared_add(&shared->filter, random_hash(&random), &shared->fake);
        if (i % 400 == 399) {
            shared->fake.now_us += 26 * SECOND;
        }
    }
    assert_int_equal(shared->filter.header->kind_state[BLOOM_ROTATING_ROTATIONS], 4);
    return newest;
}

static void *protected_half;
static size_t protected_bytes;

static void stop_then_go_on(int signal_number)
{
    (void)signal_number;
    raise(SIGSTOP);
    mprotect(protected_half, protected_bytes, PROT_READ | PROT_WRITE);
}

/* A child that adds, so rotates, so clears, and meets a signal in the middle of clearing. */
static pid_t child_that_clears(shared_filter_t *shared, void (*on_signal)(int))
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), half = shared->size_bytes / 2 / page * page;
    protected_half = (uint8_t *)shared->base + half;
    protected_bytes = shared->size_bytes - half;
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct sigaction action = {.sa_handler = on_signal};
        sigaction(SIGSEGV, &action, NULL);
        mprotect(protected_half, protected_bytes, PROT_READ);
        bloom_hash_t hash = {1, 2}; /* a block of the first half */
        shared_add(&shared->filter, hash, &shared->fake);
        _exit(0);
    }
    return pid;
}

static void assert_all_slots_stand_but_the_oldest(shared_filter_t *shared, uint64_t now_us)
{
    uint64_t random = 42;
    for (unsigned i = 0; i < 5 * 400; i++) {
        bloom_hash_t hash = random_hash(&random);
        if (i >= 400) {
            assert_true(contains_at(&shared->filter, hash, now_us));
        }
    }
}

static void shared_destroy(shared_filter_t *shared)
{
    munmap(shared->base, shared->size_bytes);
}

static void a_process_killed_while_it_clears_neither_forgets_nor_keeps(void **state)
{
    (void)state;
    static shared_filter_t shared;
    shared_create(&shared);
    fill_all_slots(&shared);
    pid_t pid = child_that_clears(&shared, SIG_DFL);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
    assert_int_equal(shared.filter.header->kind_state[BLOOM_ROTATING_ROTATIONS], 4);

    /* the half-cleared slot is of nobody; all others answer */
    assert_all_slots_stand_but_the_oldest(&shared, shared.fake.now_us - 30 * SECOND);
    assert_int_equal(live_slots_at(&shared.filter, shared.fake.now_us - 30 * SECOND), 4);
    /* the next add clears it anew and uses it */
    uint64_t random = 77;
    bloom_hash_t hash = random_hash(&random);
    assert_int_equal(shared_add(&shared.filter, hash, &shared.fake), BLOOM_ADD_NEW);
    assert_int_equal(shared.filter.header->kind_state[BLOOM_ROTATING_ROTATIONS], 5);
    assert_true(contains_at(&shared.filter, hash, shared.fake.now_us + 100 * SECOND));
    bloom_measurement_t measured;
    bloom_context_t later = at(shared.fake.now_us + 101 * SECOND);
    shared.filter.kind->measure(&shared.filter, &measured, &later);
    assert_at_most(measured.item_count, 1.5); /* nothing of the old slot is left */
    assert_int_equal(
        live_slots_at(&shared.filter, shared.fake.now_us + longest_of(&shared.filter) + 1), 0);
    shared_destroy(&shared);
}

static void a_process_stopped_while_it_clears_blocks_nobody_and_wipes_nothing(void **state)
{
    (void)state;
    static shared_filter_t shared;
    shared_create(&shared);
    fill_all_slots(&shared);
    pid_t pid = child_that_clears(&shared, stop_then_go_on);
    int status;
    assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
    assert_true(WIFSTOPPED(status));

    /* for three windows the others go on without it */
    uint64_t random = 78;
    bloom_hash_t hash = {0, 0};
    for (unsigned i = 0; i < 300; i++) {
        shared.fake.now_us += SECOND;
        hash = random_hash(&random);
        assert_int_equal(shared_add(&shared.filter, hash, &shared.fake), BLOOM_ADD_NEW);
    }
    assert_int_equal(kill(pid, SIGCONT), 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    random = 78;
    for (unsigned i = 0; i < 300; i++) {
        assert_true(contains_at(&shared.filter, random_hash(&random), shared.fake.now_us));
    }
    assert_true(contains_at(&shared.filter, hash, shared.fake.now_us + 100 * SECOND));
    assert_int_equal(shared.filter.header->kind_state[BLOOM_ROTATING_ROTATIONS], 5);
    assert_int_equal(
        live_slots_at(&shared.filter, shared.fake.now_us + longest_of(&shared.filter) + 1), 0);
    shared_destroy(&shared);
}

/* -- images ------------------------------------------------------------------------------------------- */

static const struct golden {
    const char *name;
    uint64_t expected_items;
    double fpr;
    uint64_t window_seconds, generations, item_count;
} goldens[] = {
    {"rotating-100-0.01-60-4-empty", 100, 0.01, 60, 4, 0},
    {"rotating-100-0.01-60-4", 100, 0.01, 60, 4, 300},
    {"rotating-50-1e-4-3600-8", 50, 1e-4, 3600, 8, 120},
};

/* A hundred items to a window; one second later it is exported. */
#define GOLDEN_START_US ((uint64_t)1000 * 1000000)

static uint64_t golden_time_us(const struct golden *golden, uint64_t i)
{
    return GOLDEN_START_US + i * golden->window_seconds * 10000;
}

static uint8_t *golden_write(const struct golden *golden, size_t *size_bytes)
{
    bloom_geometry_t geometry = rotating_plan_of(golden->expected_items, golden->fpr,
                                                 golden->window_seconds, golden->generations);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    bloom_image_write_header(filter.header, &geometry, &golden_provenance, &public_key);
    for (uint64_t i = 0; i < golden->item_count; i++) {
        add_at(&filter, golden_hash(i), golden_time_us(golden, i));
    }
    bloom_context_t context = at(golden_time_us(golden, golden->item_count) + SECOND);
    uint8_t *image = image_export(&filter, &context, size_bytes);
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

/* A lookup from FORMAT-kinds.md, byte by byte, at the time of the export and a while after. */
static bool reference_rotating_contains(const uint8_t *image, bloom_hash_t hash, uint64_t later_us)
{
    uint64_t slots = reference_number(image + 72, 8) + 1, bits[32];
    uint64_t blocks = 512 + (slots + 7) / 8 * 64;
    uint64_t now_us = reference_number(image + 328, 8) + later_us;
    unsigned hash_count = (unsigned)reference_number(image + 56, 4);
    reference_bits(hash.low, hash.high, reference_number(image + 48, 8), hash_count,
                   (unsigned)reference_number(image + 60, 4), bits);
    for (uint64_t s = 0; s < slots; s++) {
        bool all = reference_number(image + 512 + 8 * s, 8) > now_us;
        for (unsigned i = 0; i < hash_count; i++) {
            const uint8_t *block = image + blocks + (bits[i] / 512 * slots + s) * 64;
            all = all && (block[bits[i] % 512 / 8] >> (bits[i] % 8) & 1) != 0;
        }
        if (all) {
            return true;
        }
    }
    return false;
}

static void golden_images_answer_as_the_document_says(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(goldens); g++) {
        size_t size_bytes;
        uint8_t *image = golden_read(__FILE__, goldens[g].name, &size_bytes);
        bloom_filter_t filter;
        bloom_context_t context = at(55 * SECOND);
        assert_int_equal(image_import(&filter, image, size_bytes, BLOOM_KIND_ROTATING, &context),
                         BLOOM_OK);
        filter.kind->resume(&filter, &context);
        uint64_t window_us = window_of(&filter),
                 now_us = golden_time_us(&goldens[g], goldens[g].item_count) + SECOND;
        const uint64_t later_us[] = {0, window_us / 2, window_us, longest_of(&filter)};
        for (size_t l = 0; l < COUNT_OF(later_us); l++) {
            for (uint64_t i = 0; i < 1000; i++) {
                bloom_hash_t hash = golden_hash(i);
                bool is_present = contains_at(&filter, hash, 55 * SECOND + later_us[l]);
                assert_int_equal(is_present, reference_rotating_contains(image, hash, later_us[l]));
                bool is_member = i < goldens[g].item_count &&
                                 now_us + later_us[l] - golden_time_us(&goldens[g], i) <= window_us;
                assert_true(is_present || !is_member);
            }
        }
        filter_destroy(&filter);
        free(image);
    }
}

/* Nothing says how long a copy has been lying about, so that is not counted. */
static void a_copy_goes_on_from_the_age_its_items_had(void **state)
{
    (void)state;
    const uint64_t resumed_us[] = {0, 1, SECOND, 5000 * SECOND, (uint64_t)1 << 60};
    for (size_t r = 0; r < COUNT_OF(resumed_us); r++) {
        bloom_geometry_t geometry = rotating_plan_of(1000, 1e-6, 100, 4);
        bloom_filter_t filter;
        filter_create(&filter, &geometry);
        uint64_t random = 12;
        bloom_hash_t old = random_hash(&random), young = random_hash(&random);
        add_at(&filter, old, 1000 * SECOND);
        add_at(&filter, young, 1070 * SECOND);
        bloom_context_t context = at(1080 * SECOND);
        size_t size_bytes;
        uint8_t *image = image_export(&filter, &context, &size_bytes);
        filter_destroy(&filter);
        context = at(resumed_us[r]);
        assert_int_equal(image_import(&filter, image, size_bytes, BLOOM_KIND_ROTATING, &context),
                         BLOOM_OK);
        filter.kind->resume(&filter, &context);
        assert_true(contains_at(&filter, old, resumed_us[r] + 20 * SECOND));
        assert_false(contains_at(&filter, old, resumed_us[r] + 70 * SECOND + 1));
        assert_true(contains_at(&filter, young, resumed_us[r] + 90 * SECOND));
        assert_false(contains_at(&filter, young, resumed_us[r] + 140 * SECOND + 1));
        /* what had expired stays so, also in the slot that is used next */
        for (unsigned i = 0; i < 50; i++) {
            context = at(resumed_us[r] + (200 + i) * SECOND);
            filter.kind->add(&filter, random_hash(&random), &context);
            assert_false(contains_at(&filter, old, context.monotonic_us));
        }
        free(image);
        filter_destroy(&filter);
    }
}

static void what_had_expired_before_a_copy_does_not_come_back(void **state)
{
    (void)state;
    bloom_geometry_t geometry = rotating_plan_of(1000, 1e-6, 100, 4);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    uint64_t random = 15;
    bloom_hash_t hash = random_hash(&random);
    add_at(&filter, hash, 1000 * SECOND);
    bloom_context_t context = at(5000 * SECOND);
    size_t size_bytes;
    uint8_t *image = image_export(&filter, &context, &size_bytes);
    filter_destroy(&filter);
    context = at(10 * SECOND);
    assert_int_equal(image_import(&filter, image, size_bytes, BLOOM_KIND_ROTATING, &context),
                     BLOOM_OK);
    filter.kind->resume(&filter, &context);
    assert_false(contains_at(&filter, hash, 10 * SECOND));
    add_at(&filter, random_hash(&random), 10 * SECOND);
    assert_false(contains_at(&filter, hash, 10 * SECOND));
    free(image);
    filter_destroy(&filter);
}

/* A file whose machine went down in order, but by a caller that never called suspend(). */
static void without_a_time_items_are_kept_longer_not_shorter(void **state)
{
    (void)state;
    enum { ITEMS = 100 };
    bloom_geometry_t geometry = rotating_plan_of(1000, 1e-6, 100, 4);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    uint64_t random = 13;
    for (unsigned i = 0; i < ITEMS; i++) { /* in all slots */
        add_at(&filter, random_hash(&random), (1000 + i) * SECOND);
    }
    uint64_t now_us = 3 * SECOND;
    bloom_context_t context = at(now_us);
    filter.kind->resume(&filter, &context);
    for (unsigned second = 0; second <= 100; second++) {
        add_at(&filter, random_hash(&random), now_us);
        uint64_t items = 13;
        for (unsigned i = 0; i < ITEMS; i++) {
            assert_true(contains_at(&filter, random_hash(&items), now_us));
        }
        now_us += SECOND;
    }
    assert_int_equal(live_slots_at(&filter, now_us + longest_of(&filter)), 0);
    filter_destroy(&filter);
}

static void damaged_images_are_refused_or_harmless(void **state)
{
    (void)state;
    size_t size_bytes;
    uint8_t *image = golden_write(&goldens[1], &size_bytes);
    uint8_t *damaged = malloc(size_bytes);
    assert_non_null(damaged);
    uint64_t random = 88;
    unsigned accepted = 0;
    for (unsigned round = 0; round < 3000; round++) {
        memcpy(damaged, image, size_bytes);
        for (uint64_t changes = random_next(&random) % 3 + 1; changes > 0; changes--) {
            image_damage(damaged, size_bytes, &random);
        }
        bloom_filter_t filter;
        bloom_context_t context = at(random_next(&random) >> (random_next(&random) % 40 + 2));
        if (image_import(&filter, damaged, size_bytes, BLOOM_KIND_ROTATING, &context) != BLOOM_OK) {
            continue;
        }
        accepted++;
        filter.kind->resume(&filter, &context);
        for (unsigned i = 0; i < 40; i++) {
            bloom_hash_t hash = random_hash(&random);
            context.monotonic_us += window_of(&filter) / 10;
            filter.kind->add(&filter, hash, &context);
            assert_true(contains_at(&filter, hash, context.monotonic_us + window_of(&filter)));
        }
        bloom_measurement_t measured;
        filter.kind->measure(&filter, &measured, &context);
        assert_int_equal(live_slots_at(&filter, context.monotonic_us + longest_of(&filter) + 1), 0);
        filter_destroy(&filter);
    }
    assert_true(accepted > 0 && accepted < 3000);
    free(damaged);
    free(image);
}

static void import_refuses_what_contradicts_itself(void **state)
{
    (void)state;
    size_t size_bytes;
    uint8_t *image = golden_write(&goldens[1], &size_bytes);
    const bloom_header_t *header = (const bloom_header_t *)(const void *)image;
    const struct {
        size_t offset;
        uint64_t value;
    } contradictions[] = {
        {64, 0},                                  /* no window */
        {64, UINT64_MAX},                         /* a window beyond all bounds */
        {72, 0},                                  /* no generations */
        {72, 5},                                  /* more than there is payload for */
        {72, UINT64_MAX},                         /* and far more */
        {80, 1},                                  /* an option that the kind does not have */
        {120, 1},                                 /* likewise, the last word */
        {336, 1},                                 /* state that the kind does not have */
        {376, 1},                                 /* likewise, the last word */
        {512 + 40, 1},                            /* behind the last slot's time */
        {512 + 56, 1},                            /* likewise */
        {48, bloom_le64(header->unit_count) + 1}, /* more blocks than payload */
        {24, 1000},                               /* more items than it was made for */
    };
    for (size_t c = 0; c < COUNT_OF(contradictions); c++) {
        uint8_t *changed = malloc(size_bytes);
        assert_non_null(changed);
        memcpy(changed, image, size_bytes);
        uint64_t value = bloom_le64(contradictions[c].value);
        memcpy(changed + contradictions[c].offset, &value, sizeof value);
        image_seal_header(changed);
        image_seal(changed, size_bytes);
        bloom_filter_t filter;
        bloom_context_t context = at(SECOND);
        if (image_import(&filter, changed, size_bytes, BLOOM_KIND_ROTATING, &context) !=
            BLOOM_ERROR_GEOMETRY) {
            fail_msg("case %zu is accepted", c);
        }
        free(changed);
    }
    free(image);
}

int main(int argument_count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_plan_passes_its_own_check),
        cmocka_unit_test(memory_is_that_of_the_document),
        cmocka_unit_test(options_out_of_range_are_refused),
        cmocka_unit_test(sizes_beyond_what_can_be_addressed_are_refused),
        cmocka_unit_test(an_item_is_remembered_for_the_window_and_forgotten_after_the_bound),
        cmocka_unit_test(lookups_forget_on_time_although_nobody_adds),
        cmocka_unit_test(adding_again_renews_an_item),
        cmocka_unit_test(random_operations_agree_with_an_exact_set),
        cmocka_unit_test(the_rate_holds_however_unevenly_items_arrive),
        cmocka_unit_test(the_rate_holds_in_steady_use),
        cmocka_unit_test(vector_and_portable_lookups_agree),
        cmocka_unit_test(an_add_that_was_stopped_is_remembered_from_its_end),
        cmocka_unit_test(an_add_that_straddles_rotations_is_repeated),
        cmocka_unit_test(while_others_clear_adds_go_on_and_keep_their_window),
        cmocka_unit_test(a_rotation_that_comes_late_keeps_the_bound),
        cmocka_unit_test(it_rotates_once_in_a_generation),
        cmocka_unit_test(threads_that_add_and_rotate_lose_nothing),
        cmocka_unit_test(a_process_killed_while_it_clears_neither_forgets_nor_keeps),
        cmocka_unit_test(a_process_stopped_while_it_clears_blocks_nobody_and_wipes_nothing),
        cmocka_unit_test(a_copy_goes_on_from_the_age_its_items_had),
        cmocka_unit_test(what_had_expired_before_a_copy_does_not_come_back),
        cmocka_unit_test(without_a_time_items_are_kept_longer_not_shorter),
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
