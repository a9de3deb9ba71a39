/*
 * Long random sequences of all that can be done with a shared filter, against an exact set, for every kind: never a
 * wrong "absent", and no more positives than the rate allows. Alone, and by eight processes, of which some are killed.
 */
#include "support.h"

#define FPR 0.01
#define ITEMS 3000u
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OPERATIONS 50000u
#else
#define OPERATIONS 300000u
#endif
#define COUNT_MAX 9u /* below that at which counters stay */

static bool can_remove(void)
{
    return bloom_kind_by_id(kind_in_use->id)->remove != NULL;
}

/* What is asked for at first: a filter that grows begins small. */
static uint64_t initial_items(uint64_t items)
{
    return kind_in_use->id == BLOOM_KIND_SCALABLE ? items / 16 : items;
}

static bloom_shm_filter_t *open_again(bloom_shm_filter_t *filter)
{
    bloom_shm_filter_close(filter);
    bloom_store_shutdown();
    return must_open("words", 0, false);
}

/* The part of items that nobody added which the filter has all the same. */
static double measured_rate(bloom_shm_filter_t *filter)
{
    enum { PROBES = 100000 };
    unsigned positives = 0;
    for (uint64_t i = 0; i < PROBES; i++) {
        positives += has(filter, (uint64_t)1 << 62 | i);
    }
    return (double)positives / PROBES;
}

/* 1.05 times p, and five standard deviations of the probes. */
static const double rate_limit = 1.05 * FPR + 0.0016;

/* -- alone ---------------------------------------------------------------------------------------------------- */

typedef struct model {
    bloom_shm_filter_t *filter, *other;
    unsigned counts[ITEMS];
    uint64_t seed;
} model_t;

static void add(model_t *model, bloom_shm_filter_t *to, uint64_t item)
{
    bloom_shm_error_t error;
    bool is_new;
    if (model->counts[item] < COUNT_MAX) {
        CHECK_OK(bloom_shm_filter_add(to, hash_of(item), &is_new, &error), error);
        assert_true(!is_new || model->counts[item] == 0);
        model->counts[item]++;
    }
}

static void look(model_t *model, bloom_shm_filter_t *at, uint64_t item)
{
    if (model->counts[item] > 0) {
        assert_true(has(at, item));
        if (can_remove()) {
            assert_true(bloom_shm_filter_count_of(at, hash_of(item)) >= model->counts[item]);
        }
    }
}

static void look_at_all(model_t *model, bloom_shm_filter_t *at)
{
    bloom_hash_t hashes[ITEMS];
    bool answers[ITEMS];
    for (uint64_t item = 0; item < ITEMS; item++) {
        hashes[item] = hash_of(item);
        look(model, at, item);
    }
    bloom_shm_filter_contains_batch(at, hashes, ITEMS, answers);
    for (uint64_t item = 0; item < ITEMS; item++) {
        assert_true(answers[item] || model->counts[item] == 0);
    }
}

static void remove_one(model_t *model, uint64_t item)
{
    bloom_shm_error_t error;
    bool is_removed, has_generation = item % 2 == 0;
    uint64_t generation = has_generation ? bloom_shm_filter_generation(model->filter) : 0;
    if (model->counts[item] > 0) {
        CHECK_OK(
            bloom_shm_filter_remove(model->other, hash_of(item), generation, &is_removed, &error),
            error);
        assert_true(is_removed);
        model->counts[item]--;
    }
}

static void rebuild(model_t *model, bool is_aborted)
{
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    uint64_t size = ITEMS + random_next(&model->seed) % ITEMS;
    bloom_geometry_t geometry = plan_of(initial_items(size / 500 * 500), FPR);
    CHECK_OK(bloom_shm_rebuild_begin(model->filter, &geometry, &rebuild, &error), error);
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(rebuild);
    for (uint64_t item = 0; item < ITEMS; item++) {
        for (unsigned i = 0; i < model->counts[item]; i++) {
            must_add(next, item);
        }
    }
    for (unsigned i = 0; i < 20; i++) {
        add(model, model->other, random_next(&model->seed) % ITEMS); /* to both */
    }
    if (is_aborted) {
        bloom_shm_rebuild_abort(rebuild);
    } else {
        CHECK_OK(bloom_shm_rebuild_commit(rebuild, &error), error);
    }
    bloom_shm_filter_close(next);
}

static void clear(model_t *model)
{
    bloom_shm_error_t error;
    CHECK_OK(bloom_shm_filter_clear(model->other, &error), error);
    memset(model->counts, 0, sizeof model->counts);
}

static void drop_and_create(model_t *model)
{
    bloom_shm_error_t error;
    CHECK_OK(bloom_store_drop(&options, "words", &error), error);
    bloom_shm_filter_close(model->filter);
    model->filter = must_open("words", initial_items(ITEMS), false);
    memset(model->counts, 0, sizeof model->counts);
    /* the other handle finds the new one when it looks */
    must_add(model->other, 0);
    assert_true(has(model->filter, 0));
    model->counts[0] = 1;
}

/* As export() and import() do. */
static void copy(model_t *model)
{
    bloom_shm_error_t error;
    bloom_shm_snapshot_t snapshot;
    bloom_header_t header;
    bloom_geometry_t geometry;
    bloom_context_t context = bloom_shared_context();
    CHECK_OK(bloom_shm_snapshot_begin(&snapshot, model->filter, &error), error);
    bloom_shm_snapshot_header(&snapshot, &public_key, &header, &geometry);
    void *image = aligned_alloc(BLOOM_CACHE_LINE_BYTES, (size_t)bloom_image_bytes(&geometry));
    assert_non_null(image);
    memcpy(image, &header, sizeof header);
    memcpy((uint8_t *)image + sizeof header, snapshot.filter.payload,
           (size_t)geometry.payload_bytes);
    bloom_shm_snapshot_end(&snapshot);
    bloom_filter_t imported;
    bloom_filter_open(&imported, image, &geometry);
    context.is_shared = false;
    assert_true(imported.kind->check_state == NULL ||
                imported.kind->check_state(&imported, &context) == BLOOM_OK);
    if (imported.kind->resume != NULL) {
        imported.kind->resume(&imported, &context);
    }
    for (uint64_t item = 0; item < ITEMS; item++) {
        assert_true(model->counts[item] == 0 ||
                    imported.kind->contains(&imported, hash_of(item), &context));
    }
    free(image);
}

static void random_operations_agree_with_an_exact_set(void **state)
{
    (void)state;
    static model_t model;
    memset(&model, 0, sizeof model);
    model.seed = kind_in_use->id;
    model.filter = must_open("words", initial_items(ITEMS), false);
    model.other = must_open("words", 0, false);
    unsigned operation_count = is_large() ? 5000000 : OPERATIONS;
    for (unsigned operation = 0; operation < operation_count; operation++) {
        uint64_t choice = random_next(&model.seed), item = (choice >> 16) % ITEMS;
        bloom_shm_filter_t *handle = (choice >> 60) % 2 != 0 ? model.filter : model.other;
        switch (choice % 4096) {
        case 0 ... 3:
            rebuild(&model, choice % 4 == 3);
            break;
        case 4:
            clear(&model);
            break;
        case 5:
            drop_and_create(&model);
            break;
        case 6 ... 7:
            bloom_shm_filter_close(model.other);
            model.filter = open_again(model.filter);
            model.other = must_open("words", 0, false);
            break;
        case 8 ... 11:
            copy(&model);
            break;
        case 12 ... 19:
            look_at_all(&model, handle);
            break;
        case 20 ... 1299:
            look(&model, handle, item);
            break;
        case 1300 ... 1999:
            if (can_remove()) {
                remove_one(&model, item);
            }
            break;
        default:
            add(&model, handle, item);
            break;
        }
    }
    look_at_all(&model, model.filter);
    look_at_all(&model, model.other);
    /* as it is after all that: counters of items that were added during a rebuild may be too high */
    assert_true(measured_rate(model.filter) <= rate_limit);
    bloom_shm_filter_close(model.filter);
    bloom_shm_filter_close(model.other);
    assert_int_equal(entry_count(), 1);
}

/* -- eight processes ------------------------------------------------------------------------------------------- */

#define PROCESS_COUNT 8u
#define ITEMS_EACH 400u

/* The source of truth, as a database would be: changed before the filter is. */
typedef struct truth {
    uint64_t stop;
    uint64_t operations[PROCESS_COUNT];
    /* 1 + an item whose operation has begun; what comes of it if its process is killed, nobody knows */
    uint64_t pending[PROCESS_COUNT];
    uint64_t counts[PROCESS_COUNT][ITEMS_EACH];
    uint64_t is_unknown[PROCESS_COUNT][ITEMS_EACH];
} truth_t;

typedef struct member {
    truth_t *truth;
    uint64_t index;
    uint64_t seed;
} member_t;

static uint64_t item_of(uint64_t process, uint64_t number)
{
    return (process + 1) << 32 | number;
}

static void be_member(void *argument)
{
    member_t *member = argument;
    truth_t *truth = member->truth;
    uint64_t *counts = truth->counts[member->index], *pending = &truth->pending[member->index];
    const uint64_t *is_unknown = truth->is_unknown[member->index];
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    while (event_value(&truth->stop) == 0) {
        uint64_t choice = random_next(&member->seed), number = (choice >> 16) % ITEMS_EACH;
        uint64_t item = item_of(member->index, number), count = event_value(&counts[number]);
        if (is_unknown[number]) {
            continue;
        }
        CHECK(count == 0 || has(filter, item));
        if (choice % 8 < 2 && count < COUNT_MAX) {
            signal_event(pending, number + 1);
            signal_event(&counts[number], count + 1);
            must_add(filter, item);
            signal_event(pending, 0);
            CHECK(has(filter, item));
        } else if (choice % 8 < 4 && count > 0 && can_remove()) {
            bool is_removed;
            signal_event(pending, number + 1);
            uint64_t generation = bloom_shm_filter_generation(filter);
            signal_event(&counts[number], count - 1);
            CHECK_OK(
                bloom_shm_filter_remove(filter, hash_of(item), generation, &is_removed, &error),
                error);
            signal_event(pending, 0);
            CHECK(count == 1 || has(filter, item));
        } else if (choice % 1024 == 4) {
            filter = open_again(filter);
        }
        signal_event(&truth->operations[member->index], truth->operations[member->index] + 1);
        if (choice % 64 == 0) {
            sleep_us(100); /* eight of them and two processors */
        }
    }
    bloom_shm_filter_close(filter);
}

/* Of the truth as it is, or was a moment ago. */
static void rebuild_from(const truth_t *truth, bloom_shm_filter_t *filter, uint64_t expected_items,
                         bool is_aborted)
{
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    bloom_geometry_t geometry = plan_of(expected_items, FPR);
    CHECK_OK(bloom_shm_rebuild_begin(filter, &geometry, &rebuild, &error), error);
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(rebuild);
    for (uint64_t process = 0; process < PROCESS_COUNT; process++) {
        for (uint64_t number = 0; number < ITEMS_EACH; number++) {
            uint64_t count = event_value(&truth->counts[process][number]);
            for (uint64_t i = 0; i < count; i++) {
                must_add(next, item_of(process, number));
            }
        }
    }
    if (is_aborted) {
        bloom_shm_rebuild_abort(rebuild);
    } else {
        CHECK_OK(bloom_shm_rebuild_commit(rebuild, &error), error);
    }
    bloom_shm_filter_close(next);
}

static void check_truth(const truth_t *truth, bloom_shm_filter_t *filter)
{
    for (uint64_t process = 0; process < PROCESS_COUNT; process++) {
        for (uint64_t number = 0; number < ITEMS_EACH; number++) {
            assert_true(truth->counts[process][number] == 0 || truth->is_unknown[process][number] ||
                        has(filter, item_of(process, number)));
        }
    }
}

static void processes_agree_with_an_exact_set(void **state)
{
    (void)state;
    const uint64_t all_items = PROCESS_COUNT * ITEMS_EACH;
    truth_t *truth = shared_memory(sizeof *truth);
    member_t members[PROCESS_COUNT];
    pid_t pids[PROCESS_COUNT];
    uint64_t seed = 100u + kind_in_use->id, operations = 0;
    bloom_shm_filter_close(must_open("words", initial_items(all_items), false));
    bloom_store_shutdown();
    for (uint64_t i = 0; i < PROCESS_COUNT; i++) {
        members[i] = (member_t){truth, i, random_next(&seed)};
        pids[i] = child_start(be_member, &members[i]);
    }
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    unsigned round_count = is_large() ? 3000 : 60;
    for (unsigned round = 0; round < round_count; round++) {
        uint64_t choice = random_next(&seed), index = choice % PROCESS_COUNT;
        /* not smaller than needed, or the rate would be */
        rebuild_from(truth, filter, initial_items(all_items * (2 + choice / 8 % 2)),
                     choice / 16 % 8 == 0);
        if (choice / 128 % 3 == 0) {
            child_kill(pids[index]);
            uint64_t pending = truth->pending[index];
            if (pending != 0) {
                truth->is_unknown[index][pending - 1] = 1;
                truth->pending[index] = 0;
            }
            members[index].seed = random_next(&seed);
            pids[index] = child_start(be_member, &members[index]);
        }
        sleep_us((unsigned)(choice >> 32) % 5000);
    }
    for (uint64_t i = 0; i < PROCESS_COUNT; i++) {
        await_event(&truth->operations[i], 100);
    }
    signal_event(&truth->stop, 1);
    for (uint64_t i = 0; i < PROCESS_COUNT; i++) {
        assert_int_equal(child_wait(pids[i]), 0);
        operations += truth->operations[i];
    }
    print_message("%" PRIu64 " operations\n", operations);
    check_truth(truth, filter);
    /* what killed and overtaken processes left over goes with the next rebuild */
    rebuild_from(truth, filter, initial_items(all_items), false);
    check_truth(truth, filter);
    assert_true(measured_rate(filter) <= rate_limit);
    bloom_shm_filter_close(filter);
    assert_int_equal(entry_count(), 1);
    munmap(truth, sizeof *truth);
}

static const struct CMUnitTest tests[] = {
    SHM_KIND_TESTS(random_operations_agree_with_an_exact_set),
    SHM_KIND_TESTS(processes_agree_with_an_exact_set),
};

SHM_TEST_MAIN(tests)
