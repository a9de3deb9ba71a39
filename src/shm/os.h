/*
 * The operating system as shared storage needs it. Everything that differs between systems is behind these
 * functions: os_posix.c, and os_windows.c, which refuses. Functions returning int return 0 or an errno.
 */
#ifndef BLOOM_SHM_OS_H
#define BLOOM_SHM_OS_H

#include "core/compiler.h"

/* Whether this platform has shared storage at all; false makes every call UNSUPPORTED. */
bool bloom_os_is_supported(void);

/* -- files: never followed if a symbolic link, closed on exec, never blocking in open ------------------ */

typedef enum bloom_os_open {
    BLOOM_OS_READ,
    BLOOM_OS_READ_WRITE,
    BLOOM_OS_CREATE,     /* read and write; made with mode 0600 if missing */
    BLOOM_OS_CREATE_NEW, /* the same, EEXIST if there is one */
    BLOOM_OS_DIRECTORY
} bloom_os_open_t;

typedef struct bloom_os_stat {
    uint64_t device;
    uint64_t inode;
    uint64_t size_bytes;
    uint64_t allocated_bytes;
    uint64_t link_count;
    uint32_t mode; /* the lower 12 bits, as in chmod(2) */
    uint32_t uid;
    uint32_t gid;
    bool is_regular;
    bool is_directory;
    bool is_symlink;
} bloom_os_stat_t;

int bloom_os_open(const char *path, bloom_os_open_t how, int *fd);
void bloom_os_close(int fd);
int bloom_os_stat_path(const char *path, bloom_os_stat_t *stat); /* of a link itself */
int bloom_os_stat_file(int fd, bloom_os_stat_t *stat);
int bloom_os_read_start(int fd, void *buffer, size_t size_bytes); /* EIO if the file is shorter */
int bloom_os_set_owner(int fd, uint32_t uid, uint32_t gid);
int bloom_os_set_mode(int fd, uint32_t mode);
int bloom_os_make_directory(const char *path, uint32_t mode);
int bloom_os_link(const char *from,
                  const char *to); /* EEXIST if `to` exists, whatever the filesystem can do */
int bloom_os_rename(const char *from, const char *to);
int bloom_os_unlink(const char *path);

/*
 * Puts storage behind size_bytes bytes from offset on, lengthening the file if it must; keeps bytes that are there.
 * ENOTSUP if the filesystem cannot do that within a file.
 */
int bloom_os_allocate(int fd, uint64_t offset, uint64_t size_bytes);
/* Lengthens the file without storage. */
int bloom_os_extend(int fd, uint64_t size_bytes);

/* Calls visit for every entry but . and .. until it returns false. */
int bloom_os_list(const char *path, bool (*visit)(const char *name, void *argument),
                  void *argument);

/* -- filesystems -------------------------------------------------------------------------------------- */

typedef enum bloom_os_filesystem_class {
    BLOOM_OS_IN_MEMORY, /* gone after a restart: nothing to flush */
    BLOOM_OS_ON_DISK,
    BLOOM_OS_OVERLAY, /* a file opened for reading may be another than one opened for writing later */
    BLOOM_OS_UNSAFE   /* other machines or processes may change it behind the page cache's back */
} bloom_os_filesystem_class_t;

typedef struct bloom_os_filesystem {
    bloom_os_filesystem_class_t storage;
    char name[32];
    uint64_t total_bytes;
    uint64_t available_bytes; /* to this user; in memory, no more than the system can give */
} bloom_os_filesystem_t;

int bloom_os_filesystem(int fd, bloom_os_filesystem_t *filesystem);

/* -- memory ------------------------------------------------------------------------------------------- */

int bloom_os_map(int fd, size_t size_bytes, bool is_writable, void **base);
void bloom_os_unmap(void *base, size_t size_bytes);
/* Reads all pages in, so that a hole without storage behind it is an error here and not a signal later. */
int bloom_os_populate(void *base, size_t size_bytes);

/* -- durability: 0 means that it is on the medium ------------------------------------------------------ */

int bloom_os_sync_memory(void *base, size_t size_bytes); /* base is page-aligned */
int bloom_os_sync_directory(const char *path);

/* -- locks: EAGAIN if another open file description has it; gone when the description is closed -------- */

typedef enum bloom_os_lock {
    BLOOM_OS_LOCK_CONTROL, /* load, rebuild, adopt */
    BLOOM_OS_LOCK_FLUSH,
    BLOOM_OS_LOCK_CREATE,
    BLOOM_OS_LOCK_KIND /* for kinds that ask: bloom_system_t */
} bloom_os_lock_t;

/* Locks one aspect of a file opened for writing. Where has_lock_ranges() is false, all aspects are one. */
int bloom_os_try_lock_file(int fd, bloom_os_lock_t which);
bool bloom_os_has_lock_ranges(void);
int bloom_os_try_lock_directory(int fd);

/* Releases all locks taken with fd, whoever else has the same open file: forked children, mappings. */
void bloom_os_unlock(int fd);

/* -- this process ------------------------------------------------------------------------------------- */

int64_t bloom_os_pid(void);
uint32_t bloom_os_uid(void);
uintptr_t bloom_os_thread(void);
uint64_t bloom_os_random(void);
uint64_t bloom_os_realtime_us(void);
uint64_t bloom_os_monotonic_us(void);
uint64_t bloom_os_monotonic_coarse_us(void); /* some milliseconds late, some nanoseconds long */
void bloom_os_sleep_us(uint32_t microseconds);

/* Never "the same" in two boots of one machine. False with zeros if the system does not tell. */
bool bloom_os_boot_id(uint64_t id[2]);
/* For tests: what boot_id() returns from now on; two zeros make it unknown, NULL restores the truth. */
void bloom_os_override_boot_id(const uint64_t id[2]);

/* Where the user's own directory of filters is by default. `buffer` has size_bytes. */
void bloom_os_default_directory(char *buffer, size_t size_bytes);
/* Its parent and the prefix before the user id: for looking at other users' directories. */
const char *bloom_os_default_parent(void);
#define BLOOM_OS_DEFAULT_PREFIX "bloom-"

/* A system error in words. `buffer` may be used for it. */
const char *bloom_os_error_text(int error, char *buffer, size_t size_bytes);

/* -- the process-wide mutex ----------------------------------------------------------------------------- */

void bloom_os_mutex_lock(void);
void bloom_os_mutex_unlock(void);
/* in_child runs in every forked child, by its only thread, with the mutex held. First call only. */
void bloom_os_on_fork(void (*in_child)(void));

#endif
