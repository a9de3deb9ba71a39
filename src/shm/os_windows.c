/*
 * Windows has no shared storage yet: bloom_os_is_supported() is false, so nothing else here is ever asked to
 * do anything, and every call of the store answers UNSUPPORTED.
 */
#ifdef _WIN32

#include <errno.h>
#include <process.h>
#include <stdio.h>
#include <string.h>

#include "shm/os.h"

bool bloom_os_is_supported(void)
{
    return false;
}

int bloom_os_open(const char *path, bloom_os_open_t how, int *fd)
{
    (void)path;
    (void)how;
    *fd = -1;
    return ENOSYS;
}

void bloom_os_close(int fd)
{
    (void)fd;
}

int bloom_os_stat_path(const char *path, bloom_os_stat_t *stat)
{
    (void)path;
    memset(stat, 0, sizeof *stat);
    return ENOSYS;
}

int bloom_os_stat_file(int fd, bloom_os_stat_t *stat)
{
    (void)fd;
    memset(stat, 0, sizeof *stat);
    return ENOSYS;
}

int bloom_os_read_start(int fd, void *buffer, size_t size_bytes)
{
    (void)fd;
    memset(buffer, 0, size_bytes);
    return ENOSYS;
}

int bloom_os_set_owner(int fd, uint32_t uid, uint32_t gid)
{
    (void)fd;
    (void)uid;
    (void)gid;
    return ENOSYS;
}

int bloom_os_set_mode(int fd, uint32_t mode)
{
    (void)fd;
    (void)mode;
    return ENOSYS;
}

int bloom_os_make_directory(const char *path, uint32_t mode)
{
    (void)path;
    (void)mode;
    return ENOSYS;
}

int bloom_os_link(const char *from, const char *to)
{
    (void)from;
    (void)to;
    return ENOSYS;
}

int bloom_os_rename(const char *from, const char *to)
{
    (void)from;
    (void)to;
    return ENOSYS;
}

int bloom_os_unlink(const char *path)
{
    (void)path;
    return ENOSYS;
}

int bloom_os_allocate(int fd, uint64_t offset, uint64_t size_bytes)
{
    (void)fd;
    (void)offset;
    (void)size_bytes;
    return ENOSYS;
}

int bloom_os_extend(int fd, uint64_t size_bytes)
{
    (void)fd;
    (void)size_bytes;
    return ENOSYS;
}

/* An empty directory that does not exist: there are no filters. */
int bloom_os_list(const char *path, bool (*visit)(const char *name, void *argument), void *argument)
{
    (void)path;
    (void)visit;
    (void)argument;
    return ENOENT;
}

int bloom_os_filesystem(int fd, bloom_os_filesystem_t *filesystem)
{
    (void)fd;
    memset(filesystem, 0, sizeof *filesystem);
    return ENOSYS;
}

int bloom_os_map(int fd, size_t size_bytes, bool is_writable, void **base)
{
    (void)fd;
    (void)size_bytes;
    (void)is_writable;
    *base = NULL;
    return ENOSYS;
}

void bloom_os_unmap(void *base, size_t size_bytes)
{
    (void)base;
    (void)size_bytes;
}

int bloom_os_populate(void *base, size_t size_bytes)
{
    (void)base;
    (void)size_bytes;
    return ENOSYS;
}

int bloom_os_sync_memory(void *base, size_t size_bytes)
{
    (void)base;
    (void)size_bytes;
    return ENOSYS;
}

int bloom_os_sync_directory(const char *path)
{
    (void)path;
    return ENOSYS;
}

int bloom_os_try_lock_file(int fd, bloom_os_lock_t which)
{
    (void)fd;
    (void)which;
    return ENOSYS;
}

bool bloom_os_has_lock_ranges(void)
{
    return false;
}

void bloom_os_unlock(int fd)
{
    (void)fd;
}

int bloom_os_try_lock_directory(int fd)
{
    (void)fd;
    return ENOSYS;
}

int64_t bloom_os_pid(void)
{
    return (int64_t)_getpid();
}

uint32_t bloom_os_uid(void)
{
    return 0;
}

uintptr_t bloom_os_thread(void)
{
    return 0;
}

uint64_t bloom_os_random(void)
{
    return 0;
}

uint64_t bloom_os_realtime_us(void)
{
    return 0;
}

uint64_t bloom_os_monotonic_us(void)
{
    return 0;
}

uint64_t bloom_os_monotonic_coarse_us(void)
{
    return 0;
}

void bloom_os_sleep_us(uint32_t microseconds)
{
    (void)microseconds;
}

bool bloom_os_boot_id(uint64_t id[2])
{
    id[0] = id[1] = 0;
    return false;
}

void bloom_os_override_boot_id(const uint64_t id[2])
{
    (void)id;
}

void bloom_os_default_directory(char *buffer, size_t size_bytes)
{
    snprintf(buffer, size_bytes, "%s", "");
}

const char *bloom_os_default_parent(void)
{
    return "";
}

const char *bloom_os_error_text(int error, char *buffer, size_t size_bytes)
{
    return strerror_s(buffer, size_bytes, error) == 0 ? buffer : "unknown error";
}

/* No table is ever filled, so there is nothing to exclude anyone from. */
void bloom_os_mutex_lock(void)
{
}

void bloom_os_mutex_unlock(void)
{
}

void bloom_os_on_fork(void (*in_child)(void))
{
    (void)in_child;
}

#else
typedef int bloom_os_windows_is_not_built_here;
#endif
