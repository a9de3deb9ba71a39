/*
 * Rotating filters in shared storage, on a clock that the tests turn for all their processes: any process rotates, nobody
 * who is stopped or killed at it is in the way, and no step of the wall clock forgets anything.
 */
#include "support.h"

#include <sys/syscall.h>

#define SECOND ((uint64_t)1000000)
#define WINDOW (100 * SECOND)
#define LONGEST (WINDOW * 3 / 2) /* what the contract says for four generations */

static const shared_kind_t hundred_seconds = {"rotating", BLOOM_KIND_ROTATING, {100, 4}};

/* Microseconds by which the clocks are ahead, in memory that all processes share. */
static struct clocks {
    uint64_t monotonic_us;
    uint64_t wall_us;
} *ahead;

/* In the place of the C library's, whose callers cannot tell. */
int clock_gettime(clockid_t clock, struct timespec *now)
{
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    uint64_t by_us = ahead == NULL             ? 0
                     : clock == CLOCK_REALTIME ? event_value(&ahead->wall_us)
                                               : event_value(&ahead->monotonic_us);
    uint64_t ns = (uint64_t)now->tv_nsec + by_us % SECOND * 1000;
    now->tv_sec += (time_t)(by_us / SECOND + ns / 1000000000);
    now->tv_nsec = (long)(ns % 1000000000);
    return result;
}

static void wait_us(uint64_t microseconds)
{
    __atomic_fetch_add(&ahead->monotonic_us, microseconds, __ATOMIC_SEQ_CST);
}

static bloom_shm_filter_t *filter;

static int rotation_setup(void **state)
{
    void *kind = (void *)(uintptr_t)&hundred_seconds;
    (void)state;
    test_setup(&kind);
    filter = must_open("words", 2000, false);
    return 0;
}

static int rotation_teardown(void **state)
{
    bloom_shm_filter_close(filter);
    return test_teardown(state);
}

static uint64_t rotations(void)
{
    return bloom_le64(
        bloom_load_acquire(&filter->filter.header->kind_state[BLOOM_ROTATING_ROTATIONS]));
}

static uint32_t live_slots(void)
{
    bloom_context_t context = bloom_shared_context();
    return bloom_rotating_live_slots(&filter->filter, &context);
}

/* Present until the window has passed, and gone when the bound has. */
static void assert_kept_and_forgotten(uint64_t item)
{
    wait_us(WINDOW - SECOND);
    assert_true(has(filter, item));
    wait_us(LONGEST - WINDOW + 2 * SECOND);
    assert_false(has(filter, item));
}

/* -- who rotates --------------------------------------------------------------------------------------------- */

/* An item and a rotation by each process, which has never seen the filter before. */
static void add_one(void *argument)
{
    const uint64_t *item = argument;
    bloom_shm_filter_t *own = must_open("words", 0, false);
    must_add(own, *item);
    bloom_shm_filter_close(own);
}

static void any_process_rotates(void **state)
{
    (void)state;
    must_add(filter, 1000);
    for (uint64_t i = 1; i <= 20; i++) {
        wait_us(WINDOW / 4 + SECOND);
        assert_int_equal(child_wait(child_start(add_one, &i)), 0);
        assert_int_equal(rotations(), i);
        assert_true(has(filter, i));
        assert_true(i < 4 || has(filter, i - 3)); /* three generations and three seconds ago */
        assert_true(live_slots() <= 5);
    }
    assert_kept_and_forgotten(20);
}

/* As often as the generations change, no more and no less. */
static void it_rotates_once_in_a_generation(void **state)
{
    (void)state;
    must_add(filter, 0);
    for (uint64_t i = 1; i <= 1000; i++) {
        wait_us(WINDOW / 100);
        must_add(filter, i);
    }
    /* ten windows of four generations; a slot is succeeded by the first add after its time */
    assert_in_range(rotations(), 1000 / 26, 40);
    assert_int_equal(live_slots(), 5);
}

static void lookups_forget_though_nobody_rotates(void **state)
{
    (void)state;
    must_add(filter, 1);
    assert_kept_and_forgotten(1);
    assert_int_equal(rotations(), 0);
    assert_int_equal(live_slots(), 0);
}

/* -- the wall clock ---------------------------------------------------------------------------------------------- */

static void no_step_of_the_wall_clock_forgets_or_keeps(void **state)
{
    (void)state;
    must_add(filter, 1);
    ahead->wall_us += 3600 * 24 * 365 * 10 * SECOND;
    assert_true(has(filter, 1));
    must_add(filter, 2);
    bloom_shm_filter_close(must_open("words", 0, false));
    assert_true(has(filter, 1));
    assert_int_equal(rotations(), 0);
    ahead->wall_us = 0;
    assert_true(has(filter, 1) && has(filter, 2));
    assert_kept_and_forgotten(2);
}

/* -- a process that clears -------------------------------------------------------------------------------------------- */

static uint8_t *protected_part;
static size_t protected_bytes;

static void stop_then_go_on(int signal_number)
{
    (void)signal_number;
    raise(SIGSTOP);
    mprotect(protected_part, protected_bytes, PROT_READ | PROT_WRITE);
}

static void (*on_protected)(int);

/* Adds, so rotates, so clears, and meets a signal half way. */
static void clear_half(void *argument)
{
    (void)argument;
    bloom_shm_filter_t *own = must_open("words", 0, false);
    const bloom_shm_mapping_t *mapping = own->private_part->mapping;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), half = mapping->size_bytes / 2 / page * page;
    struct sigaction action = {.sa_handler = on_protected};
    CHECK(half > 0);
    sigaction(SIGSEGV, &action, NULL);
    protected_part = (uint8_t *)mapping->base + half;
    protected_bytes = mapping->size_bytes - half;
    mprotect(protected_part, protected_bytes, PROT_READ);
    must_add(own, 77);
    CHECK(has(own, 77));
    bloom_shm_filter_close(own);
}

/* Items in all slots, 100 in each, and it is time to rotate. */
static void fill_all_slots(void)
{
    for (uint64_t i = 0; i < 500; i++) {
        must_add(filter, 1000 + i);
        if (i % 100 == 99) {
            wait_us(WINDOW / 4 + SECOND);
        }
    }
    assert_int_equal(rotations(), 4);
}

/* Those within the window: of the last three slots. */
static void assert_items_stand(void)
{
    for (uint64_t i = 200; i < 500; i++) {
        assert_true(has(filter, 1000 + i));
    }
}

static void a_process_killed_while_it_clears_neither_forgets_nor_keeps(void **state)
{
    (void)state;
    fill_all_slots();
    on_protected = SIG_DFL;
    assert_int_equal(child_wait(child_start(clear_half, NULL)), 256 + SIGSEGV);
    assert_int_equal(rotations(), 4);
    assert_items_stand();
    must_add(filter, 1);
    assert_int_equal(rotations(), 5);
    assert_items_stand();
    assert_kept_and_forgotten(1);
    for (uint64_t i = 0; i < 100; i++) { /* the slot that was half cleared holds nothing of old */
        assert_false(has(filter, 1000 + i));
    }
}

static void a_process_stopped_while_it_clears_blocks_nobody_and_wipes_nothing(void **state)
{
    (void)state;
    int status;
    fill_all_slots();
    on_protected = stop_then_go_on;
    pid_t pid = child_start(clear_half, NULL);
    assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
    assert_true(WIFSTOPPED(status));
    for (uint64_t i = 0; i < 300; i++) { /* three windows without it */
        must_add(filter, 2000 + i);
        assert_true(has(filter, 2000 + i));
        assert_true(i < 99 || has(filter, 2000 + i - 99));
        wait_us(SECOND);
    }
    assert_int_equal(rotations(), 4);
    kill(pid, SIGCONT);
    assert_int_equal(child_wait(pid), 0);
    /* its own, and one more: the slot that it made room in was current when it was stopped */
    assert_int_equal(rotations(), 6);
    for (uint64_t i = 205; i < 300; i++) {
        assert_true(has(filter, 2000 + i));
    }
    assert_true(has(filter, 77));
    must_add(filter, 1);
    assert_kept_and_forgotten(1);
    assert_int_equal(live_slots(), 0);
}

/* -- many of them ---------------------------------------------------------------------------------------------------- */

#define PROCESS_COUNT 8
#define ITEMS_EACH 3000u
#define REMEMBERED 64u

static uint64_t *started;

/* Each turns the clock, so each rotates, and looks for what it added within the window. */
static void add_and_look(void *argument)
{
    uint64_t items[REMEMBERED], added_us[REMEMBERED], index;
    (void)argument;
    index = __atomic_fetch_add(started, 1, __ATOMIC_SEQ_CST);
    bloom_shm_filter_t *own = must_open("words", 0, false);
    for (uint64_t i = 0; i < ITEMS_EACH; i++) {
        items[i % REMEMBERED] = index << 32 | i;
        added_us[i % REMEMBERED] = bloom_os_monotonic_coarse_us();
        must_add(own, items[i % REMEMBERED]);
        wait_us(WINDOW / 300);
        for (uint64_t j = 0; j <= i && j < REMEMBERED; j += 9) {
            bool answer = has(own, items[j]);
            /* it may have expired during the lookup */
            CHECK(answer || bloom_os_monotonic_coarse_us() - added_us[j] > WINDOW);
        }
    }
    bloom_shm_filter_close(own);
}

static void processes_that_rotate_while_others_are_killed_lose_nothing(void **state)
{
    (void)state;
    pid_t pids[PROCESS_COUNT];
    uint64_t seed = 5;
    bloom_shm_filter_close(filter); /* children open it for themselves */
    bloom_store_shutdown();
    started = shared_memory(sizeof *started);
    for (size_t i = 0; i < PROCESS_COUNT; i++) {
        pids[i] = child_start(add_and_look, NULL);
    }
    for (unsigned round = 0; round < 50; round++) {
        pid_t victim = child_start(add_and_look, NULL);
        sleep_us((unsigned)(random_next(&seed) % 2000));
        child_kill(victim);
    }
    for (size_t i = 0; i < PROCESS_COUNT; i++) {
        assert_int_equal(child_wait(pids[i]), 0);
    }
    filter = must_open("words", 0, false);
    assert_true(rotations() > 0);
    assert_true(live_slots() <= 5);
    must_add(filter, 1);
    assert_kept_and_forgotten(1);
    assert_int_equal(live_slots(), 0);
}

#define ROTATION_TEST(test) cmocka_unit_test_setup_teardown(test, rotation_setup, rotation_teardown)

static const struct CMUnitTest tests[] = {
    ROTATION_TEST(any_process_rotates),
    ROTATION_TEST(it_rotates_once_in_a_generation),
    ROTATION_TEST(lookups_forget_though_nobody_rotates),
    ROTATION_TEST(no_step_of_the_wall_clock_forgets_or_keeps),
    ROTATION_TEST(a_process_killed_while_it_clears_neither_forgets_nor_keeps),
    ROTATION_TEST(a_process_stopped_while_it_clears_blocks_nobody_and_wipes_nothing),
    ROTATION_TEST(processes_that_rotate_while_others_are_killed_lose_nothing),
};

int main(void)
{
    ahead = shared_memory(sizeof *ahead);
    bloom_store_startup();
    directory_create(NULL);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    directory_remove();
    return failures != 0;
}
