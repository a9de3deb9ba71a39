/*
 * SIGKILL after any instruction of everything that processes do with shared filters, of every kind. A victim is
 * traced from system call to system call, and between them instruction by instruction; where it has changed a byte that
 * others see (a file, a name, an acknowledgement) or has reached a system call, another one is killed, and judged. Instructions
 * that change nothing need no kill of their own: what is left is the same as after the one before.
 *
 * Some are only stopped at first, while others look up, add and try for the lock that the victim may have. Likewise they are
 * stopped while the filter is rebuilt, and go on.
 *
 * Without BLOOM_TEST_KILLS=1 a sample, from a fixed seed, of the instructions and of the kills.
 */
#include "victims.h"

#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/user.h>

#include "core/checksum.h"

#define VICTIMS_ITEMS 4u
#if defined(__SANITIZE_ADDRESS__) /* many times the instructions */
#define KILLS_SAMPLED 8u
static const bool walks_everywhere = false;
#else
#define KILLS_SAMPLED 16u
static const bool walks_everywhere = true;
#endif
#define INTERRUPTIONS_SAMPLED 40u
/* Of a way between two system calls. Longer ones are numerical, with nothing that others see. */
#define WAY_LONGEST 300000u
#define WAY_SAMPLED 6000u

/* -- tracing ------------------------------------------------------------------------------------------------ */

#if defined(__x86_64__) && \
    !defined(__SANITIZE_THREAD__) /* whose every access is hundreds of instructions */
/* The traced process is a fork of this one: its code is where ours is. */
static bool is_at_system_call(pid_t pid)
{
    uintptr_t address =
        (uintptr_t)ptrace(PTRACE_PEEKUSER, pid, offsetof(struct user_regs_struct, rip), NULL);
    const uint8_t *code = (const uint8_t *)address;
    return code[0] == 0x0f && code[1] == 0x05;
}
static const bool knows_instructions = true;
#else
static bool is_at_system_call(pid_t pid)
{
    (void)pid;
    return true;
}
static const bool knows_instructions = false;
#endif

static bool can_trace(void)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        _exit(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 ? 0 : 1);
    }
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Stopped before it does anything. */
static pid_t victim_start(trial_t *trial)
{
    int status;
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        trial_open(trial);
        CHECK(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
        raise(SIGSTOP);
        trial_run(trial);
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSTOPPED(status));
    assert_int_equal(ptrace(PTRACE_SETOPTIONS, pid, NULL, PTRACE_O_EXITKILL), 0);
    return pid;
}

/* One system call's beginning or end further, or one instruction. False: it has come to its end. */
static bool victim_continue(pid_t pid, bool is_step)
{
    int status;
    assert_int_equal(ptrace(is_step ? PTRACE_SINGLESTEP : PTRACE_SYSCALL, pid, NULL, NULL), 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status)) {
        assert_int_equal(WEXITSTATUS(status), 0);
        return false;
    }
    assert_true(WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP);
    return true;
}

/* -- what others see ------------------------------------------------------------------------------------------ */

#define FILES_MAX 8
/* Files that grow are longer, but empty there: these tests' layers end before. */
#define SEEN_BYTES 32768u

static int seen_files[FILES_MAX];
static size_t seen_count;
static XXH64_hash_t seen_names;

static bool see_entry(const char *name, void *argument)
{
    char path[BLOOM_SHM_PATH_BYTES];
    (void)argument;
    path_of(path, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    struct stat file;
    if (fd >= 0 && fstat(fd, &file) == 0) {
        assert_true(seen_count < FILES_MAX);
        seen_files[seen_count++] = fd;
        /* in any order */
        seen_names += XXH3_64bits_withSeed(name, strlen(name), file.st_ino) +
                      (uint64_t)file.st_blocks + (uint64_t)file.st_size * 31;
    }
    return true;
}

static void unsee(void)
{
    while (seen_count > 0) {
        close(seen_files[--seen_count]);
    }
}

/* A number that differs if others can see a difference. Names change in system calls only. */
static XXH64_hash_t see(const trial_t *trial, bool may_have_other_names)
{
    static uint8_t bytes[SEEN_BYTES];
    if (may_have_other_names) {
        unsee();
        seen_names = 0;
        bloom_os_list(directory, see_entry, NULL);
    }
    XXH64_hash_t sum = seen_names;
    for (size_t i = 0; i < seen_count; i++) {
        ssize_t length = pread(seen_files[i], bytes, sizeof bytes, 0);
        assert_true(length >= 0);
        sum += XXH3_64bits(bytes, (size_t)length);
    }
    return XXH3_64bits_withSeed(&trial->progress, sizeof trial->progress, sum);
}

/* -- where to kill ---------------------------------------------------------------------------------------------- */

/* After so many stops at system calls, and then so many instructions. */
typedef struct position {
    unsigned stop;
    unsigned step;
} position_t;

#define POSITIONS_MAX 20000u
#define STOPS_MAX 4000u

static position_t positions[POSITIONS_MAX];
static size_t position_count;
static bool is_way_changing[STOPS_MAX];

static void note_position(unsigned stop, unsigned step)
{
    assert_true(position_count < POSITIONS_MAX);
    positions[position_count++] = (position_t){stop, step};
}

/* Between which stops others see a change. */
static void find_changing_ways(trial_t *trial)
{
    pid_t judge = trial_begin(trial, VICTIMS_ITEMS);
    pid_t victim = victim_start(trial);
    XXH64_hash_t before = see(trial, true);
    for (unsigned stop = 0; victim_continue(victim, false); stop++) {
        assert_true(stop < STOPS_MAX);
        XXH64_hash_t after = see(trial, true);
        is_way_changing[stop] = after != before;
        before = after;
    }
    unsee();
    assert_true(trial_end(trial, judge));
}

/* Walks through it once. Returns the number of instructions. */
static uint64_t find_positions(trial_t *trial)
{
    uint64_t step_count = 0;
    bool is_running = true;
    position_count = 0;
    pid_t judge = trial_begin(trial, VICTIMS_ITEMS);
    pid_t victim = victim_start(trial);
    XXH64_hash_t before = see(trial, true);
    note_position(0, 0);
    for (unsigned stop = 0; is_running; stop++) {
        assert_true(stop < STOPS_MAX);
        bool is_after_call = stop % 2 == 0; /* the first one is no call's */
        bool is_walked =
            is_after_call && knows_instructions && (is_large() || is_way_changing[stop]);
        unsigned longest = is_large() ? WAY_LONGEST : WAY_SAMPLED;
        for (unsigned step = 1; is_walked && step < longest && !is_at_system_call(victim); step++) {
            assert_true(victim_continue(victim, true));
            step_count++;
            XXH64_hash_t after = see(trial, false);
            if (after != before) {
                note_position(stop, step);
                before = after;
            }
        }
        is_running = victim_continue(victim, false);
        if (is_running) {
            before = see(trial, true);
            note_position(stop + 1, 0);
        }
    }
    unsee();
    assert_true(trial_end(trial, judge));
    return step_count;
}

/* -- killing ------------------------------------------------------------------------------------------------------ */

/* False if it came to its end before. */
static bool victim_continue_to(pid_t pid, position_t position)
{
    bool is_running = true;
    for (unsigned stop = 0; is_running && stop < position.stop; stop++) {
        is_running = victim_continue(pid, false);
    }
    for (unsigned step = 0; is_running && step < position.step; step++) {
        is_running = victim_continue(pid, true);
    }
    return is_running;
}

/* Others may see it stopped there before, with the locks that it has. */
static bool kill_at(trial_t *trial, position_t position, bool is_stopped_before)
{
    pid_t judge = trial_begin(trial, VICTIMS_ITEMS);
    pid_t victim = victim_start(trial);
    bool is_running = victim_continue_to(victim, position);
    if (is_running && is_stopped_before) {
        signal_event(&trial->is_stopped, 1);
        while (event_value(&trial->is_stopped) == 1 && waitpid(judge, NULL, WNOHANG) == 0) {
            sleep_us(100);
        }
    }
    if (is_running) {
        child_kill(victim);
    }
    if (!trial_end(trial, judge)) {
        fail_msg("killed at stop %u, step %u: %" PRIu64 " adds and %" PRIu64
                 " removes acknowledged, committed: %" PRIu64,
                 position.stop, position.step, trial->progress.acknowledged,
                 trial->progress.removed, trial->progress.is_committed);
    }
    return is_running;
}

static void killed_after_any_instruction(void **state)
{
    const operation_t *operation = operation_of(state);
    if (!can_trace()) {
        print_message("SKIPPED: this system does not let processes be traced\n");
        skip();
    }
    trial_t *trial = trial_create(operation);
    find_changing_ways(trial);
    uint64_t step_count = find_positions(trial), seed = 7;
    size_t left = position_count, wanted = is_large() ? position_count : KILLS_SAMPLED;
    size_t tries = 0, kills = 0;
    for (size_t i = 0; i < position_count; i++, left--) {
        /* each subset of that size is as likely */
        if (random_next(&seed) % left < wanted - tries) {
            kills += kill_at(trial, positions[i], tries % 4 == 0);
            tries++;
        }
    }
    print_message("%" PRIu64 " instructions%s, %zu places, killed at %zu\n", step_count,
                  knows_instructions ? "" : " (SKIPPED on this processor: system calls only)",
                  position_count, kills);
    assert_true(kills > 0 && kills + 1 >= tries * 9 / 10);
    assert_true(kills > 3 || !knows_instructions); /* some make no system call */
    munmap(trial, sizeof *trial);
}

/* -- stopped while others switch ------------------------------------------------------------------------------------ */

/* All instructions up to its end, those that change nothing too: what has been read is what counts. */
static size_t find_all_positions(trial_t *trial)
{
    bool is_running = true;
    position_count = 0;
    pid_t judge = trial_begin(trial, 1);
    pid_t victim = victim_start(trial);
    for (unsigned stop = 0; is_running; stop++) {
        bool is_walked = stop % 2 == 0 && knows_instructions && walks_everywhere;
        for (unsigned step = 0; step == 0 || (is_walked && !is_at_system_call(victim)); step++) {
            note_position(stop, step);
            if (is_walked) {
                assert_true(victim_continue(victim, true));
            }
        }
        is_running = victim_continue(victim, false);
    }
    assert_true(trial_end(trial, judge));
    return position_count;
}

static void interrupt_at(trial_t *trial, position_t position, uint64_t interruption)
{
    pid_t judge = trial_begin(trial, 1);
    pid_t victim = victim_start(trial);
    if (victim_continue_to(victim, position)) {
        signal_event(&trial->progress.is_interrupted, interruption);
        await_event(&trial->is_interrupted, 1);
        assert_int_equal(ptrace(PTRACE_DETACH, victim, NULL, NULL), 0);
        if (child_wait(victim) != 0) {
            fail_msg("interrupted in manner %" PRIu64 " at stop %u, step %u", interruption,
                     position.stop, position.step);
        }
    }
    if (!trial_end(trial, judge)) {
        fail_msg("interrupted in manner %" PRIu64 " at stop %u, step %u: the judge is not content",
                 interruption, position.stop, position.step);
    }
}

static void interrupted_after_any_instruction(void **state)
{
    const operation_t *operation = operation_of(state);
    if (!can_trace()) {
        print_message("SKIPPED: this system does not let processes be traced\n");
        skip();
    }
    trial_t *trial = trial_create(operation);
    size_t count = find_all_positions(trial),
           stride = is_large() ? 1 : count / INTERRUPTIONS_SAMPLED + 1;
    uint64_t seed = 8, interruption = 0;
    for (size_t i = (size_t)random_next(&seed) % stride; i < count; i += stride) {
        interrupt_at(trial, positions[i], 1 + interruption++ % INTERRUPTION_MANNERS);
    }
    print_message("%zu places\n", count);
    munmap(trial, sizeof *trial);
}

int main(void)
{
    kill_tests_add("killed after any instruction", killed_after_any_instruction, operations,
                   COUNT_OF(operations));
    kill_tests_add("stopped after any instruction while the filter is rebuilt",
                   interrupted_after_any_instruction, interruptible, COUNT_OF(interruptible));
    return kill_tests_run();
}
