PHP_ARG_ENABLE([bloom],
  [whether to enable bloom],
  [AS_HELP_STRING([--enable-bloom], [Enable Bloom filters])])

PHP_ARG_WITH([xxhash],
  [for the header of xxhash],
  [AS_HELP_STRING([--with-xxhash=DIR],
    [bloom: xxhash.h is DIR/include/xxhash.h (without DIR: ask pkg-config and the compiler)])],
  [no], [no])

PHP_ARG_ENABLE([bloom-dev],
  [whether warnings are errors in bloom],
  [AS_HELP_STRING([--enable-bloom-dev], [bloom: many warnings, each an error (for its developers)])],
  [no], [no])

if test "$PHP_BLOOM" != "no"; then

  AS_CASE([$PHP_XXHASH],
    [no|yes|auto|autodetect], [
      AC_PATH_PROG([BLOOM_PKG_CONFIG], [${PKG_CONFIG:-pkg-config}], [no])
      AS_IF([test "$BLOOM_PKG_CONFIG" != "no" && "$BLOOM_PKG_CONFIG" --exists libxxhash], [
        bloom_xxhash_flags=`"$BLOOM_PKG_CONFIG" --cflags-only-I libxxhash`
      ], [
        bloom_xxhash_flags=
      ])
    ], [
      AS_IF([test ! -f "$PHP_XXHASH/include/xxhash.h"],
        [AC_MSG_ERROR([--with-xxhash=$PHP_XXHASH: there is no $PHP_XXHASH/include/xxhash.h])])
      bloom_xxhash_flags="-I$PHP_XXHASH/include"
    ])

  dnl Only the header is needed: its functions are compiled into the extension.
  AC_MSG_CHECKING([for xxhash.h 0.8.0 or later])
  bloom_saved_CPPFLAGS=$CPPFLAGS
  CPPFLAGS="$CPPFLAGS $bloom_xxhash_flags"
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
      #define XXH_INLINE_ALL
      #include <xxhash.h>
      #if XXH_VERSION_NUMBER < 800
      #error "too old"
      #endif
    ]], [[return (int)XXH3_128bits("", 0).low64;]])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([bloom needs the header of xxhash, 0.8.0 or later, to be built. Install
    Debian, Ubuntu:  apt install libxxhash-dev
    Alpine:          apk add xxhash-dev
    Fedora:          dnf install xxhash-devel
    macOS:           brew install xxhash
  or name the directory that holds include/xxhash.h: --with-xxhash=DIR])])
  CPPFLAGS=$bloom_saved_CPPFLAGS
  PHP_EVAL_INCLINE([$bloom_xxhash_flags])

  dnl The same lists are in config.w32; "./dev package --check" compares them with each other and with the tree.
  bloom_library_sources="
    src/core/block.c
    src/core/checksum.c
    src/core/counting.c
    src/core/cuckoo.c
    src/core/image.c
    src/core/kind.c
    src/core/plain.c
    src/core/rotating.c
    src/core/scalable.c
    src/core/sizing.c
    src/core/status.c
    src/shm/durability.c
    src/shm/error.c
    src/shm/file.c
    src/shm/filter.c
    src/shm/lock.c
    src/shm/os_posix.c
    src/shm/os_windows.c
    src/shm/rebuild.c
    src/shm/resolve.c
    src/shm/store.c
    src/shm/table.c"
  bloom_php_sources="
    bloom.c
    src/php/bloom_filter.c
    src/php/classes.c
    src/php/deletable.c
    src/php/errors.c
    src/php/filter_methods.c
    src/php/filter_object.c
    src/php/hash_key.c
    src/php/items.c
    src/php/kind_info.c
    src/php/persistence.c
    src/php/plan.c
    src/php/shared.c
    src/php/shared_memory.c"

  dnl No -march: what only some processors have is compiled for them and chosen at run time.
  bloom_flags="-std=gnu11 -fvisibility=hidden -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1"
  bloom_library_flags=$bloom_flags
  bloom_php_flags=$bloom_flags
  AS_IF([test "$PHP_BLOOM_DEV" != "no"], [
    bloom_warnings="-Wall -Wextra -Wshadow -Wconversion -Werror"
    bloom_library_flags="$bloom_flags $bloom_warnings"
    dnl PHP's own headers are not clean: as system headers they don't warn. Its macros shadow names by design.
    for bloom_directory in "" /main /Zend /TSRM /ext; do
      bloom_system="$bloom_system -isystem $phpincludedir$bloom_directory"
    done
    bloom_php_flags="$bloom_flags $bloom_warnings -Wno-shadow $bloom_system"
  ])

  dnl The mutex of src/shm; part of the C library where this is an empty library.
  PHP_ADD_LIBRARY([pthread],, [BLOOM_SHARED_LIBADD])
  PHP_SUBST([BLOOM_SHARED_LIBADD])

  PHP_NEW_EXTENSION([bloom], [$bloom_php_sources], [$ext_shared],, [$bloom_php_flags])
  AS_IF([test "$ext_shared" != "no"], [
    PHP_ADD_SOURCES_X([$ext_dir], [$bloom_library_sources], [$bloom_library_flags], [shared_objects_bloom], [yes])
  ], [
    PHP_ADD_SOURCES([$ext_dir], [$bloom_library_sources], [$bloom_library_flags])
  ])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/core])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/php])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/shm])
  PHP_ADD_INCLUDE([$ext_srcdir])
  PHP_ADD_INCLUDE([$ext_srcdir/src])
fi
