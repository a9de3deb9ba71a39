/*
 * The store: a directory of named filters, and what this process knows of it. Every process that uses the
 * same directory sees the same filters.
 *
 * NAME.bloom is the current version of a named filter, NAME.<generation> one that is being built or has just
 * gone live. Filters of the caller's own path have PATH and PATH.bloom-<generation>.
 */
#ifndef BLOOM_SHM_STORE_H
#define BLOOM_SHM_STORE_H

#include "core/image.h"
#include "shm/error.h"

#define BLOOM_SHM_NAME_LENGTH_MAX 64

/* How to work; strings and key are borrowed for the call, the key also by the filters opened with it. */
typedef struct bloom_shm_options {
    const char *
        directory; /* of named filters; NULL or "": the user's own one in memory, made on first use */
    uint64_t max_bytes;       /* for all files of the directory together; 0: no limit */
    uint32_t lock_timeout_ms; /* longest wait for a lock */
    uint32_t load_retry_ms;   /* pause after a failed load */
    uint32_t revalidate_ms;   /* lookups notice a deleted file after this; 0: only opening does */
    bool counts_statistics;   /* whether lookups are added to the file's statistics */
    const bloom_hash_key_t *key;
} bloom_shm_options_t;

/* [A-Za-z0-9_.-]{1,64}, not starting with a dot. */
bool bloom_store_is_name(const char *name, size_t length);

/* The directory in use: the configured one or the default. `buffer` has BLOOM_SHM_PATH_BYTES. */
void bloom_store_directory(const bloom_shm_options_t *options, char *buffer);

/* Whether a filter of that name, usable or not, exists and has not been dropped; opens nothing for writing. */
bloom_shm_status_t bloom_store_exists(const bloom_shm_options_t *options, const char *name,
                                      bool *exists, bloom_shm_error_t *error);

/*
 * Calls visit with the name of every filter of the directory, in no order, until it returns false. A
 * directory that does not exist has none.
 */
bloom_shm_status_t bloom_store_list(const bloom_shm_options_t *options,
                                    bool (*visit)(const char *name, void *argument), void *argument,
                                    bloom_shm_error_t *error);

/*
 * Removes a named filter. BLOOM_SHM_NOT_FOUND if there was none. Waits for no loader or rebuild: theirs
 * fail. Processes that hold the filter attach by name again, or answer "might be present".
 */
bloom_shm_status_t bloom_store_drop(const bloom_shm_options_t *options, const char *name,
                                    bloom_shm_error_t *error);

/*
 * Looks in the default directories of other users for a filter of that name; for messages. True with the
 * directory in `buffer` (BLOOM_SHM_PATH_BYTES) if one can be seen.
 */
bool bloom_store_find_elsewhere(const bloom_shm_options_t *options, const char *name, char *buffer);

typedef struct bloom_store_usage {
    char directory[BLOOM_SHM_PATH_BYTES];
    char filesystem[32]; /* "tmpfs", "ext4", ...; a number where the name is not known */
    bool exists;         /* false: nothing has been created yet, the rest is zero */
    uint64_t filter_count;
    uint64_t
        used_bytes; /* allocated, versions being built and temporaries included; orphans cannot be seen */
    uint64_t filesystem_bytes;
    uint64_t available_bytes;
    uint64_t max_bytes;    /* as configured; 0: no limit */
    uint64_t mapped_bytes; /* by this process */
    uint64_t mapping_count;
} bloom_store_usage_t;

bloom_shm_status_t bloom_store_usage(const bloom_shm_options_t *options, bloom_store_usage_t *usage,
                                     bloom_shm_error_t *error);

/*
 * Once per process, before any filter and any thread: fork handlers. May be called again without effect.
 * bloom_store_shutdown() unmaps everything; no filter may be open then. Files stay.
 */
void bloom_store_startup(void);
void bloom_store_shutdown(void);

/* At the start of each request (FPM) or now and then (workers): returns the memory of versions that nobody here uses any more. */
void bloom_store_sweep(void);

#endif
