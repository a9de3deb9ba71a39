/*
 * PHP in several threads of one process, as in threaded servers: threads PHP.INI SCRIPT CHECK THREADS ROUNDS, where
 * paths are absolute
 *
 * Every thread runs SCRIPT as ROUNDS requests, with the constants THREAD and ROUND; when all have ended, CHECK runs
 * once. Fails if any of them ends with another status than 0.
 */
#include <pthread.h>
#include <stdlib.h>

#include <sapi/embed/php_embed.h>

static const char *script;
static long rounds;
static pthread_barrier_t start;

static int run(const char *path, long thread, long round)
{
    volatile int status = -1;
    char constants[64];
    zend_file_handle file;
    if (php_request_startup() == FAILURE) {
        return -1;
    }
    snprintf(constants, sizeof constants, "const THREAD = %ld, ROUND = %ld;", thread, round);
    zend_stream_init_filename(&file, path);
    zend_first_try
    {
        zend_eval_string(constants, NULL, "constants");
        php_execute_script(&file);
        status = EG(exit_status);
    }
    zend_end_try();
    zend_destroy_file_handle(&file);
    php_request_shutdown(NULL);
    return status;
}

static void *work(void *argument)
{
    long thread = (long)argument, failures = 0;
    (void)ts_resource(0);
    pthread_barrier_wait(&start);
    for (long round = 0; round < rounds; round++) {
        failures += run(script, thread, round) != 0;
    }
    ts_free_thread();
    return (void *)failures;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: %s PHP.INI SCRIPT CHECK THREADS ROUNDS\n", argv[0]);
        return 2;
    }
    long thread_count = strtol(argv[4], NULL, 10), failures = 0;
    script = argv[2];
    rounds = strtol(argv[5], NULL, 10);
    php_embed_module.php_ini_path_override = argv[1];
    if (php_embed_init(1, argv) == FAILURE) {
        return 2;
    }
    php_request_shutdown(NULL);

    pthread_t *threads = calloc((size_t)thread_count, sizeof *threads);
    pthread_barrier_init(&start, NULL, (unsigned)thread_count);
    for (long i = 0; i < thread_count; i++) {
        if (pthread_create(&threads[i], NULL, work, (void *)i) != 0) {
            return 2;
        }
    }
    for (long i = 0; i < thread_count; i++) {
        void *result;
        pthread_join(threads[i], &result);
        failures += (long)result;
    }
    failures += run(argv[3], thread_count, rounds) != 0;
    free(threads);
    php_request_startup(); /* which php_embed_shutdown() ends */
    php_embed_shutdown();
    printf("%ld threads, %ld requests each: %ld failed\n", thread_count, rounds, failures);
    return failures != 0;
}
