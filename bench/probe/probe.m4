PHP_ARG_ENABLE([bloom-probe],
  [whether to build the yardsticks of bloom's benchmarks],
  [AS_HELP_STRING([--enable-bloom-probe], [Build the yardsticks of bloom's benchmarks])],
  [yes])

PHP_ARG_WITH([bloom-source],
  [for bloom's src directory],
  [AS_HELP_STRING([--with-bloom-source=DIR], [Where core/block.h lies])],
  [no], [no])

PHP_ARG_WITH([xxhash],
  [for xxhash's header],
  [AS_HELP_STRING([--with-xxhash=DIR], [Where include/xxhash.h lies, if the compiler does not find it])],
  [no], [no])

if test "$PHP_BLOOM_PROBE" != "no"; then
  if test ! -f "$PHP_BLOOM_SOURCE/core/block.h"; then
    AC_MSG_ERROR([--with-bloom-source=DIR must name the directory that holds core/block.h])
  fi
  PHP_ADD_INCLUDE([$PHP_BLOOM_SOURCE])
  if test "$PHP_XXHASH" != "no" && test "$PHP_XXHASH" != "yes"; then
    PHP_ADD_INCLUDE([$PHP_XXHASH/include])
  fi
  PHP_NEW_EXTENSION([bloom_probe], [probe.c], [$ext_shared])
fi
