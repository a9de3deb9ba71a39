/*
 * Why shared storage said no: a status to decide by, and one clause to show, which names cause and remedy
 * with their numbers. Nothing is allocated; the layer above adds the action and makes an exception of it.
 */
#ifndef BLOOM_SHM_ERROR_H
#define BLOOM_SHM_ERROR_H

#include "core/compiler.h"
#include "core/status.h"

typedef enum bloom_shm_status {
    BLOOM_SHM_OK = 0,
    /* no fault of anyone: the caller goes on without */
    BLOOM_SHM_BUSY,           /* error.pid loads or rebuilds this filter at this moment */
    BLOOM_SHM_ALREADY_LOADED, /* load_begin(): someone else was faster */
    BLOOM_SHM_RETRY_LATER,    /* load_begin(): the last attempt failed less than load_retry ago */
    /* for NotFoundException */
    BLOOM_SHM_NOT_FOUND,
    /* for IncompatibleFilterException */
    BLOOM_SHM_TOO_SMALL, /* exists with a lesser n or larger p than asked, and no loader was given */
    BLOOM_SHM_OTHER_KIND, /* exists as another kind of filter, or with other options of the kind */
    BLOOM_SHM_OTHER_KEY,  /* made under another hash key */
    BLOOM_SHM_INCOMPATIBLE, /* merge: other geometry, also of a version being built */
    /* for CorruptImageException; error.image_status says why */
    BLOOM_SHM_BAD_IMAGE,
    /* for FilterFullException */
    BLOOM_SHM_FULL,
    /* for ValueError */
    BLOOM_SHM_BAD_NAME,
    /* for StorageException */
    BLOOM_SHM_NOT_READY,  /* copying a filter that is not loaded */
    BLOOM_SHM_VANISHED,   /* dropped, deleted or replaced, and could not be attached again */
    BLOOM_SHM_DISCARDED,  /* a version that its rebuild threw away, or whose rebuild is over */
    BLOOM_SHM_POISONED,   /* a writer could not reach the new version, so it was thrown away */
    BLOOM_SHM_TIMEOUT,    /* a lock was not free in time */
    BLOOM_SHM_NO_SPACE,   /* needed_bytes, available_bytes */
    BLOOM_SHM_OVER_LIMIT, /* max_bytes of the directory; needed_bytes, available_bytes */
    BLOOM_SHM_NO_MEMORY,  /* address space or heap */
    BLOOM_SHM_PERMISSION, /* the system refused access */
    BLOOM_SHM_UNSAFE_DIRECTORY,  /* owner, mode, symbolic link */
    BLOOM_SHM_UNSAFE_FILE,       /* owner, mode, symbolic link, not a regular file */
    BLOOM_SHM_UNSAFE_FILESYSTEM, /* NFS, FUSE, overlayfs and the like */
    BLOOM_SHM_READ_ONLY,         /* attached without the right to write */
    BLOOM_SHM_UNCLEAN,           /* not flushed before the machine went down; needs a loader */
    BLOOM_SHM_NO_BOOT_ID,        /* the system does not say whether it was restarted */
    BLOOM_SHM_FORKED,            /* the operation belongs to the parent process */
    BLOOM_SHM_UNSUPPORTED,       /* this build or platform has no shared storage */
    BLOOM_SHM_SYSTEM             /* system_errno */
} bloom_shm_status_t;

#define BLOOM_SHM_PATH_BYTES 1024
#define BLOOM_SHM_CLAUSE_BYTES 512

typedef struct bloom_shm_error {
    bloom_shm_status_t status;
    int system_errno;            /* 0 where the system was not asked */
    bloom_status_t image_status; /* BLOOM_OK unless status is BAD_IMAGE, OTHER_KIND or OTHER_KEY */
    int64_t pid;                 /* who is at it; 0: unknown */
    uint64_t needed_bytes;
    uint64_t available_bytes;
    char path
        [BLOOM_SHM_PATH_BYTES]; /* what was touched; shortened at the front if it must be. "" : nothing */
    char clause
        [BLOOM_SHM_CLAUSE_BYTES]; /* lower case, no full stop: "process 12 is rebuilding it; ..." */
} bloom_shm_error_t;

#endif
