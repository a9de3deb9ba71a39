/* Many processes at once: first use by fifty, one loader, rebuilds under writers and readers, stopped lock holders. */
#include "support.h"

/* -- first use ------------------------------------------------------------------------------------------------ */

#define RACER_COUNT 50

typedef struct race {
    uint64_t ready_count;
    uint64_t start;
    uint64_t inodes[RACER_COUNT];
    uint64_t load_count;
    uint64_t loaded;
    uint64_t next_index;
} race_t;

static uint64_t race_join(race_t *race)
{
    uint64_t index = __atomic_fetch_add(&race->next_index, 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&race->ready_count, 1, __ATOMIC_SEQ_CST);
    await_event(&race->start, 1);
    return index;
}

static void race_run(race_t *race, void (*run)(void *argument))
{
    pid_t pids[RACER_COUNT];
    for (size_t i = 0; i < RACER_COUNT; i++) {
        pids[i] = child_start(run, race);
    }
    await_event(&race->ready_count, RACER_COUNT);
    signal_event(&race->start, 1);
    for (size_t i = 0; i < RACER_COUNT; i++) {
        assert_int_equal(child_wait(pids[i]), 0);
    }
}

static void create_and_add(void *argument)
{
    race_t *race = argument;
    uint64_t index = race_join(race);
    bloom_shm_filter_t *filter = must_open("words", 100000, false);
    for (uint64_t i = 0; i < 100; i++) {
        must_add(filter, index * 100 + i);
    }
    race->inodes[index] = filter->private_part->mapping->inode;
}

static void fifty_processes_create_one_filter(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 5; round++) {
        bloom_shm_error_t error;
        race_t *race = shared_memory(sizeof *race);
        race_run(race, create_and_add);
        bloom_shm_filter_t *filter = must_open("words", 0, false);
        for (uint64_t i = 0; i < RACER_COUNT * 100; i++) {
            assert_true(has(filter, i));
        }
        for (size_t i = 0; i < RACER_COUNT; i++) {
            assert_int_equal(race->inodes[i], filter->private_part->mapping->inode);
        }
        assert_int_equal(entry_count(), 1);
        bloom_shm_filter_close(filter);
        assert_ok(bloom_store_drop(&options, "words", &error), error);
        munmap(race, sizeof *race);
    }
}

static void open_and_load(void *argument)
{
    race_t *race = argument;
    bloom_shm_error_t error;
    uint64_t index = race_join(race);
    bloom_shm_filter_t *filter = must_open("words", 100000, true);
    /* a lookup of a loaded item is true before, while and after it is loaded */
    CHECK(has(filter, 1000000 + index));
    if (bloom_shm_filter_needs_load(filter) &&
        bloom_shm_load_begin(filter, &error) == BLOOM_SHM_OK) {
        __atomic_fetch_add(&race->load_count, 1, __ATOMIC_SEQ_CST);
        for (uint64_t i = 0; i < 5000; i++) {
            must_add(filter, 1000000 + i);
            CHECK(!bloom_shm_filter_is_ready(filter));
        }
        CHECK_OK(bloom_shm_load_commit(filter, &error), error);
        signal_event(&race->loaded, 1);
    }
    must_add(filter, index);
    for (uint64_t i = 0; i < 5000; i++) {
        CHECK(has(filter, 1000000 + i));
    }
    await_event(&race->loaded, 1);
    CHECK(bloom_shm_filter_is_ready(filter));
    CHECK(!has(filter, absent_item(filter)));
}

static void fifty_processes_load_once(void **state)
{
    (void)state;
    race_t *race = shared_memory(sizeof *race);
    race_run(race, open_and_load);
    assert_int_equal(race->load_count, 1);
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    for (uint64_t i = 0; i < RACER_COUNT; i++) {
        assert_true(has(filter, i));
    }
    bloom_shm_filter_close(filter);
    munmap(race, sizeof *race);
}

/* -- loaders that do not come through ------------------------------------------------------------------------------ */

static void load_halfway(void *argument)
{
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter = must_open("words", 1000, true);
    CHECK_OK(bloom_shm_load_begin(filter, &error), error);
    must_add(filter, 1);
    signal_event(argument, 1);
    pause();
}

static void a_killed_loader_leaves_the_load_to_the_next(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    uint64_t *event = shared_memory(sizeof *event);
    pid_t pid = child_start(load_halfway, event);
    await_event(event, 1);
    bloom_shm_filter_t *filter = must_open("words", 1000, true);
    assert_status(bloom_shm_load_begin(filter, &error), BLOOM_SHM_BUSY, error);
    assert_int_equal(error.pid, pid);
    assert_true(has(filter, 2));
    child_kill(pid);
    assert_false(bloom_shm_filter_is_ready(filter));
    assert_true(has(filter, 2));
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    must_add(filter, 2);
    assert_ok(bloom_shm_load_commit(filter, &error), error);
    assert_true(has(filter, 2));
    assert_true(bloom_shm_filter_is_ready(filter));
    bloom_shm_filter_close(filter);
}

static void a_stopped_loader_blocks_nobody(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    uint64_t *event = shared_memory(sizeof *event);
    pid_t pid = child_start(load_halfway, event);
    await_event(event, 1);
    kill(pid, SIGSTOP);
    bloom_shm_filter_t *filter = must_open("words", 1000, true);
    assert_status(bloom_shm_load_begin(filter, &error), BLOOM_SHM_BUSY, error);
    assert_status(bloom_shm_filter_clear(filter, &error), BLOOM_SHM_BUSY, error);
    must_add(filter, 3);
    assert_true(has(filter, 4));
    assert_ok(bloom_store_drop(&options, "words", &error), error);
    assert_int_equal(entry_count(), 0);
    child_kill(pid);
    bloom_shm_filter_close(filter);
}

static void a_forked_child_can_neither_commit_nor_hold_the_lock(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    uint64_t *event = shared_memory(sizeof *event);
    bloom_shm_filter_t *filter = must_open("words", 1000, true),
                       *other = must_open("others", 1000, false);
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    assert_ok(bloom_shm_rebuild_begin(other, NULL, &rebuild, &error), error);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        CHECK(bloom_shm_load_commit(filter, &error) == BLOOM_SHM_FORKED);
        CHECK(bloom_shm_rebuild_commit(rebuild, &error) == BLOOM_SHM_FORKED);
        CHECK(!bloom_shm_filter_is_ready(filter));
        CHECK(bloom_shm_filter_generation(other) == 1);
        bloom_shm_request_end();
        signal_event(event, 1);
        pause(); /* outlives its parent's work */
    }
    await_event(event, 1);
    assert_false(bloom_shm_filter_is_ready(filter));
    assert_int_equal(bloom_shm_filter_generation(other), 1);
    bloom_shm_load_abort(filter);
    bloom_shm_rebuild_abort(rebuild);
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    assert_ok(bloom_shm_load_commit(filter, &error), error);
    assert_ok(bloom_shm_filter_clear(other, &error), error);
    child_kill(pid);
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(other);
}

/* It knows nothing of the filter and just lives on, like a daemon that a loader started. */
static void a_forked_child_does_not_keep_its_parents_locks(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    uint64_t *event = shared_memory(sizeof *event);
    bloom_shm_filter_t *filter = must_open("words", 1000, true),
                       *other = must_open("others", 1000, false);
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    assert_ok(bloom_shm_rebuild_begin(other, NULL, &rebuild, &error), error);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        signal_event(event, 1);
        pause();
        _exit(0);
    }
    await_event(event, 1);
    bloom_shm_load_abort(filter);
    bloom_shm_rebuild_abort(rebuild);
    bloom_shm_status_t loaded = bloom_shm_load_begin(filter, &error);
    bloom_shm_status_t cleared = bloom_shm_filter_clear(other, &error);
    child_kill(pid);
    assert_ok(loaded, error);
    assert_ok(cleared, error);
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(other);
}

/* -- rebuilds under load --------------------------------------------------------------------------------------------- */

#define WRITER_COUNT 8
#define READER_COUNT 2
#define ITEMS_MAX 4000u

/* The source of truth: how many items of each writer are committed. */
typedef struct world {
    uint64_t stop;
    uint64_t next_index;
    uint64_t committed[WRITER_COUNT];
    uint64_t lookups;
    pid_t pids[WRITER_COUNT + READER_COUNT];
} world_t;

static uint64_t item_of(uint64_t writer, uint64_t number)
{
    return (writer + 1) << 32 | number;
}

/* Versions whose files are gone and whose memory this process has kept. */
static unsigned deleted_mapping_count(void)
{
    char line[BLOOM_SHM_PATH_BYTES + 200];
    unsigned count = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        count += strstr(line, directory) != NULL && strstr(line, "(deleted)") != NULL;
    }
    if (maps != NULL) {
        fclose(maps);
    }
    return count;
}

/* It lets go of old versions while it uses the filter. */
static bool lets_go_of_old_versions(bloom_shm_filter_t *filter)
{
    unsigned count = deleted_mapping_count();
    for (unsigned round = 0; count > 0 && round < 10000; round++) {
        sleep_us(1000);
        bloom_shm_filter_refresh(filter);
        count = deleted_mapping_count();
    }
    return count == 0;
}

static void write_items(void *argument)
{
    world_t *world = argument;
    uint64_t writer = __atomic_fetch_add(&world->next_index, 1, __ATOMIC_SEQ_CST);
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    for (uint64_t number = 0; event_value(&world->stop) == 0; number++) {
        if (number < ITEMS_MAX) {
            must_add(filter, item_of(writer, number));
            signal_event(&world->committed[writer], number + 1);
            CHECK(has(filter, item_of(writer, number)));
        } else {
            must_add(
                filter,
                item_of(writer, number % ITEMS_MAX)); /* present, and still to be carried over */
            CHECK(has(filter, item_of(writer, number % ITEMS_MAX)));
        }
        if (number % 16 == 0) {
            sleep_us(200); /* eight of them and two processors */
        }
    }
    CHECK(lets_go_of_old_versions(filter));
    bloom_shm_filter_close(filter);
}

static void read_items(void *argument)
{
    world_t *world = argument;
    uint64_t seed = (uint64_t)getpid(), lookups = 0;
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    while (event_value(&world->stop) == 0) {
        uint64_t writer = random_next(&seed) % WRITER_COUNT;
        uint64_t count = event_value(&world->committed[writer]);
        if (count > 0) {
            CHECK(has(filter, item_of(writer, random_next(&seed) % count)));
            CHECK(has(filter, item_of(writer, count - 1)));
            lookups += 2;
        }
        if (lookups % 64 == 0) {
            sleep_us(100);
        }
    }
    __atomic_fetch_add(&world->lookups, lookups, __ATOMIC_SEQ_CST);
    CHECK(lets_go_of_old_versions(filter));
    bloom_shm_filter_close(filter);
}

static void load_committed(const world_t *world, bloom_shm_filter_t *next)
{
    for (uint64_t writer = 0; writer < WRITER_COUNT; writer++) {
        uint64_t count = event_value(&world->committed[writer]);
        for (uint64_t number = 0; number < count; number++) {
            must_add(next, item_of(writer, number));
        }
    }
}

/* Before the caller opens it: what he has mapped his children would have, too. */
static world_t *world_start(void)
{
    world_t *world = shared_memory(sizeof *world);
    bloom_shm_filter_close(must_open("words", 50000, false));
    bloom_store_shutdown();
    for (size_t i = 0; i < WRITER_COUNT; i++) {
        world->pids[i] = child_start(write_items, world);
    }
    for (size_t i = 0; i < READER_COUNT; i++) {
        world->pids[WRITER_COUNT + i] = child_start(read_items, world);
    }
    return world;
}

static void world_stop(world_t *world)
{
    signal_event(&world->stop, 1);
    for (size_t i = 0; i < WRITER_COUNT + READER_COUNT; i++) {
        assert_int_equal(child_wait(world->pids[i]), 0);
    }
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    uint64_t total = 0;
    for (uint64_t writer = 0; writer < WRITER_COUNT; writer++) {
        for (uint64_t number = 0; number < world->committed[writer]; number++, total++) {
            assert_true(has(filter, item_of(writer, number)));
        }
    }
    assert_true(total > 0);
    bloom_shm_filter_close(filter);
    munmap(world, sizeof *world);
}

static void no_add_is_lost_in_rebuilds_under_writers_and_readers(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_geometry_t sizes[] = {plan_of(50000, 0.01), plan_of(80000, 0.001),
                                plan_of(40000, 0.0001)};
    world_t *world = world_start();
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    const unsigned rebuild_count = 100;
    for (unsigned i = 0; i < rebuild_count; i++) {
        bloom_shm_rebuild_t *rebuild;
        assert_ok(bloom_shm_rebuild_begin(filter, &sizes[i % COUNT_OF(sizes)], &rebuild, &error),
                  error);
        bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(rebuild);
        load_committed(world, next);
        if (i % 10 == 9) {
            bloom_shm_rebuild_abort(rebuild);
        } else {
            assert_ok(bloom_shm_rebuild_commit(rebuild, &error), error);
        }
        bloom_shm_filter_close(next);
    }
    assert_int_equal(bloom_shm_filter_generation(filter),
                     rebuild_count); /* the last one was aborted */
    world_stop(world);
    assert_true(lets_go_of_old_versions(filter));
    bloom_shm_filter_close(filter);
    assert_int_equal(entry_count(), 1);
}

static void rebuild_for_ever(void *argument)
{
    const world_t *world = argument;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    for (;;) {
        bloom_shm_filter_t *filter = must_open("words", 0, false);
        bloom_shm_status_t status = bloom_shm_rebuild_begin(filter, NULL, &rebuild, &error);
        if (status == BLOOM_SHM_OK) {
            bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(rebuild);
            load_committed(world, next);
            CHECK_OK(bloom_shm_rebuild_commit(rebuild, &error), error);
            bloom_shm_filter_close(next);
        } else {
            CHECK(status == BLOOM_SHM_BUSY);
        }
        bloom_shm_filter_close(filter);
    }
}

static void no_add_is_lost_when_rebuilders_are_killed(void **state)
{
    (void)state;
    uint64_t seed = 31;
    world_t *world = world_start();
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    unsigned round_count = is_large() ? 1000 : 50;
    for (unsigned i = 0; i < round_count; i++) {
        pid_t pid = child_start(rebuild_for_ever, world);
        sleep_us((unsigned)(random_next(&seed) % 20000));
        child_kill(pid);
    }
    world_stop(world);
    bloom_shm_filter_close(filter);
    /* what the last one left is mended by whoever opens it */
    bloom_store_shutdown();
    filter = must_open("words", 0, false);
    bloom_shm_error_t error;
    assert_ok(bloom_shm_filter_clear(filter, &error), error);
    assert_int_equal(entry_count(), 1);
    bloom_shm_filter_close(filter);
}

/* -- stopped lock holders ----------------------------------------------------------------------------------------------- */

static void hold_rebuild(void *argument)
{
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    CHECK_OK(bloom_shm_rebuild_begin(filter, NULL, &rebuild, &error), error);
    signal_event(argument, 1);
    pause();
}

static void a_stopped_rebuilder_blocks_neither_adds_nor_lookups(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    uint64_t *event = shared_memory(sizeof *event);
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    pid_t pid = child_start(hold_rebuild, event);
    await_event(event, 1);
    kill(pid, SIGSTOP);
    must_add(filter, 1);
    assert_true(has(filter, 1));
    assert_false(has(filter, absent_item(filter)));
    assert_status(bloom_shm_rebuild_begin(filter, NULL, &rebuild, &error), BLOOM_SHM_BUSY, error);
    assert_int_equal(error.pid, pid);
    child_kill(pid);
    assert_int_equal(entry_count(), 2);
    assert_ok(bloom_shm_rebuild_begin(filter, NULL, &rebuild, &error), error);
    assert_ok(bloom_shm_rebuild_commit(rebuild, &error), error);
    assert_int_equal(entry_count(), 1);
    bloom_shm_filter_close(filter);
}

static void opening_removes_what_a_killed_rebuilder_left(void **state)
{
    (void)state;
    uint64_t *event = shared_memory(sizeof *event);
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    pid_t pid = child_start(hold_rebuild, event);
    await_event(event, 1);
    must_add(filter, 1);
    child_kill(pid);
    assert_int_equal(entry_count(), 2);
    bloom_shm_filter_t *other = must_open("words", 0, false);
    assert_int_equal(entry_count(), 1);
    assert_true(has(other, 1));
    must_add(filter, 2);
    assert_true(has(other, 2));
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(other);
}

static void open_when_told(void *argument)
{
    await_event(argument, 2);
    bloom_shm_filter_close(must_open("words", 0, false));
}

/* Though who mended it did not know that it was mapped here. */
static void the_memory_of_a_killed_rebuild_is_given_back(void **state)
{
    (void)state;
    uint64_t *event = shared_memory(sizeof *event);
    bloom_shm_filter_close(must_open("words", 1000, false));
    bloom_store_shutdown(); /* its creator has it mapped by a name that is deleted */
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    pid_t other = child_start(open_when_told, event);
    pid_t pid = child_start(hold_rebuild, event);
    await_event(event, 1);
    must_add(filter, 1);
    child_kill(pid);
    signal_event(event, 2);
    assert_int_equal(child_wait(other), 0);
    assert_int_equal(entry_count(), 1);
    assert_true(lets_go_of_old_versions(filter));
    bloom_shm_filter_close(filter);
}

static void hold_names(void *argument)
{
    bloom_shm_error_t error;
    bloom_shm_lock_t lock;
    bloom_shm_place_t *place = bloom_place_acquire(&options, "words", NULL, &error);
    CHECK_OK(bloom_place_lock_names(place, 5000, &lock, &error), error);
    signal_event(argument, 1);
    pause();
}

static void a_stopped_holder_of_the_directory_makes_others_time_out(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    uint64_t *event = shared_memory(sizeof *event);
    bloom_shm_filter_t *filter = must_open("words", 1000, false), *other;
    pid_t pid = child_start(hold_names, event);
    await_event(event, 1);
    kill(pid, SIGSTOP);
    options.lock_timeout_ms = 50;
    assert_status(shared_open(&other, "others", 1000, false, &error), BLOOM_SHM_TIMEOUT, error);
    assert_ok(shared_open(&other, "words", 1000, false, &error), error);
    assert_status(bloom_shm_filter_clear(other, &error), BLOOM_SHM_TIMEOUT, error);
    must_add(filter, 1);
    assert_true(has(other, 1));
    assert_ok(bloom_store_drop(&options, "words", &error),
              error); /* dropped, though its name stays */
    assert_false(exists("words"));
    child_kill(pid);
    options.lock_timeout_ms = 5000;
    bloom_shm_filter_close(other);
    assert_ok(shared_open(&other, "words", 1000, false, &error), error);
    assert_false(has(other, 1));
    bloom_shm_filter_close(other);
    bloom_shm_filter_close(filter);
}

static void a_drop_that_cannot_remove_the_name_still_ends_a_rebuild(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    uint64_t *event = shared_memory(sizeof *event);
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    options.lock_timeout_ms = 50;
    bloom_shm_filter_t *rebuilding = must_open("words", 0, false);
    assert_ok(bloom_shm_rebuild_begin(rebuilding, NULL, &rebuild, &error), error);
    pid_t pid = child_start(hold_names, event);
    await_event(event, 1);
    assert_ok(bloom_store_drop(&options, "words", &error), error);
    assert_status(bloom_shm_rebuild_commit(rebuild, &error), BLOOM_SHM_VANISHED, error);
    assert_true(has(filter, absent_item(filter)));
    assert_false(exists("words"));
    child_kill(pid);
    bloom_shm_filter_close(rebuilding);
    bloom_shm_filter_close(filter);
}

/* The switch is done and only the name is missing: newcomers find it all the same. */
static void a_switch_without_its_rename_is_completed(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    uint64_t *event = shared_memory(sizeof *event);
    bloom_shm_filter_t *filter = must_open("words", 1000, false), *other;
    must_add(filter, 1);
    options.lock_timeout_ms = 50;
    bloom_shm_filter_t *rebuilding = must_open("words", 0, false);
    assert_ok(bloom_shm_rebuild_begin(rebuilding, NULL, &rebuild, &error), error);
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(rebuild);
    must_add(next, 1);
    pid_t pid = child_start(hold_names, event);
    await_event(event, 1);
    assert_ok(bloom_shm_rebuild_commit(rebuild, &error), error);
    must_add(filter, 2); /* to the new version only */
    assert_int_equal(entry_count(), 2);
    bloom_store_sweep();
    assert_ok(shared_open(&other, "words", 0, false, &error), error);
    assert_true(has(other, 1));
    assert_true(has(other, 2));
    assert_int_equal(bloom_shm_filter_generation(other), 2);
    assert_status(bloom_shm_filter_clear(other, &error), BLOOM_SHM_TIMEOUT, error);
    child_kill(pid);
    assert_ok(bloom_shm_filter_clear(other, &error), error);
    assert_int_equal(bloom_shm_filter_generation(filter), 3);
    assert_int_equal(entry_count(), 1);
    bloom_shm_filter_close(other);
    bloom_shm_filter_close(next);
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(rebuilding);
}

static const struct CMUnitTest tests[] = {
    SHM_KIND_TESTS(fifty_processes_create_one_filter),
    SHM_KIND_TESTS(fifty_processes_load_once),
    SHM_TEST(a_killed_loader_leaves_the_load_to_the_next),
    SHM_TEST(a_stopped_loader_blocks_nobody),
    SHM_TEST(a_forked_child_can_neither_commit_nor_hold_the_lock),
    SHM_TEST(a_forked_child_does_not_keep_its_parents_locks),
    SHM_KIND_TESTS(no_add_is_lost_in_rebuilds_under_writers_and_readers),
    SHM_KIND_TESTS(no_add_is_lost_when_rebuilders_are_killed),
    SHM_TEST(a_stopped_rebuilder_blocks_neither_adds_nor_lookups),
    SHM_TEST(opening_removes_what_a_killed_rebuilder_left),
    SHM_TEST(the_memory_of_a_killed_rebuild_is_given_back),
    SHM_TEST(a_stopped_holder_of_the_directory_makes_others_time_out),
    SHM_TEST(a_drop_that_cannot_remove_the_name_still_ends_a_rebuild),
    SHM_TEST(a_switch_without_its_rename_is_completed),
};

SHM_TEST_MAIN(tests)
