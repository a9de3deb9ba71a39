/* Filters that grow in shared storage: one sparse file, a layer's storage before its count. */
#include "support.h"

#include <sys/mount.h>

static bloom_shm_status_t open_scalable(bloom_shm_filter_t **filter, const char *name,
                                        uint64_t initial_items, bloom_shm_error_t *error)
{
    bloom_geometry_t geometry = {
        .kind = BLOOM_KIND_SCALABLE, .expected_items = initial_items, .fpr = 0.01};
    CHECK(bloom_geometry_plan(&geometry) == BLOOM_OK);
    bloom_shm_request_t request = {
        .options = &options, .name = name, .kind = BLOOM_KIND_SCALABLE, .geometry = &geometry};
    return bloom_shm_filter_open(filter, &request, error);
}

static bloom_shm_filter_t *must_open_scalable(uint64_t initial_items)
{
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    CHECK_OK(open_scalable(&filter, "words", initial_items, &error), error);
    return filter;
}

static uint32_t layers_of(const bloom_shm_filter_t *filter)
{
    return filter->filter.kind->layer_count(filter->filter.header);
}

static void it_grows_within_one_sparse_file(void **state)
{
    (void)state;
    struct stat file;
    char path[BLOOM_SHM_PATH_BYTES];
    bloom_shm_info_t info;
    bloom_shm_filter_t *filter = must_open_scalable(100), *other = must_open_scalable(50);
    uint64_t inode = filter->private_part->mapping->inode;
    for (uint64_t i = 0; i < 20000; i++) {
        must_add(filter, i);
        assert_true(has(other, i));
    }
    assert_true(layers_of(other) > 4);
    assert_int_equal(other->private_part->mapping->inode, inode);
    path_of(path, "words.bloom");
    assert_int_equal(stat(path, &file), 0);
    bloom_shm_filter_info(filter, &info);
    assert_true((uint64_t)file.st_blocks * 512 < (uint64_t)file.st_size);
    assert_true(info.file_bytes <= (uint64_t)file.st_blocks * 512);
    assert_true(info.file_bytes > 20000);
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(other);
    bloom_store_shutdown();
    filter = must_open_scalable(100);
    for (uint64_t i = 0; i < 20000; i++) {
        assert_true(has(filter, i));
    }
    bloom_shm_filter_close(filter);
}

static void its_n_is_a_minimum_though_its_layers_follow_from_it(void **state)
{
    (void)state;
    bloom_shm_filter_t *filter = must_open_scalable(1000), *other;
    bloom_shm_error_t error;
    assert_ok(open_scalable(&other, "words", 500, &error), error);
    bloom_shm_filter_close(other);
    assert_status(open_scalable(&other, "words", 2000, &error), BLOOM_SHM_TOO_SMALL, error);
    bloom_shm_filter_close(filter);
}

#define GROWER_COUNT 6

static void grow(void *argument)
{
    uint64_t *committed = argument;
    uint64_t index = __atomic_fetch_add(&committed[GROWER_COUNT], 1, __ATOMIC_SEQ_CST);
    bloom_shm_filter_t *filter = must_open_scalable(64);
    for (uint64_t i = 0; i < 3000; i++) {
        must_add(filter, index << 32 | i);
        signal_event(&committed[index], i + 1);
    }
}

static void growing_processes_lose_nothing(void **state)
{
    (void)state;
    pid_t pids[GROWER_COUNT];
    uint64_t *committed = shared_memory((GROWER_COUNT + 1) * sizeof *committed);
    for (size_t i = 0; i < GROWER_COUNT; i++) {
        pids[i] = child_start(grow, committed);
    }
    for (size_t i = 0; i < GROWER_COUNT; i++) {
        assert_int_equal(child_wait(pids[i]), 0);
    }
    bloom_shm_filter_t *filter = must_open_scalable(64);
    for (uint64_t index = 0; index < GROWER_COUNT; index++) {
        for (uint64_t i = 0; i < committed[index]; i++) {
            assert_true(has(filter, index << 32 | i));
        }
    }
    bloom_shm_filter_close(filter);
}

static void killed_growers_lose_nothing(void **state)
{
    (void)state;
    uint64_t seed = 9;
    unsigned rounds = is_large() ? 1000 : 100;
    uint64_t *committed = shared_memory((GROWER_COUNT + 1) * sizeof *committed);
    for (unsigned round = 0; round < rounds; round++) {
        bloom_shm_error_t error;
        memset(committed, 0, (GROWER_COUNT + 1) * sizeof *committed);
        pid_t pids[2];
        for (size_t i = 0; i < COUNT_OF(pids); i++) {
            pids[i] = child_start(grow, committed);
        }
        sleep_us((unsigned)(random_next(&seed) % 3000));
        for (size_t i = 0; i < COUNT_OF(pids); i++) {
            child_kill(pids[i]);
        }
        bloom_shm_filter_t *filter = must_open_scalable(64);
        for (uint64_t index = 0; index < COUNT_OF(pids); index++) {
            for (uint64_t i = 0; i < committed[index]; i++) {
                assert_true(has(filter, index << 32 | i));
            }
        }
        must_add(filter, 77777);
        bloom_shm_filter_close(filter);
        assert_ok(bloom_store_drop(&options, "words", &error), error);
        bloom_store_shutdown();
    }
}

static void a_rebuild_carries_adds_over_into_new_layers(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    bloom_shm_filter_t *filter = must_open_scalable(64);
    assert_ok(bloom_shm_rebuild_begin(filter, NULL, &rebuild, &error), error);
    for (uint64_t i = 0; i < 1000; i++) {
        must_add(filter, i);
    }
    assert_ok(bloom_shm_rebuild_commit(rebuild, &error), error);
    for (uint64_t i = 0; i < 1000; i++) {
        assert_true(has(filter, i));
    }
    assert_int_equal(bloom_shm_filter_generation(filter), 2);
    assert_true(layers_of(filter) > 2);
    bloom_shm_filter_close(filter);
    assert_int_equal(entry_count(), 1);
}

static void growth_keeps_the_directorys_limit(void **state)
{
    (void)state;
    bloom_shm_error_t error = {.status = BLOOM_SHM_OK};
    bool is_new;
    options.max_bytes = 100000;
    bloom_shm_filter_t *filter = must_open_scalable(100);
    uint64_t count = 0;
    while (count < 1000000 &&
           bloom_shm_filter_add(filter, hash_of(count), &is_new, &error) == BLOOM_SHM_OK) {
        count++;
    }
    assert_int_equal(error.status, BLOOM_SHM_OVER_LIMIT);
    for (uint64_t i = 0; i < count; i++) {
        assert_true(has(filter, i));
    }
    bloom_shm_filter_close(filter);
}

static void growth_on_a_full_filesystem_is_an_error(void **state)
{
    (void)state;
    bloom_shm_error_t error = {.status = BLOOM_SHM_OK};
    bool is_new, has_all = true;
    if (geteuid() != 0 || mount("tmpfs", directory, "tmpfs", 0, "size=1m,mode=0700") != 0) {
        print_message("SKIPPED: mounting a tmpfs of 1 MiB needs root\n");
        skip();
    }
    bloom_shm_filter_t *filter = must_open_scalable(1000);
    uint64_t count = 0;
    while (count < 10000000 &&
           bloom_shm_filter_add(filter, hash_of(count), &is_new, &error) == BLOOM_SHM_OK) {
        count++;
    }
    for (uint64_t i = 0; i < count; i++) {
        has_all = has_all && has(filter, i);
    }
    bloom_shm_filter_close(filter);
    bloom_store_shutdown();
    umount2(directory, MNT_DETACH);
    assert_int_equal(error.status, BLOOM_SHM_NO_SPACE);
    assert_true(count > 1000);
    assert_true(has_all);
}

static void a_copy_of_it_has_its_layers_only(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_snapshot_t snapshot;
    bloom_header_t header;
    bloom_geometry_t geometry, read;
    bloom_provenance_t provenance;
    bloom_shm_filter_t *filter = must_open_scalable(64);
    for (uint64_t i = 0; i < 500; i++) {
        must_add(filter, i);
    }
    assert_ok(bloom_shm_snapshot_begin(&snapshot, filter, &error), error);
    bloom_shm_snapshot_header(&snapshot, &public_key, &header, &geometry);
    assert_int_equal(
        bloom_image_read_header(&header, BLOOM_KIND_SCALABLE, &public_key, &read, &provenance),
        BLOOM_OK);
    assert_int_equal(read.payload_bytes, geometry.payload_bytes);
    assert_true(geometry.payload_bytes < snapshot.filter.geometry.payload_bytes);
    assert_int_equal(snapshot.filter.kind->layer_count(&header), layers_of(filter));
    bloom_shm_snapshot_end(&snapshot);
    bloom_shm_filter_close(filter);
}

static void after_a_power_failure_it_begins_anew(void **state)
{
    (void)state;
    static const uint64_t other_boot[2] = {3, 4};
    bloom_shm_error_t error;
    bloom_geometry_t geometry = {.kind = BLOOM_KIND_SCALABLE, .expected_items = 64, .fpr = 0.01};
    assert_int_equal(bloom_geometry_plan(&geometry), BLOOM_OK);
    bloom_shm_request_t request = {.options = &options,
                                   .name = "words",
                                   .kind = BLOOM_KIND_SCALABLE,
                                   .geometry = &geometry,
                                   .has_loader = true};
    bloom_shm_filter_t *filter = must_open_scalable(64);
    for (uint64_t i = 0; i < 1000; i++) {
        must_add(filter, i);
    }
    filter->filter.header
        ->kind_state[0]--; /* pages of different ages: a layer that was not counted yet */
    bloom_shm_filter_close(filter);
    bloom_store_shutdown();
    bloom_os_override_boot_id(other_boot);
    assert_ok(bloom_shm_filter_open(&filter, &request, &error), error);
    assert_false(bloom_shm_filter_is_ready(filter));
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    for (uint64_t i = 0; i < 300; i++) {
        must_add(filter, i);
    }
    assert_ok(bloom_shm_load_commit(filter, &error), error);
    for (uint64_t i = 0; i < 300; i++) {
        assert_true(has(filter, i));
    }
    assert_false(has(filter, absent_item(filter)));
    bloom_shm_filter_close(filter);
}

static const struct CMUnitTest tests[] = {
    SHM_TEST(it_grows_within_one_sparse_file),
    SHM_TEST(its_n_is_a_minimum_though_its_layers_follow_from_it),
    SHM_TEST(growing_processes_lose_nothing),
    SHM_TEST(killed_growers_lose_nothing),
    SHM_TEST(a_rebuild_carries_adds_over_into_new_layers),
    SHM_TEST(growth_keeps_the_directorys_limit),
    SHM_TEST(growth_on_a_full_filesystem_is_an_error),
    SHM_TEST(a_copy_of_it_has_its_layers_only),
    SHM_TEST(after_a_power_failure_it_begins_anew),
};

SHM_TEST_MAIN(tests)
