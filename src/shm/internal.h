/*
 * What the parts of src/shm share among themselves: places, mappings, locks, and the steps of opening a
 * file. Not for other layers.
 */
#ifndef BLOOM_SHM_INTERNAL_H
#define BLOOM_SHM_INTERNAL_H

#include "shm/filter.h"
#include "shm/os.h"

#if defined(__GNUC__)
#define BLOOM_SHM_PRINTF(position, first) __attribute__((format(printf, position, first)))
#else
#define BLOOM_SHM_PRINTF(position, first)
#endif

/* -- errors (error.c) ----------------------------------------------------------------------------------- */

/* Fill in *error (which may be NULL) and return the status. */
bloom_shm_status_t bloom_shm_fail(bloom_shm_error_t *error, bloom_shm_status_t status,
                                  const char *path, const char *clause_format, ...)
    BLOOM_SHM_PRINTF(4, 5);
/* A status that fits the errno; `action` completes "the system refused to ...". */
bloom_shm_status_t bloom_shm_fail_system(bloom_shm_error_t *error, int system_errno,
                                         const char *path, const char *action);
bloom_shm_status_t bloom_shm_fail_image(bloom_shm_error_t *error, bloom_status_t image_status,
                                        const char *path);

/* -- places: where the versions of one filter lie (table.c) ---------------------------------------------- */

typedef struct bloom_shm_place {
    struct bloom_shm_place *next;
    uint64_t hash;
    uint32_t reference_count; /* handles, mappings, calls under way */
    bool is_named;
    bloom_shm_mapping_t *mappings;
    uint64_t
        next_recovery_us; /* monotonic; not before looks for a killed rebuilder's traces again */
    const char *directory;
    const char *name;           /* "" for a filter of the caller's path */
    const char *version_prefix; /* of versions' own files; the generation follows */
    const char *current;        /* the file newcomers open */
    char storage[];
} bloom_shm_place_t;

/* Like bloom_store_directory(), but fails unless it is an absolute path with room for a name. */
bloom_shm_status_t bloom_store_directory_absolute(const bloom_shm_options_t *options, char *buffer,
                                                  bloom_shm_error_t *error);

/*
 * The place of a name or a path, with a reference for the caller; NULL with *error filled in. Checks the form
 * of name or path only.
 */
bloom_shm_place_t *bloom_place_acquire(const bloom_shm_options_t *options, const char *name,
                                       const char *path, bloom_shm_error_t *error);
void bloom_place_retain(bloom_shm_place_t *place);
void bloom_place_release(bloom_shm_place_t *place);
/* buffer: BLOOM_SHM_PATH_BYTES; paths are short enough by construction. */
void bloom_place_version_path(const bloom_shm_place_t *place, uint64_t generation, char *buffer);

/* -- mappings (table.c) ---------------------------------------------------------------------------------- */

struct bloom_shm_mapping {
    struct bloom_shm_mapping *next; /* of the place */
    bloom_shm_place_t *place;       /* referenced */
    uint32_t reference_count;
    uint64_t idle_since_us; /* coarse monotonic; valid while unreferenced */
    uint64_t device;
    uint64_t inode;
    void *base;
    size_t size_bytes;
    bool is_read_only;
    bool is_in_memory;  /* nothing to flush */
    bool has_lost_name; /* the file was deleted or replaced: no request to come can want it */
    bloom_filter_t filter;
    bloom_provenance_t provenance;
};

/* Both with a reference for the caller, or NULL. */
bloom_shm_mapping_t *bloom_mapping_find(bloom_shm_place_t *place, uint64_t device, uint64_t inode);
bloom_shm_mapping_t *bloom_mapping_find_version(bloom_shm_place_t *place, uint64_t lineage,
                                                uint64_t generation);
/*
 * Gives a new mapping (heap, one reference) to the table. If another thread was faster the new one is unmapped and
 * the other is returned, with a reference.
 */
bloom_shm_mapping_t *bloom_mapping_insert(bloom_shm_place_t *place, bloom_shm_mapping_t *mapping);
/* Its memory is given back with the last reference, not kept for the next request. */
void bloom_mapping_lose_name(bloom_shm_mapping_t *mapping);
void bloom_mapping_retain(bloom_shm_mapping_t *mapping);
void bloom_mapping_release(bloom_shm_mapping_t *mapping);
/* Unmaps and frees one that was never inserted. */
void bloom_mapping_destroy(bloom_shm_mapping_t *mapping);
/* Number and bytes of this process's mappings. */
void bloom_mapping_totals(uint64_t *count, uint64_t *bytes);

BLOOM_INLINE uint64_t *bloom_mapping_state(const bloom_shm_mapping_t *mapping)
{
    return bloom_state_word(mapping->filter.header);
}
BLOOM_INLINE uint64_t bloom_mapping_word(const bloom_shm_mapping_t *mapping)
{
    return bloom_load_acquire(bloom_mapping_state(mapping));
}
BLOOM_INLINE uint64_t bloom_mapping_process(const bloom_shm_mapping_t *mapping, unsigned index)
{
    return bloom_load_relaxed(&mapping->filter.header->process[index]);
}
BLOOM_INLINE uint64_t bloom_mapping_lineage(const bloom_shm_mapping_t *mapping)
{
    return bloom_mapping_process(mapping, BLOOM_PROCESS_LINEAGE);
}

/* What a kind is told about its circumstances; for images of its own, and where it need not wait for anyone. */
BLOOM_INLINE bloom_context_t bloom_shared_context(void)
{
    bloom_context_t context = {.is_shared = true, .monotonic_us = bloom_os_monotonic_coarse_us()};
    return context;
}

/* -- handles (table.c keeps the list, filter.c the rest) --------------------------------------------------- */

struct bloom_shm_filter_private {
    bloom_shm_filter_t *next, *previous; /* all handles of the process */
    bloom_shm_place_t *place;
    bloom_shm_mapping_t
        *mapping;  /* of the version in use; kept, unused, while vanished. NULL: never */
    uint64_t word; /* the mapping's, when it was last found to be the newest */
    bloom_shm_mapping_t *successor; /* the version being built as last seen, for adds to both */
    bloom_shm_options_t options;    /* directory NULL: the place knows */
    uint16_t kind;
    uint64_t next_statistics_us; /* coarse monotonic: statistics are due */
    bool is_vanished;
    bool is_discarded;
    bool is_next;                   /* the version a rebuild fills: not to be looked up by name */
    bloom_shm_error_t vanished;     /* why there is no version to look at */
    uint64_t next_check_us;         /* coarse monotonic: revalidation is due */
    uint64_t last_tick_us;          /* when the clock was looked at */
    uint64_t next_attach_us;        /* vanished: not before */
    struct bloom_shm_work *load;    /* under way by this handle */
    struct bloom_shm_work *next_of; /* the rebuild whose next version this is */
};

void bloom_handle_register(bloom_shm_filter_t *filter);
void bloom_handle_unregister(bloom_shm_filter_t *filter);

/* Follows switches and attaches again, as before every change. NULL with *error filled in if nothing can be changed. */
bloom_shm_mapping_t *bloom_handle_writable(bloom_shm_filter_t *filter, bloom_shm_error_t *error);
/* Points the handle at another mapping, of which it takes over the caller's reference. */
void bloom_handle_use(bloom_shm_filter_t *filter, bloom_shm_mapping_t *mapping);
/* A handle on a mapping whose reference it takes over; NULL and the reference released if memory is short. */
bloom_shm_filter_t *bloom_handle_create(bloom_shm_place_t *place, bloom_shm_mapping_t *mapping,
                                        const bloom_shm_options_t *options);

/* -- locks (lock.c) --------------------------------------------------------------------------------------- */

/* An open descriptor on which a lock is or will be held. A forked child closes its copy at once. */
struct bloom_shm_lock {
    int fd;
    int64_t pid;
    struct bloom_shm_lock *next, *previous;
};

int bloom_lock_open(bloom_shm_lock_t *lock, const char *path, bloom_os_open_t how);
/* EAGAIN if it was not free within timeout_ms. */
int bloom_lock_take(bloom_shm_lock_t *lock, bloom_os_lock_t which, uint32_t timeout_ms);
int bloom_lock_take_directory(bloom_shm_lock_t *lock, uint32_t timeout_ms);
void bloom_lock_close(bloom_shm_lock_t *lock); /* also one that is closed */
bool bloom_lock_is_ours(const bloom_shm_lock_t *lock);
/* In a forked child, with the mutex held. */
void bloom_lock_forget_all(void);

/*
 * The directory's lock: whoever gives a name to a file, or takes one away, holds it from the check to the deed.
 * Held for microseconds.
 */
bloom_shm_status_t bloom_place_lock_names(bloom_shm_place_t *place, uint32_t timeout_ms,
                                          bloom_shm_lock_t *lock, bloom_shm_error_t *error);

/* A mapped image's file, wherever it is called now, open for writing; VANISHED if nowhere. */
bloom_shm_status_t bloom_mapping_open_file(const bloom_shm_mapping_t *mapping,
                                           bloom_shm_lock_t *lock, bloom_shm_error_t *error);

/*
 * The control lock of a mapped image, wherever its file is called now: VANISHED if nowhere; BUSY at once if a
 * loader or rebuilder has it; TIMEOUT after timeout_ms.
 */
bloom_shm_status_t bloom_mapping_lock(bloom_shm_mapping_t *mapping, bloom_os_lock_t which,
                                      uint32_t timeout_ms, bloom_shm_lock_t *lock,
                                      bloom_shm_error_t *error);

/*
 * The same for the place's newest version, which is returned with a reference: renames that a killed process
 * left undone are done, and what a killed rebuilder announced is taken back. timeout_ms bounds the wait for
 * short holders only.
 */
bloom_shm_status_t bloom_place_lock_current(bloom_shm_place_t *place,
                                            const bloom_shm_options_t *options,
                                            bloom_shm_operation_t operation, bloom_shm_lock_t *lock,
                                            bloom_shm_mapping_t **mapping,
                                            bloom_shm_error_t *error);
/* Writes down who is at it; `operation` NONE: nobody any more. */
void bloom_mapping_note_operation(bloom_shm_mapping_t *mapping, bloom_shm_operation_t operation);

/* -- files (file.c) ---------------------------------------------------------------------------------------- */

typedef struct bloom_shm_directory {
    bloom_os_stat_t stat;
    bloom_os_filesystem_t filesystem;
    bool is_group_shared; /* its group may create files: they trust each other */
} bloom_shm_directory_t;

/* Owner, mode and kind of directory. may_create makes the default one. */
bloom_shm_status_t bloom_directory_check(const bloom_shm_place_t *place, bool may_create,
                                         bloom_shm_directory_t *directory,
                                         bloom_shm_error_t *error);

/* Kind of filesystem. accepts_overlay: the file will be opened for writing by everyone who writes. */
bloom_shm_status_t bloom_filesystem_check(const bloom_os_filesystem_t *filesystem, const char *path,
                                          bool accepts_overlay, bloom_shm_error_t *error);

/* Opens, checks and maps a file of the place and gives it to the table; *mapping gets a reference. */
bloom_shm_status_t bloom_file_map(bloom_shm_place_t *place, const char *path,
                                  const bloom_shm_options_t *options, bloom_shm_mapping_t **mapping,
                                  bloom_shm_error_t *error);

/* A planned geometry as shared images have it: with room for all layers it can ever have. */
bloom_status_t bloom_geometry_share(const bloom_geometry_t *planned, bloom_geometry_t *shared);
/* Bytes of a shared image's file that need storage while `layer_count` layers are in use; 0: not that many. */
uint64_t bloom_geometry_stored_bytes(const bloom_geometry_t *shared, uint32_t layer_count);
/* The same for an image as it is now. */
uint64_t bloom_filter_stored_bytes(const bloom_filter_t *filter);

/* Makes room for one more layer than `used` and counts it in; OK if someone else did. */
bloom_shm_status_t bloom_mapping_grow(bloom_shm_mapping_t *mapping, uint32_t used,
                                      const bloom_shm_options_t *options, bloom_shm_error_t *error);

/* What a new image begins with. */
typedef struct bloom_shm_origin {
    const bloom_geometry_t *geometry;
    bloom_provenance_t provenance;
    uint64_t lineage;
    uint64_t last_generation;
    uint64_t state; /* of the state word */
} bloom_shm_origin_t;

/*
 * Allocates, maps and initializes an image in an open empty file. The mapping is not in the table: its file
 * still has to get its name, or loses it.
 */
bloom_shm_status_t bloom_file_fill(bloom_shm_place_t *place, int fd, const char *path,
                                   const bloom_shm_directory_t *directory,
                                   const bloom_shm_options_t *options,
                                   const bloom_shm_origin_t *origin, bloom_shm_mapping_t **mapping,
                                   bloom_shm_error_t *error);

/* Creates and publishes the first version. OK also if another process was faster: the caller looks again. */
bloom_shm_status_t bloom_file_create(bloom_shm_place_t *place, const bloom_shm_options_t *options,
                                     const bloom_geometry_t *geometry, bool has_loader,
                                     bloom_shm_error_t *error);

/* OVER_LIMIT if the directory's files, extra_bytes included, exceed options->max_bytes; names locked. */
bloom_shm_status_t bloom_directory_check_limit(const bloom_shm_place_t *place,
                                               const bloom_shm_options_t *options,
                                               uint64_t extra_bytes, bloom_shm_error_t *error);
/* Files that a killed creator left behind; names locked. */
void bloom_directory_remove_stale(const bloom_shm_place_t *place);
/* base.<generation> of versions that nobody is building; control lock and names locked. */
void bloom_place_remove_versions(const bloom_shm_place_t *place);

/* Allocated bytes and number of NAME.bloom files of a directory. */
int bloom_directory_sum(const char *directory, uint64_t *bytes, uint64_t *filter_count);

/* Unlinks path if it is still that file; names locked. */
void bloom_file_unlink_if(const char *path, uint64_t device, uint64_t inode);

/* -- finding the version in use (resolve.c) ------------------------------------------------------------------ */

typedef enum bloom_resolve_flags {
    BLOOM_RESOLVE_QUICKLY = 0, /* from a lookup: waits for no lock */
    BLOOM_RESOLVE_REPAIR = 1,  /* may wait for short locks to mend what killed processes left */
    BLOOM_RESOLVE_ACCEPT_UNCLEAN =
        2 /* a loader will follow: an unflushed image is opened not ready */
} bloom_resolve_flags_t;

/* A file under the place's name that no lookup can use any more, in the way of a new one. */
typedef struct bloom_shm_remains {
    bool is_dropped;
    bool is_broken; /* its successor went live and is gone */
    uint64_t device;
    uint64_t inode;
} bloom_shm_remains_t;

/*
 * The newest version, with a reference. NOT_FOUND if there is none, UNCLEAN if it was lost; *remains (if not
 * NULL) then says what is in the way.
 */
bloom_shm_status_t bloom_place_resolve(bloom_shm_place_t *place, const bloom_shm_options_t *options,
                                       unsigned flags, bloom_shm_mapping_t **mapping,
                                       bloom_shm_remains_t *remains, bloom_shm_error_t *error);

/* The version that a state word of `mapping` links to, by its own name; NOT_FOUND if that is gone or another's. */
bloom_shm_status_t bloom_mapping_open_successor(bloom_shm_mapping_t *mapping, uint64_t generation,
                                                const bloom_shm_options_t *options,
                                                bloom_shm_mapping_t **successor,
                                                bloom_shm_error_t *error);

/* Gives a live successor the place's name if a killed rebuilder could not. False: not done, no harm. */
bool bloom_place_complete_rename(bloom_shm_place_t *place, uint64_t device, uint64_t inode,
                                 uint64_t generation, uint32_t timeout_ms);

/* Takes back what a killed rebuilder announced, and removes its file. Waits for nothing; from lookups at most once a second. */
void bloom_mapping_recover(bloom_shm_mapping_t *mapping, bool is_lookup);

/* Takes back what a killed rebuilder announced; the control lock is held. */
void bloom_mapping_retract_link(bloom_shm_mapping_t *mapping);

/* Whether the image was last used in this boot and under this inode. */
bool bloom_mapping_is_settled(const bloom_shm_mapping_t *mapping);
/* Whether what it says can be believed: it is settled, or was flushed before. */
bool bloom_mapping_is_credible(const bloom_shm_mapping_t *mapping);
/* Settles it; the control lock is held. What was not flushed is not ready any more. */
int bloom_mapping_settle(bloom_shm_mapping_t *mapping);

/* -- durability (durability.c) --------------------------------------------------------------------------------- */

/* After an OR and the fence: makes sure the disk no longer says CLEAN. 0 or an errno. */
int bloom_mapping_mark_dirty(bloom_shm_mapping_t *mapping);
/* FLUSHING, payload, CLEAN, header; the flush lock is held or the image is nobody else's yet. */
int bloom_mapping_flush(bloom_shm_mapping_t *mapping);
int bloom_mapping_sync_header(bloom_shm_mapping_t *mapping);

/* -- loading and rebuilding (rebuild.c) -------------------------------------------------------------------------- */

/* A load or a rebuild under way: it belongs to one thread of one process, and holds the control lock. */
struct bloom_shm_work {
    struct bloom_shm_work *next, *previous;
    int64_t pid;
    uintptr_t thread;
    bloom_shm_lock_t lock;
    bloom_shm_mapping_t *mapping; /* of the locked version; referenced */
    bloom_shm_filter_t
        *filter; /* load: the handle being loaded; rebuild: the next version's, NULL once closed */
    bool is_rebuild;
    bool is_taken;    /* rebuild: the next version's handle is the caller's */
    bool has_strayed; /* load: the handle left the version while it was being loaded */
    bloom_shm_mapping_t *next_mapping; /* rebuild; referenced */
    uint64_t generation;
    uint64_t started_us;
    bloom_shm_options_t options;
};

/* The handle of a rebuild's next version is being closed. */
void bloom_work_forget_filter(struct bloom_shm_work *work);

#endif
