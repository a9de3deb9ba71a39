/*
 * Locks: on the data files themselves and, for names, on their directory. The kernel takes them back when
 * their holder dies; nobody waits for one without bound.
 */
#include <errno.h>
#include <stddef.h>

#include "shm/internal.h"

/* A short holder (a repair) is through by then; who holds longer is loading or rebuilding. */
#define BUSY_GRACE_MS 20u

static bloom_shm_lock_t *open_locks;

int bloom_lock_open(bloom_shm_lock_t *lock, const char *path, bloom_os_open_t how)
{
    lock->pid = bloom_os_pid();
    lock->previous = NULL;
    /* opened and listed in one step, so that no fork of another thread falls between */
    bloom_os_mutex_lock();
    int error = bloom_os_open(path, how, &lock->fd);
    if (error == 0) {
        lock->next = open_locks;
        if (open_locks != NULL) {
            open_locks->previous = lock;
        }
        open_locks = lock;
    } else {
        lock->fd = -1;
    }
    bloom_os_mutex_unlock();
    return error;
}

void bloom_lock_close(bloom_shm_lock_t *lock)
{
    if (lock->fd < 0) {
        return;
    }
    bloom_os_mutex_lock();
    if (lock->previous != NULL) {
        lock->previous->next = lock->next;
    } else {
        open_locks = lock->next;
    }
    if (lock->next != NULL) {
        lock->next->previous = lock->previous;
    }
    if (lock->pid == bloom_os_pid()) {
        bloom_os_unlock(
            lock->fd); /* closing alone would not do: a mapping made with it keeps it open */
    }
    bloom_os_close(lock->fd);
    lock->fd = -1;
    bloom_os_mutex_unlock();
}

bool bloom_lock_is_ours(const bloom_shm_lock_t *lock)
{
    return lock->fd >= 0 && lock->pid == bloom_os_pid();
}

void bloom_lock_forget_all(void)
{
    while (open_locks != NULL) {
        bloom_os_close(open_locks->fd);
        open_locks->fd = -1;
        open_locks = open_locks->next;
    }
}

static int try_lock(const bloom_shm_lock_t *lock, int which)
{
    return which < 0 ? bloom_os_try_lock_directory(lock->fd)
                     : bloom_os_try_lock_file(lock->fd, (bloom_os_lock_t)which);
}

/* There is no lock call with a time limit that needs no signal, so: ask again, ever less often. */
static int take(const bloom_shm_lock_t *lock, int which, uint32_t timeout_ms)
{
    uint64_t deadline_us = 0;
    for (uint32_t pause_us = 50;; pause_us = pause_us < 5000 ? pause_us * 2 : pause_us) {
        int error = try_lock(lock, which);
        if (error != EAGAIN || timeout_ms == 0) {
            return error;
        }
        uint64_t now_us = bloom_os_monotonic_us();
        if (deadline_us == 0) {
            deadline_us = now_us + (uint64_t)timeout_ms * 1000;
        }
        if (now_us >= deadline_us) {
            return EAGAIN;
        }
        uint64_t left_us = deadline_us - now_us;
        bloom_os_sleep_us(left_us < pause_us ? (uint32_t)left_us : pause_us);
    }
}

int bloom_lock_take(bloom_shm_lock_t *lock, bloom_os_lock_t which, uint32_t timeout_ms)
{
    return take(lock, (int)which, timeout_ms);
}

int bloom_lock_take_directory(bloom_shm_lock_t *lock, uint32_t timeout_ms)
{
    return take(lock, -1, timeout_ms);
}

static bloom_shm_status_t fail_timeout(bloom_shm_error_t *error, const char *path,
                                       uint32_t timeout_ms)
{
    return bloom_shm_fail(
        error, BLOOM_SHM_TIMEOUT, path,
        "its lock was not free within %u ms; another process may be stopped while it holds "
        "it: continue or end that process, or raise the lock timeout",
        timeout_ms);
}

bloom_shm_status_t bloom_place_lock_names(bloom_shm_place_t *place, uint32_t timeout_ms,
                                          bloom_shm_lock_t *lock, bloom_shm_error_t *error)
{
    for (;;) {
        bloom_os_stat_t held, named;
        int failure = bloom_lock_open(lock, place->directory, BLOOM_OS_DIRECTORY);
        if (failure != 0) {
            return bloom_shm_fail_system(error, failure, place->directory, "open the directory");
        }
        failure = bloom_lock_take_directory(lock, timeout_ms);
        if (failure != 0) {
            bloom_lock_close(lock);
            return failure == EAGAIN ? fail_timeout(error, place->directory, timeout_ms)
                                     : bloom_shm_fail_system(error, failure, place->directory,
                                                             "lock the directory");
        }
        if (bloom_os_stat_file(lock->fd, &held) == 0 &&
            bloom_os_stat_path(place->directory, &named) == 0 && held.inode == named.inode &&
            held.device == named.device) {
            return BLOOM_SHM_OK;
        }
        bloom_lock_close(lock); /* the directory was replaced; open() says if it is gone */
    }
}

void bloom_mapping_note_operation(bloom_shm_mapping_t *mapping, bloom_shm_operation_t operation)
{
    uint64_t *process = mapping->filter.header->process;
    bool is_nobody = operation == BLOOM_OPERATION_NONE;
    bloom_store_relaxed(&process[BLOOM_PROCESS_PID], is_nobody ? 0 : (uint64_t)bloom_os_pid());
    bloom_store_relaxed(&process[BLOOM_PROCESS_SINCE_US], is_nobody ? 0 : bloom_os_realtime_us());
    bloom_store_relaxed(&process[BLOOM_PROCESS_OPERATION], (uint64_t)operation);
}

/* Why a lock on `mapping` could not be had. */
static bloom_shm_status_t fail_locked(const bloom_shm_mapping_t *mapping, uint32_t timeout_ms,
                                      bloom_shm_error_t *error)
{
    uint64_t operation = bloom_mapping_process(mapping, BLOOM_PROCESS_OPERATION);
    int64_t pid = (int64_t)bloom_mapping_process(mapping, BLOOM_PROCESS_PID);
    if (operation != BLOOM_OPERATION_LOAD && operation != BLOOM_OPERATION_REBUILD) {
        return fail_timeout(error, mapping->place->current, timeout_ms);
    }
    const char *what = operation == BLOOM_OPERATION_LOAD ? "loading" : "rebuilding";
    bloom_shm_status_t status;
    if (pid == bloom_os_pid()) {
        status = bloom_shm_fail(error, BLOOM_SHM_BUSY, mapping->place->current,
                                "this process is %s it already; wait until that has ended", what);
    } else {
        status = bloom_shm_fail(error, BLOOM_SHM_BUSY, mapping->place->current,
                                "process %lld is %s it; try again when it has ended, or end it",
                                (long long)pid, what);
    }
    if (error != NULL) {
        error->pid = pid;
    }
    return status;
}

bloom_shm_status_t bloom_mapping_open_file(const bloom_shm_mapping_t *mapping,
                                           bloom_shm_lock_t *lock, bloom_shm_error_t *error)
{
    const bloom_shm_place_t *place = mapping->place;
    char version_path[BLOOM_SHM_PATH_BYTES];
    bloom_place_version_path(place, mapping->provenance.generation, version_path);
    /* its own name first: it is renamed from there to the current one, never back */
    const char *paths[2] = {version_path, place->current};
    int failure = ENOENT;
    lock->fd = -1;
    for (size_t i = 0; i < 2; i++) {
        bloom_os_stat_t stat;
        failure = bloom_lock_open(lock, paths[i], BLOOM_OS_READ_WRITE);
        if (failure == 0) {
            if (bloom_os_stat_file(lock->fd, &stat) == 0 && stat.inode == mapping->inode &&
                stat.device == mapping->device) {
                break;
            }
            bloom_lock_close(lock);
            failure = ENOENT;
        } else if (failure != ENOENT) {
            return bloom_shm_fail_system(error, failure, paths[i], "open it for writing");
        }
    }
    if (failure != 0) {
        return bloom_shm_fail(error, BLOOM_SHM_VANISHED, place->current,
                              "it was deleted or replaced; open it again");
    }
    return BLOOM_SHM_OK;
}

bloom_shm_status_t bloom_mapping_lock(bloom_shm_mapping_t *mapping, bloom_os_lock_t which,
                                      uint32_t timeout_ms, bloom_shm_lock_t *lock,
                                      bloom_shm_error_t *error)
{
    const bloom_shm_place_t *place = mapping->place;
    bloom_shm_status_t status = bloom_mapping_open_file(mapping, lock, error);
    if (status != BLOOM_SHM_OK) {
        return status;
    }
    bool is_control = which == BLOOM_OS_LOCK_CONTROL || !bloom_os_has_lock_ranges();
    int failure = bloom_lock_take(
        lock, which, is_control && timeout_ms > BUSY_GRACE_MS ? BUSY_GRACE_MS : timeout_ms);
    if (failure == EAGAIN && is_control) {
        uint64_t operation = bloom_mapping_process(mapping, BLOOM_PROCESS_OPERATION);
        if (timeout_ms > BUSY_GRACE_MS && operation != BLOOM_OPERATION_LOAD &&
            operation != BLOOM_OPERATION_REBUILD) {
            failure = bloom_lock_take(lock, which, timeout_ms - BUSY_GRACE_MS);
        }
    }
    if (failure == EAGAIN) {
        bloom_lock_close(lock);
        return fail_locked(mapping, timeout_ms, error);
    }
    if (failure != 0) {
        bloom_lock_close(lock);
        return bloom_shm_fail_system(error, failure, place->current, "lock it");
    }
    return BLOOM_SHM_OK;
}
