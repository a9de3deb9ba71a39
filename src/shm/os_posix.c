#ifndef _WIN32

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#ifndef _DARWIN_C_SOURCE
#define _DARWIN_C_SOURCE
#endif

#include "shm/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/random.h>
#include <sys/vfs.h>
#else
#include <sys/mount.h>
#include <sys/param.h>
#include <sys/sysctl.h>
#endif

bool bloom_os_is_supported(void)
{
    /* 64-bit words are changed with single instructions on 64-bit systems only */
    return SIZE_MAX > UINT32_MAX;
}

/* -- files ---------------------------------------------------------------------------------------------- */

int bloom_os_open(const char *path, bloom_os_open_t how, int *fd)
{
    /* O_NONBLOCK: a FIFO put in the place of a file must not hold us up */
    int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    switch (how) {
    case BLOOM_OS_READ:
        flags |= O_RDONLY;
        break;
    case BLOOM_OS_READ_WRITE:
        flags |= O_RDWR;
        break;
    case BLOOM_OS_CREATE:
        flags |= O_RDWR | O_CREAT;
        break;
    case BLOOM_OS_CREATE_NEW:
        flags |= O_RDWR | O_CREAT | O_EXCL;
        break;
    case BLOOM_OS_DIRECTORY:
        flags |= O_RDONLY | O_DIRECTORY;
        break;
    }
    do {
        *fd = open(path, flags, 0600);
    } while (*fd < 0 && errno == EINTR);
    return *fd < 0 ? errno : 0;
}

void bloom_os_close(int fd)
{
    close(fd);
}

static void convert_stat(const struct stat *from, bloom_os_stat_t *to)
{
    to->device = (uint64_t)from->st_dev;
    to->inode = (uint64_t)from->st_ino;
    to->size_bytes = (uint64_t)from->st_size;
    to->allocated_bytes = (uint64_t)from->st_blocks * 512;
    to->link_count = (uint64_t)from->st_nlink;
    to->mode = (uint32_t)from->st_mode & 07777;
    to->uid = (uint32_t)from->st_uid;
    to->gid = (uint32_t)from->st_gid;
    to->is_regular = S_ISREG(from->st_mode);
    to->is_directory = S_ISDIR(from->st_mode);
    to->is_symlink = S_ISLNK(from->st_mode);
}

int bloom_os_stat_path(const char *path, bloom_os_stat_t *stat)
{
    struct stat found;
    if (lstat(path, &found) != 0) {
        return errno;
    }
    convert_stat(&found, stat);
    return 0;
}

int bloom_os_stat_file(int fd, bloom_os_stat_t *stat)
{
    struct stat found;
    if (fstat(fd, &found) != 0) {
        return errno;
    }
    convert_stat(&found, stat);
    return 0;
}

int bloom_os_read_start(int fd, void *buffer, size_t size_bytes)
{
    size_t done = 0;
    while (done < size_bytes) {
        ssize_t count = pread(fd, (char *)buffer + done, size_bytes - done, (off_t)done);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return count < 0 ? errno : EIO;
        }
        done += (size_t)count;
    }
    return 0;
}

int bloom_os_set_owner(int fd, uint32_t uid, uint32_t gid)
{
    return fchown(fd, (uid_t)uid, (gid_t)gid) != 0 ? errno : 0;
}

int bloom_os_set_mode(int fd, uint32_t mode)
{
    return fchmod(fd, (mode_t)mode) != 0 ? errno : 0;
}

int bloom_os_make_directory(const char *path, uint32_t mode)
{
    return mkdir(path, (mode_t)mode) != 0 ? errno : 0;
}

int bloom_os_link(const char *from, const char *to)
{
    if (link(from, to) == 0) {
        return 0;
    }
    int error = errno;
    if (error != EPERM && error != ENOTSUP && error != ENOSYS) {
        return error;
    }
    /* a filesystem without hard links: the directory's lock, which callers hold, makes two steps one */
    struct stat found;
    if (lstat(to, &found) == 0) {
        return EEXIST;
    }
    return errno == ENOENT && rename(from, to) == 0 ? 0 : errno;
}

int bloom_os_rename(const char *from, const char *to)
{
    return rename(from, to) != 0 ? errno : 0;
}

int bloom_os_unlink(const char *path)
{
    return unlink(path) != 0 ? errno : 0;
}

#if defined(__APPLE__)
static int allocate_range(int fd, uint64_t offset, uint64_t length)
{
    struct stat found;
    if (fstat(fd, &found) != 0) {
        return errno;
    }
    if ((uint64_t)found.st_size >= offset + length) {
        return offset > 0 ? ENOTSUP : 0; /* holes cannot be filled there */
    }
    fstore_t store = {F_ALLOCATEALL, F_PEOFPOSMODE, 0, (off_t)(offset + length) - found.st_size, 0};
    if (fcntl(fd, F_PREALLOCATE, &store) != 0) {
        return errno;
    }
    return ftruncate(fd, (off_t)(offset + length)) != 0 ? errno : 0;
}
#else
static int write_zeros(int fd, uint64_t offset, uint64_t length)
{
    static const char zeros[65536];
    struct stat found;
    if (fstat(fd, &found) != 0) {
        return errno;
    }
    /* only ever beyond the end: what is there stays, and may be in use */
    uint64_t end = offset + length;
    if (offset > 0 && (uint64_t)found.st_size >= end) {
        return ENOTSUP;
    }
    uint64_t position = (uint64_t)found.st_size > offset ? (uint64_t)found.st_size : offset;
    while (position < end) {
        size_t wanted = end - position < sizeof zeros ? (size_t)(end - position) : sizeof zeros;
        ssize_t count = pwrite(fd, zeros, wanted, (off_t)position);
        if (count < 0 && errno != EINTR) {
            return errno;
        }
        position += count > 0 ? (uint64_t)count : 0;
    }
    return 0;
}

static int allocate_range(int fd, uint64_t offset, uint64_t length)
{
    int error;
    do {
        error = posix_fallocate(fd, (off_t)offset, (off_t)length);
    } while (error == EINTR);
    if (error == EOPNOTSUPP ||
        error == EINVAL) { /* the filesystem cannot; musl does not emulate it */
        error = write_zeros(fd, offset, length);
    }
    return error;
}
#endif

/* Beyond the limit the kernel would send SIGXFSZ. */
static bool exceeds_limit(uint64_t size_bytes)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
           size_bytes > (uint64_t)limit.rlim_cur;
}

/*
 * Trying would take all that is free first, and of a filesystem in memory that is other processes' memory. What the
 * file has already may be part of what is asked for.
 */
static bool exceeds_filesystem(int fd, uint64_t size_bytes)
{
    bloom_os_filesystem_t filesystem = {0};
    bloom_os_stat_t stat = {0};
    return bloom_os_filesystem(fd, &filesystem) == 0 && bloom_os_stat_file(fd, &stat) == 0 &&
           size_bytes > stat.allocated_bytes &&
           size_bytes - stat.allocated_bytes > filesystem.available_bytes;
}

int bloom_os_allocate(int fd, uint64_t offset, uint64_t size_bytes)
{
    uint64_t end = offset + size_bytes;
    if (exceeds_limit(end)) {
        return EFBIG;
    }
    if (exceeds_filesystem(fd, size_bytes)) {
        return ENOSPC;
    }
    /* in steps, because a signal makes tmpfs begin a step again */
    const uint64_t step = (uint64_t)64 << 20;
    while (offset < end) {
        uint64_t length = end - offset < step ? end - offset : step;
        int error = allocate_range(fd, offset, length);
        if (error != 0) {
            return error;
        }
        offset += length;
    }
    return 0;
}

int bloom_os_extend(int fd, uint64_t size_bytes)
{
    if (exceeds_limit(size_bytes)) {
        return EFBIG;
    }
    while (ftruncate(fd, (off_t)size_bytes) != 0) {
        if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

int bloom_os_list(const char *path, bool (*visit)(const char *name, void *argument), void *argument)
{
    DIR *directory = opendir(path);
    if (directory == NULL) {
        return errno;
    }
    const struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) { /* NOLINT(concurrency-mt-unsafe): own stream */
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            !visit(entry->d_name, argument)) {
            break;
        }
    }
    closedir(directory);
    return 0;
}

/* -- filesystems ---------------------------------------------------------------------------------------- */

#if defined(__linux__)
static const struct {
    uint32_t magic;
    bloom_os_filesystem_class_t storage;
    const char *name;
} known_filesystems[] = {
    {0x01021994, BLOOM_OS_IN_MEMORY, "tmpfs"},   {0x858458f6, BLOOM_OS_IN_MEMORY, "ramfs"},
    {0x0000ef53, BLOOM_OS_ON_DISK, "ext4"},      {0x58465342, BLOOM_OS_ON_DISK, "xfs"},
    {0x9123683e, BLOOM_OS_ON_DISK, "btrfs"},     {0x2fc12fc1, BLOOM_OS_ON_DISK, "zfs"},
    {0xf2f52010, BLOOM_OS_ON_DISK, "f2fs"},      {0xca451a4e, BLOOM_OS_ON_DISK, "bcachefs"},
    {0x794c7630, BLOOM_OS_OVERLAY, "overlayfs"}, {0x61756673, BLOOM_OS_OVERLAY, "aufs"},
    {0x0000f15f, BLOOM_OS_OVERLAY, "ecryptfs"},  {0x00006969, BLOOM_OS_UNSAFE, "nfs"},
    {0x65735546, BLOOM_OS_UNSAFE, "fuse"},       {0x0000517b, BLOOM_OS_UNSAFE, "smb"},
    {0xff534d42, BLOOM_OS_UNSAFE, "cifs"},       {0xfe534d42, BLOOM_OS_UNSAFE, "smb2"},
    {0x01021997, BLOOM_OS_UNSAFE, "9p"},         {0x00c36400, BLOOM_OS_UNSAFE, "ceph"},
    {0x5346414f, BLOOM_OS_UNSAFE, "afs"},        {0x6b414653, BLOOM_OS_UNSAFE, "kafs"},
    {0x73757245, BLOOM_OS_UNSAFE, "coda"},       {0x786f4256, BLOOM_OS_UNSAFE, "vboxsf"},
    {0x01161970, BLOOM_OS_UNSAFE, "gfs2"},       {0x7461636f, BLOOM_OS_UNSAFE, "ocfs2"},
    {0x47504653, BLOOM_OS_UNSAFE, "gpfs"},       {0x0bd00bd0, BLOOM_OS_UNSAFE, "lustre"},
    {0x958458f6, BLOOM_OS_UNSAFE, "hugetlbfs"},
};

static void classify(const struct statfs *found, bloom_os_filesystem_t *filesystem)
{
    uint32_t magic = (uint32_t)found->f_type;
    for (size_t i = 0; i < sizeof known_filesystems / sizeof known_filesystems[0]; i++) {
        if (known_filesystems[i].magic == magic) {
            filesystem->storage = known_filesystems[i].storage;
            snprintf(filesystem->name, sizeof filesystem->name, "%s", known_filesystems[i].name);
            return;
        }
    }
    filesystem->storage =
        BLOOM_OS_ON_DISK; /* local ones come in many kinds; the careful treatment */
    snprintf(filesystem->name, sizeof filesystem->name, "0x%08x", (unsigned)magic);
}
#else
static void classify(const struct statfs *found, bloom_os_filesystem_t *filesystem)
{
    snprintf(filesystem->name, sizeof filesystem->name, "%s", found->f_fstypename);
    if ((found->f_flags & MNT_LOCAL) == 0 || strstr(found->f_fstypename, "fuse") != NULL) {
        filesystem->storage = BLOOM_OS_UNSAFE;
    } else if (strcmp(found->f_fstypename, "tmpfs") == 0) {
        filesystem->storage = BLOOM_OS_IN_MEMORY;
    } else if (strcmp(found->f_fstypename, "unionfs") == 0) {
        filesystem->storage = BLOOM_OS_OVERLAY;
    } else {
        filesystem->storage = BLOOM_OS_ON_DISK;
    }
}
#endif

/* What the system can still give, swap included; UINT64_MAX if it does not tell. */
static uint64_t available_memory(void)
{
    uint64_t kilobytes = 0;
    bool is_known = false;
    FILE *meminfo = fopen("/proc/meminfo", "re");
    char line[128];
    while (meminfo != NULL && fgets(line, sizeof line, meminfo) != NULL) {
        unsigned long long amount;
        if (sscanf(line, "MemAvailable: %llu kB", &amount) == 1) {
            is_known = true;
            kilobytes += amount;
        } else if (sscanf(line, "SwapFree: %llu kB", &amount) == 1) {
            kilobytes += amount;
        }
    }
    if (meminfo != NULL) {
        fclose(meminfo);
    }
    return is_known ? kilobytes * 1024 : UINT64_MAX;
}

int bloom_os_filesystem(int fd, bloom_os_filesystem_t *filesystem)
{
    struct statfs found;
    if (fstatfs(fd, &found) != 0) {
        return errno;
    }
    classify(&found, filesystem);
    filesystem->total_bytes = (uint64_t)found.f_blocks * (uint64_t)found.f_bsize;
    filesystem->available_bytes = (uint64_t)found.f_bavail * (uint64_t)found.f_bsize;
    if (filesystem->storage == BLOOM_OS_IN_MEMORY) {
        /* a tmpfs may be as large as the memory, or without limit, which it calls 0 of 0 */
        uint64_t memory = available_memory();
        if (filesystem->total_bytes == 0 || filesystem->available_bytes > memory) {
            filesystem->available_bytes = memory;
        }
    }
    return 0;
}

/* -- memory --------------------------------------------------------------------------------------------- */

int bloom_os_map(int fd, size_t size_bytes, bool is_writable, void **base)
{
    void *address =
        mmap(NULL, size_bytes, is_writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, fd, 0);
    if (address == MAP_FAILED) {
        return errno;
    }
#ifdef MADV_HUGEPAGE
    madvise(address, size_bytes,
            MADV_HUGEPAGE); /* a hint: fewer TLB misses where the system allows it */
#endif
    *base = address;
    return 0;
}

void bloom_os_unmap(void *base, size_t size_bytes)
{
    munmap(base, size_bytes);
}

int bloom_os_populate(void *base, size_t size_bytes)
{
#if defined(__linux__)
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif
    if (madvise(base, size_bytes, MADV_POPULATE_READ) == 0) {
        return 0;
    }
    return errno;
#else
    (void)base;
    (void)size_bytes;
    return EINVAL;
#endif
}

/* -- durability ----------------------------------------------------------------------------------------- */

int bloom_os_sync_memory(void *base, size_t size_bytes)
{
    return msync(base, size_bytes, MS_SYNC) != 0 ? errno : 0;
}

int bloom_os_sync_directory(const char *path)
{
    int fd = -1;
    int error = bloom_os_open(path, BLOOM_OS_DIRECTORY, &fd);
    if (error != 0) {
        return error;
    }
#if defined(F_FULLFSYNC)
    /* fsync() alone leaves data in the drive's cache there; this one takes what msync() wrote along */
    error = fcntl(fd, F_FULLFSYNC) != 0 && fsync(fd) != 0 ? errno : 0;
#else
    error = fsync(fd) != 0 ? errno : 0;
#endif
    close(fd);
    return error == EINVAL ? 0 : error; /* filesystems that cannot sync a directory need not */
}

/* -- locks ---------------------------------------------------------------------------------------------- */

#ifdef F_OFD_SETLK
int bloom_os_try_lock_file(int fd, bloom_os_lock_t which)
{
    struct flock lock;
    memset(&lock, 0, sizeof lock);
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = (off_t)which;
    lock.l_len = 1;
    while (fcntl(fd, F_OFD_SETLK, &lock) != 0) {
        if (errno != EINTR) {
            return errno == EACCES ? EAGAIN : errno;
        }
    }
    return 0;
}

bool bloom_os_has_lock_ranges(void)
{
    return true;
}
#else
int bloom_os_try_lock_file(int fd, bloom_os_lock_t which)
{
    (void)which;
    return bloom_os_try_lock_directory(fd);
}

bool bloom_os_has_lock_ranges(void)
{
    return false;
}
#endif

int bloom_os_try_lock_directory(int fd)
{
    while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EINTR) {
            return errno == EWOULDBLOCK ? EAGAIN : errno;
        }
    }
    return 0;
}

void bloom_os_unlock(int fd)
{
#ifdef F_OFD_SETLK
    struct flock lock;
    memset(&lock, 0, sizeof lock);
    lock.l_type = F_UNLCK;
    lock.l_whence = SEEK_SET; /* from 0 to the end: all there are */
    while (fcntl(fd, F_OFD_SETLK, &lock) != 0 && errno == EINTR) {
    }
#endif
    flock(fd, LOCK_UN);
}

/* -- this process --------------------------------------------------------------------------------------- */

int64_t bloom_os_pid(void)
{
    return (int64_t)getpid();
}

uint32_t bloom_os_uid(void)
{
    return (uint32_t)geteuid();
}

uintptr_t bloom_os_thread(void)
{
    return (uintptr_t)pthread_self();
}

uint64_t bloom_os_random(void)
{
    uint64_t value = 0;
#if defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__)
    arc4random_buf(&value, sizeof value);
#else
    if (getrandom(&value, sizeof value, GRND_NONBLOCK) != (ssize_t)sizeof value) {
        /* early in the boot; uniqueness on this machine is all that is needed */
        value = (bloom_os_monotonic_us() << 22) ^ ((uint64_t)getpid() * 0x9E3779B97F4A7C15u) ^
                bloom_os_realtime_us() ^ (uint64_t)(uintptr_t)&value;
    }
#endif
    return value;
}

static uint64_t clock_us(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

uint64_t bloom_os_realtime_us(void)
{
    return clock_us(CLOCK_REALTIME);
}

uint64_t bloom_os_monotonic_us(void)
{
    return clock_us(CLOCK_MONOTONIC);
}

uint64_t bloom_os_monotonic_coarse_us(void)
{
#if defined(CLOCK_MONOTONIC_COARSE)
    return clock_us(CLOCK_MONOTONIC_COARSE);
#elif defined(CLOCK_MONOTONIC_RAW_APPROX)
    return clock_us(CLOCK_MONOTONIC_RAW_APPROX);
#else
    return clock_us(CLOCK_MONOTONIC);
#endif
}

void bloom_os_sleep_us(uint32_t microseconds)
{
    struct timespec pause = {(time_t)(microseconds / 1000000),
                             (long)(microseconds % 1000000) * 1000};
    nanosleep(&pause, NULL);
}

/* 32 hexadecimal digits, dashes between them or not, and nothing of zeros alone. */
static bool parse_uuid(const char *text, uint64_t id[2])
{
    unsigned digits = 0;
    id[0] = id[1] = 0;
    for (; *text != '\0' && digits < 32; text++) {
        const char *alphabet = "0123456789abcdef0123456789ABCDEF";
        const char *found = strchr(alphabet, *text);
        if (found != NULL) {
            id[digits / 16] = id[digits / 16] << 4 | (uint64_t)((found - alphabet) % 16);
            digits++;
        }
    }
    return digits == 32 && (id[0] | id[1]) != 0;
}

static bool read_boot_id(uint64_t id[2])
{
    char text[64] = "";
#if defined(__linux__)
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        ssize_t count = read(fd, text, sizeof text - 1);
        close(fd);
        text[count > 0 ? count : 0] = '\0';
    }
#elif defined(__APPLE__)
    size_t size = sizeof text - 1;
    if (sysctlbyname("kern.bootsessionuuid", text, &size, NULL, 0) != 0) {
        text[0] = '\0';
    }
#elif defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__)
    struct timeval boot_time;
    size_t size = sizeof boot_time;
    int name[2] = {CTL_KERN, KERN_BOOTTIME};
    if (sysctl(name, 2, &boot_time, &size, NULL, 0) == 0) {
        id[0] = (uint64_t)boot_time.tv_sec;
        id[1] = (uint64_t)boot_time.tv_usec + 1;
        return true;
    }
#endif
    if (!parse_uuid(text, id)) {
        id[0] = id[1] = 0;
        return false;
    }
    return true;
}

/* Asked for at every attach, and the same as long as this process lives. */
static bool cached_boot_id(uint64_t id[2])
{
    static uint64_t cache[2];
    static bool is_cached;
    if (!__atomic_load_n(&is_cached, __ATOMIC_ACQUIRE)) {
        if (!read_boot_id(id)) {
            return false;
        }
        bloom_store_relaxed(&cache[0], id[0]); /* threads store the same */
        bloom_store_relaxed(&cache[1], id[1]);
        __atomic_store_n(&is_cached, true, __ATOMIC_RELEASE);
    }
    id[0] = bloom_load_relaxed(&cache[0]);
    id[1] = bloom_load_relaxed(&cache[1]);
    return true;
}

static uint64_t overridden_boot_id[2];
static bool is_boot_id_overridden;

void bloom_os_override_boot_id(const uint64_t id[2])
{
    is_boot_id_overridden = id != NULL;
    if (id != NULL) {
        overridden_boot_id[0] = id[0];
        overridden_boot_id[1] = id[1];
    }
}

bool bloom_os_boot_id(uint64_t id[2])
{
    if (!is_boot_id_overridden) {
        return cached_boot_id(id);
    }
    id[0] = overridden_boot_id[0];
    id[1] = overridden_boot_id[1];
    return (id[0] | id[1]) != 0;
}

const char *bloom_os_default_parent(void)
{
#if defined(__linux__)
    return "/dev/shm";
#else
    return "/tmp";
#endif
}

void bloom_os_default_directory(char *buffer, size_t size_bytes)
{
    snprintf(buffer, size_bytes, "%s/" BLOOM_OS_DEFAULT_PREFIX "%lu", bloom_os_default_parent(),
             (unsigned long)geteuid());
}

const char *bloom_os_error_text(int error, char *buffer, size_t size_bytes)
{
#if defined(__GLIBC__)
    return strerror_r(error, buffer, size_bytes);
#else
    return strerror_r(error, buffer, size_bytes) == 0 ? buffer : "unknown error";
#endif
}

/* -- the process-wide mutex ----------------------------------------------------------------------------- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;
static void (*run_in_child)(void);

void bloom_os_mutex_lock(void)
{
    pthread_mutex_lock(&mutex);
}

void bloom_os_mutex_unlock(void)
{
    pthread_mutex_unlock(&mutex);
}

static void after_fork_in_child(void)
{
    run_in_child();
    pthread_mutex_unlock(&mutex);
}

static void register_fork_handlers(void)
{
    pthread_atfork(bloom_os_mutex_lock, bloom_os_mutex_unlock, after_fork_in_child);
}

void bloom_os_on_fork(void (*in_child)(void))
{
    run_in_child = in_child;
    pthread_once(&fork_once, register_fork_handlers);
}

#else
typedef int bloom_os_posix_is_not_built_here;
#endif
