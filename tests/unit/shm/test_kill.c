/* SIGKILL at random instants of everything that processes do with shared filters, of every kind. */
#include "victims.h"

/* Enough to be killed in the middle of. */
#define VICTIMS_ITEMS 200u
#if defined(__SANITIZE_ADDRESS__) /* forking takes its time */
#define ROUNDS 15u
#else
#define ROUNDS 50u
#endif

static void be_victim(void *trial)
{
    trial_open(trial);
    trial_run(trial);
}

static void killed_at_random_instants(void **state)
{
    const operation_t *operation = operation_of(state);
    trial_t *trial = trial_create(operation);
    uint64_t seed = 4711, longest_us = 500;
    unsigned rounds = is_large() ? 1000 : operation->is_on_disk ? 10 : ROUNDS, killed = 0;
    for (unsigned round = 0; round < rounds; round++) {
        int status;
        pid_t judge = trial_begin(trial, VICTIMS_ITEMS);
        uint64_t start_us = bloom_os_monotonic_us();
        pid_t victim = child_start(be_victim, trial);
        if (round % 20 == 0) { /* how long it takes undisturbed */
            assert_int_equal(child_wait(victim), 0);
            longest_us = (longest_us + bloom_os_monotonic_us() - start_us) / 2;
        } else {
            /* busy: sleeping rounds up */
            uint64_t until_us = start_us + random_next(&seed) % (longest_us + 1);
            while (bloom_os_monotonic_us() < until_us) {
            }
            kill(victim, SIGKILL);
            status = child_wait(victim);
            assert_true(status == 0 || status == 256 + SIGKILL);
            killed += status != 0;
        }
        if (!trial_end(trial, judge)) {
            fail_msg("round %u: killed after %" PRIu64 " of %u adds", round,
                     trial->progress.acknowledged, VICTIMS_ITEMS);
        }
    }
    print_message("killed %u times\n", killed);
    assert_true(killed > 0);
    munmap(trial, sizeof *trial);
}

int main(void)
{
    kill_tests_add("killed at random instants", killed_at_random_instants, operations,
                   COUNT_OF(operations));
    return kill_tests_run();
}
