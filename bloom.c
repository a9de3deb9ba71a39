/* The module's life cycle: INI, start-up in order, phpinfo(). Everything else is in src/. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "php_bloom.h"

#include "ext/standard/info.h"
#include "php_ini.h"
#include "SAPI.h"
#include "zend_interfaces.h"

#include "core/hash.h"
#include "core/plain.h"
#include "php/classes.h"
#include "php/hash_key.h"

ZEND_DECLARE_MODULE_GLOBALS(bloom)

#ifdef COMPILE_DL_BLOOM
#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif
ZEND_GET_MODULE(bloom)
#endif

static ZEND_INI_MH(on_update_hash_key)
{
    php_bloom_hash_key_derive(&BLOOM_G(hash_key), new_value != NULL ? ZSTR_VAL(new_value) : "",
                              new_value != NULL ? ZSTR_LEN(new_value) : 0);
    return OnUpdateString(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
}

/* phpinfo() pages get pasted into bug reports: show which key, not the key. */
static ZEND_INI_DISP(display_hash_key)
{
    const zend_string *value = type == ZEND_INI_DISPLAY_ORIG && ini_entry->modified
                                   ? ini_entry->orig_value
                                   : ini_entry->value;
    bloom_hash_key_t key;
    php_bloom_hash_key_derive(&key, value != NULL ? ZSTR_VAL(value) : "",
                              value != NULL ? ZSTR_LEN(value) : 0);
    if (key.is_public) {
        php_printf("public key");
    } else {
        php_printf("secret key, fingerprint %016" PRIx64, key.fingerprint);
    }
}

PHP_INI_BEGIN()
    STD_PHP_INI_ENTRY_EX("bloom.hash_key", "", PHP_INI_SYSTEM, on_update_hash_key, hash_key_setting,
                         zend_bloom_globals, bloom_globals, display_hash_key)
PHP_INI_END()

static PHP_GINIT_FUNCTION(bloom)
{
#if defined(COMPILE_DL_BLOOM) && defined(ZTS)
    ZEND_TSRMLS_CACHE_UPDATE();
#endif
    memset(bloom_globals, 0, sizeof *bloom_globals);
    php_bloom_hash_key_derive(&bloom_globals->hash_key, "", 0);
}

static PHP_MINIT_FUNCTION(bloom)
{
    (void)type;
    REGISTER_INI_ENTRIES();
    bloom_plain_select(false);
    php_bloom_register_classes();
    return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(bloom)
{
    (void)type;
    UNREGISTER_INI_ENTRIES();
    return SUCCESS;
}

static PHP_RINIT_FUNCTION(bloom)
{
    (void)type;
    (void)module_number;
#if defined(COMPILE_DL_BLOOM) && defined(ZTS)
    ZEND_TSRMLS_CACHE_UPDATE();
#endif
    return SUCCESS;
}

static PHP_MINFO_FUNCTION(bloom)
{
    (void)zend_module;
    char format[16];
    snprintf(format, sizeof format, "%u", BLOOM_FORMAT_VERSION);
    php_info_print_table_start();
    php_info_print_table_row(2, "Bloom filters", "enabled");
    php_info_print_table_row(2, "Version", PHP_BLOOM_VERSION);
    php_info_print_table_row(2, "Image format", format);
    php_info_print_table_row(2, "Hash",
                             "XXH3 (128 bit), xxhash " ZEND_TOSTR(XXH_VERSION_MAJOR) "." ZEND_TOSTR(
                                 XXH_VERSION_MINOR) "." ZEND_TOSTR(XXH_VERSION_RELEASE));
    php_info_print_table_row(2, "Lookups", bloom_plain_implementation());
    php_info_print_table_row(2, "Kinds", "bloom");
    php_info_print_table_end();
    DISPLAY_INI_ENTRIES();
}

/* These macros bring their own commas, which clang-format cannot know. */
/* clang-format off */
static const zend_module_dep dependencies[] = {
    ZEND_MOD_REQUIRED("hash")
    ZEND_MOD_REQUIRED("spl")
    ZEND_MOD_END
};
/* clang-format on */

zend_module_entry bloom_module_entry = {
    STANDARD_MODULE_HEADER_EX,
    NULL,
    dependencies,
    "bloom",
    NULL,
    PHP_MINIT(bloom),
    PHP_MSHUTDOWN(bloom),
    PHP_RINIT(bloom),
    NULL,
    PHP_MINFO(bloom),
    PHP_BLOOM_VERSION,
    PHP_MODULE_GLOBALS(bloom),
    PHP_GINIT(bloom),
    NULL,
    NULL,
    STANDARD_MODULE_PROPERTIES_EX,
};
