/*
 * SIGKILL: at every system call of every role, one after the other, and at random instants between them. After
 * each: no acknowledged add is missing, nothing hangs, and nothing stays behind that blocks or costs memory.
 */
#include "support.h"

#include <sys/ptrace.h>
#include <sys/types.h>

#define ITEM_COUNT 64u

/* What the victim has reached, for its judge. */
typedef struct progress {
    uint64_t acknowledged; /* items */
    uint64_t is_committed;
    uint64_t is_dropped;
} progress_t;

typedef struct role {
    const char *name;
    void (*prepare)(void);
    void (*run)(progress_t *progress);
    void (*judge)(const progress_t *progress);
} role_t;

static void add_items(bloom_shm_filter_t *filter, uint64_t first, progress_t *progress)
{
    for (uint64_t i = 0; i < ITEM_COUNT; i++) {
        must_add(filter, first + i);
        if (progress != NULL) {
            signal_event(&progress->acknowledged, i + 1);
        }
    }
}

static void assert_acknowledged(bloom_shm_filter_t *filter, uint64_t first, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        assert_true(has(filter, first + i));
    }
}

/* Everything works, at once, and leaves exactly one file behind. */
static void assert_whole(bloom_shm_filter_t *filter)
{
    bloom_shm_error_t error;
    must_add(filter, 5000);
    assert_true(has(filter, 5000));
    assert_ok(bloom_shm_filter_clear(filter, &error), error);
    assert_false(has(filter, absent_item(filter)));
    /* creating anything clears away what killed creators left */
    bloom_shm_filter_t *other = must_open("others", 10, false);
    bloom_shm_filter_close(other);
    assert_int_equal(entry_count(), 2);
}

static void prepare_nothing(void)
{
}

static void prepare_filter(void)
{
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    add_items(filter, 0, NULL);
    bloom_shm_filter_close(filter);
}

/* -- roles ------------------------------------------------------------------------------------------------- */

static void create(progress_t *progress)
{
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    add_items(filter, 0, progress);
    bloom_shm_filter_close(filter);
}

static void judge_created(const progress_t *progress)
{
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    assert_acknowledged(filter, 0, progress->acknowledged);
    assert_whole(filter);
    bloom_shm_filter_close(filter);
}

static void load(progress_t *progress)
{
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter = must_open("words", 1000, true);
    CHECK_OK(bloom_shm_load_begin(filter, &error), error);
    add_items(filter, 0, progress);
    CHECK_OK(bloom_shm_load_commit(filter, &error), error);
    signal_event(&progress->is_committed, 1);
    bloom_shm_filter_close(filter);
}

static void judge_loaded(const progress_t *progress)
{
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter = must_open("words", 1000, true);
    if (progress->is_committed) {
        assert_true(bloom_shm_filter_is_ready(filter));
    }
    if (bloom_shm_filter_is_ready(filter)) {
        assert_acknowledged(filter, 0, ITEM_COUNT);
    } else {
        assert_true(has(filter, absent_item(filter)));
        assert_ok(bloom_shm_load_begin(filter, &error), error);
        assert_ok(bloom_shm_load_commit(filter, &error), error);
    }
    assert_whole(filter);
    bloom_shm_filter_close(filter);
}

static void rebuild(progress_t *progress)
{
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *work;
    bloom_geometry_t larger = plan_of(2000, 0.01);
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    CHECK_OK(bloom_shm_rebuild_begin(filter, &larger, &work, &error), error);
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(work);
    add_items(filter, 100, progress); /* both versions */
    add_items(next, 0, NULL);
    CHECK_OK(bloom_shm_rebuild_commit(work, &error), error);
    signal_event(&progress->is_committed, 1);
    bloom_shm_filter_close(next);
    bloom_shm_filter_close(filter);
}

static void judge_rebuilt(const progress_t *progress)
{
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    bool is_new = filter->filter.geometry.expected_items == 2000;
    assert_true(bloom_shm_filter_is_ready(filter));
    if (progress->is_committed) {
        assert_true(is_new);
    }
    assert_acknowledged(filter, 0, ITEM_COUNT);
    assert_acknowledged(filter, 100, progress->acknowledged);
    assert_false(has(filter, absent_item(filter)));
    assert_int_equal(entry_count(), 1); /* opening it has mended all */
    assert_whole(filter);
    bloom_shm_filter_close(filter);
}

static void abort_rebuild(progress_t *progress)
{
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *work;
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    CHECK_OK(bloom_shm_rebuild_begin(filter, NULL, &work, &error), error);
    add_items(filter, 100, progress);
    bloom_shm_rebuild_abort(work);
    bloom_shm_filter_close(filter);
}

static void drop_it(progress_t *progress)
{
    bloom_shm_error_t error;
    CHECK_OK(bloom_store_drop(&options, "words", &error), error);
    signal_event(&progress->is_dropped, 1);
}

static void judge_dropped(const progress_t *progress)
{
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    bloom_shm_status_t status = shared_open(&filter, "words", 0, false, &error);
    if (progress->is_dropped || status == BLOOM_SHM_NOT_FOUND) {
        assert_status(status, BLOOM_SHM_NOT_FOUND, error);
        filter = must_open("words", 1000, false); /* and a new one may begin */
        assert_false(has(filter, absent_item(filter)));
    } else {
        assert_ok(status, error);
        assert_acknowledged(filter, 0, ITEM_COUNT);
    }
    assert_whole(filter);
    bloom_shm_filter_close(filter);
}

static void read_it(progress_t *progress)
{
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    for (uint64_t i = 0; i < ITEM_COUNT; i++) {
        CHECK(has(filter, i));
    }
    signal_event(&progress->is_committed, 1);
    bloom_shm_filter_close(filter);
}

static void write_it(progress_t *progress)
{
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    add_items(filter, 100, progress);
    bloom_shm_filter_close(filter);
}

static void judge_written(const progress_t *progress)
{
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    assert_acknowledged(filter, 0, ITEM_COUNT);
    assert_acknowledged(filter, 100, progress->acknowledged);
    assert_whole(filter);
    bloom_shm_filter_close(filter);
}

static const role_t roles[] = {
    {"creator", prepare_nothing, create, judge_created},
    {"loader", prepare_nothing, load, judge_loaded},
    {"rebuilder", prepare_filter, rebuild, judge_rebuilt},
    {"aborting rebuilder", prepare_filter, abort_rebuild, judge_written},
    {"dropper", prepare_filter, drop_it, judge_dropped},
    {"reader", prepare_filter, read_it, judge_written},
    {"writer", prepare_filter, write_it, judge_written},
};

/* -- at every system call ---------------------------------------------------------------------------------------- */

/* False: it ended before its nth stop. */
static bool kill_at_stop(const role_t *role, progress_t *progress, unsigned stop)
{
    int status;
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        CHECK(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
        raise(SIGSTOP);
        role->run(progress);
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    for (unsigned i = 0;; i++) {
        if (i == stop) {
            child_kill(pid);
            return true;
        }
        assert_int_equal(ptrace(PTRACE_SYSCALL, pid, NULL, NULL), 0);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        if (WIFEXITED(status)) {
            assert_int_equal(WEXITSTATUS(status), 0);
            return false;
        }
        assert_true(WIFSTOPPED(status));
    }
}

static bool can_trace(void)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        _exit(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 ? 0 : 1);
    }
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void killed_at_any_system_call(const role_t *role)
{
    if (!can_trace()) {
        print_message("SKIPPED: this system does not let processes be traced\n");
        skip();
    }
    progress_t *progress = shared_memory(sizeof *progress);
    unsigned stop = 0;
    bool is_killed = true;
    while (is_killed) {
        memset(progress, 0, sizeof *progress);
        directory_empty();
        bloom_store_shutdown();
        role->prepare();
        bloom_store_shutdown();
        is_killed = kill_at_stop(role, progress, stop++);
        role->judge(progress);
    }
    assert_true(stop > 3);
    print_message("%s: killed at %u stops\n", role->name, stop - 1);
    munmap(progress, sizeof *progress);
}

/* -- at random instants -------------------------------------------------------------------------------------------- */

typedef struct victim {
    const role_t *role;
    progress_t *progress;
} victim_t;

static void be_victim(void *argument)
{
    victim_t *victim = argument;
    victim->role->run(victim->progress);
}

static uint64_t now_us(void)
{
    return bloom_os_monotonic_us();
}

static void killed_at_random(const role_t *role)
{
    progress_t *progress = shared_memory(sizeof *progress);
    victim_t victim = {role, progress};
    uint64_t seed = 4711, longest_us = 500;
    unsigned rounds = is_large() ? 1000 : 200;
    for (unsigned i = 0; i < rounds; i++) {
        memset(progress, 0, sizeof *progress);
        directory_empty();
        bloom_store_shutdown();
        role->prepare();
        bloom_store_shutdown();
        uint64_t start_us = now_us();
        pid_t pid = child_start(be_victim, &victim);
        if (i % 20 == 0) { /* how long it takes undisturbed */
            assert_int_equal(child_wait(pid), 0);
            longest_us = (longest_us + now_us() - start_us) / 2;
        } else {
            /* busy: sleeping rounds up */
            uint64_t until_us = start_us + random_next(&seed) % (longest_us + 1);
            while (now_us() < until_us) {
            }
            child_kill(pid);
        }
        role->judge(progress);
    }
    munmap(progress, sizeof *progress);
}

#define ROLE_TESTS(index, name)                                \
    static void name##_killed_at_any_system_call(void **state) \
    {                                                          \
        (void)state;                                           \
        killed_at_any_system_call(&roles[index]);              \
    }                                                          \
    static void name##_killed_at_random(void **state)          \
    {                                                          \
        (void)state;                                           \
        killed_at_random(&roles[index]);                       \
    }

ROLE_TESTS(0, creator)
ROLE_TESTS(1, loader)
ROLE_TESTS(2, rebuilder)
ROLE_TESTS(3, aborting_rebuilder)
ROLE_TESTS(4, dropper)
ROLE_TESTS(5, reader)
ROLE_TESTS(6, writer)

static const struct CMUnitTest tests[] = {
    SHM_TEST(creator_killed_at_any_system_call),
    SHM_TEST(loader_killed_at_any_system_call),
    SHM_TEST(rebuilder_killed_at_any_system_call),
    SHM_TEST(aborting_rebuilder_killed_at_any_system_call),
    SHM_TEST(dropper_killed_at_any_system_call),
    SHM_TEST(reader_killed_at_any_system_call),
    SHM_TEST(writer_killed_at_any_system_call),
    SHM_TEST(creator_killed_at_random),
    SHM_TEST(loader_killed_at_random),
    SHM_TEST(rebuilder_killed_at_random),
    SHM_TEST(aborting_rebuilder_killed_at_random),
    SHM_TEST(dropper_killed_at_random),
    SHM_TEST(reader_killed_at_random),
    SHM_TEST(writer_killed_at_random),
};

SHM_TEST_MAIN(tests)
