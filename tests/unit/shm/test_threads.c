/* Threads on one table of mappings; built with -fsanitize=thread too. */
#include "support.h"

#include <pthread.h>

#define THREAD_COUNT 8u
#define ROUND_COUNT 400u
#define ITEM_ROUNDS 60u /* then the same items again */

static uint64_t committed[THREAD_COUNT];
static uint64_t stop;

static void *work(void *argument)
{
    uint64_t thread = (uint64_t)(uintptr_t)argument;
    for (uint64_t round = 0; round < ROUND_COUNT; round++) {
        bloom_shm_filter_t *filter = must_open("words", 2000, false);
        for (uint64_t i = 0; i < 10; i++) {
            must_add(filter, thread << 32 | (round % ITEM_ROUNDS * 10 + i));
            if (round < ITEM_ROUNDS) {
                __atomic_store_n(&committed[thread], round * 10 + i + 1, __ATOMIC_SEQ_CST);
            }
        }
        uint64_t other = (thread + round) % THREAD_COUNT;
        uint64_t count = event_value(&committed[other]);
        for (uint64_t i = 0; i < count; i += 7) {
            CHECK(has(filter, other << 32 | i));
        }
        bloom_shm_filter_close(filter);
        bloom_store_sweep();
        if (thread == 1 && round % 40 == 0) {
            pid_t pid = fork(); /* the table is usable in the child */
            if (pid == 0) {
                filter = must_open("words", 2000, false);
                CHECK(has(filter, 1ull << 32));
                _exit(0);
            }
            CHECK(child_wait(pid) == 0);
        }
    }
    return NULL;
}

static void *rebuild(void *argument)
{
    (void)argument;
    while (event_value(&stop) == 0) {
        bloom_shm_error_t error;
        bloom_shm_rebuild_t *work_under_way;
        bloom_shm_filter_t *filter = must_open("words", 2000, false);
        CHECK_OK(bloom_shm_rebuild_begin(filter, NULL, &work_under_way, &error), error);
        bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(work_under_way);
        for (uint64_t thread = 0; thread < THREAD_COUNT; thread++) {
            uint64_t count = event_value(&committed[thread]);
            for (uint64_t i = 0; i < count; i++) {
                must_add(next, thread << 32 | i);
            }
        }
        CHECK_OK(bloom_shm_rebuild_commit(work_under_way, &error), error);
        bloom_shm_filter_close(next);
        bloom_shm_filter_close(filter);
        sleep_us(1000);
    }
    bloom_shm_request_end();
    return NULL;
}

static void threads_share_mappings_and_follow_rebuilds(void **state)
{
    (void)state;
    pthread_t threads[THREAD_COUNT], rebuilder;
    bloom_shm_filter_close(must_open("words", 2000, false));
    for (size_t i = 0; i < THREAD_COUNT; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, work, (void *)i), 0);
    }
    assert_int_equal(pthread_create(&rebuilder, NULL, rebuild, NULL), 0);
    for (size_t i = 0; i < THREAD_COUNT; i++) {
        pthread_join(threads[i], NULL);
    }
    signal_event(&stop, 1);
    pthread_join(rebuilder, NULL);
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    assert_true(bloom_shm_filter_generation(filter) > 1);
    for (uint64_t thread = 0; thread < THREAD_COUNT; thread++) {
        for (uint64_t i = 0; i < ITEM_ROUNDS * 10; i++) {
            assert_true(has(filter, thread << 32 | i));
        }
    }
    bloom_shm_filter_close(filter);
    bloom_store_sweep();
    bloom_store_usage_t usage;
    bloom_shm_error_t error;
    assert_ok(bloom_store_usage(&options, &usage, &error), error);
    assert_int_equal(usage.mapping_count, 1);
}

static void *load(void *argument)
{
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter = must_open("loaded", 2000, true);
    if (bloom_shm_load_begin(filter, &error) == BLOOM_SHM_OK) {
        __atomic_fetch_add((uint64_t *)argument, 1, __ATOMIC_SEQ_CST);
        for (uint64_t i = 0; i < 500; i++) {
            must_add(filter, i);
        }
        CHECK_OK(bloom_shm_load_commit(filter, &error), error);
    }
    for (uint64_t i = 0; i < 500; i++) {
        CHECK(has(filter, i));
    }
    bloom_shm_filter_close(filter);
    return NULL;
}

static void one_of_many_threads_loads(void **state)
{
    (void)state;
    pthread_t threads[THREAD_COUNT];
    uint64_t load_count = 0;
    for (size_t i = 0; i < THREAD_COUNT; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, load, &load_count), 0);
    }
    for (size_t i = 0; i < THREAD_COUNT; i++) {
        pthread_join(threads[i], NULL);
    }
    assert_int_equal(load_count, 1);
}

static void *leave_open(void *argument)
{
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *work_under_way;
    bloom_shm_filter_t *filter = must_open("words", 2000, false);
    CHECK_OK(bloom_shm_rebuild_begin(filter, NULL, &work_under_way, &error), error);
    bloom_shm_request_end();
    bloom_shm_filter_close(filter);
    return argument;
}

static void the_end_of_a_request_aborts_its_own_threads_work_only(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild_here;
    pthread_t thread;
    bloom_shm_filter_t *filter = must_open("others", 2000, false);
    assert_ok(bloom_shm_rebuild_begin(filter, NULL, &rebuild_here, &error), error);
    assert_int_equal(pthread_create(&thread, NULL, leave_open, NULL), 0);
    pthread_join(thread, NULL);
    assert_ok(bloom_shm_rebuild_commit(rebuild_here, &error), error);
    assert_int_equal(bloom_shm_filter_generation(filter), 2);
    bloom_shm_filter_close(filter);
    assert_int_equal(entry_count(), 2);
}

static const struct CMUnitTest tests[] = {
    SHM_TEST(threads_share_mappings_and_follow_rebuilds),
    SHM_TEST(one_of_many_threads_loads),
    SHM_TEST(the_end_of_a_request_aborts_its_own_threads_work_only),
};

SHM_TEST_MAIN(tests)
