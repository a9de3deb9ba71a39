/*
 * PHP loads extensions with RTLD_DEEPBIND, which the address sanitizer refuses. Preloaded into PHP,
 * this leaves that flag out; nothing else changes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>

void *dlopen(const char *path, int flags)
{
    void *(*next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    return next(path, flags & ~RTLD_DEEPBIND);
}
