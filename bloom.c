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
#include "php/shared.h"

ZEND_DECLARE_MODULE_GLOBALS(bloom)

#ifdef COMPILE_DL_BLOOM
#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif
ZEND_GET_MODULE(bloom)
#endif

static ZEND_INI_MH(on_update_hash_key)
{
    (void)entry;
    (void)mh_arg1;
    (void)mh_arg2;
    (void)mh_arg3;
    (void)stage;
    php_bloom_hash_key_of_setting(&BLOOM_G(hash_key), new_value);
    return SUCCESS;
}

/* phpinfo() pages get pasted into bug reports: show which key, not the key. */
static ZEND_INI_DISP(display_hash_key)
{
    const zend_string *value = type == ZEND_INI_DISPLAY_ORIG && ini_entry->modified
                                   ? ini_entry->orig_value
                                   : ini_entry->value;
    bloom_hash_key_t key;
    char text[PHP_BLOOM_HASH_KEY_TEXT_BYTES];
    php_bloom_hash_key_of_setting(&key, value);
    php_bloom_hash_key_describe(&key, text);
    PHPWRITE(text, strlen(text));
}

/* Seconds up to a day: whoever sets more wants "for ever", and nothing here waits without bound. */
static ZEND_INI_MH(on_update_seconds)
{
    const char *end = ZSTR_VAL(new_value);
    double seconds = zend_strtod(ZSTR_VAL(new_value), &end);
    bool is_number = end != ZSTR_VAL(new_value) && *end == '\0'; /* "5m" would be 5 seconds */
    if (!is_number || !(seconds >= 0 && seconds <= 86400)) {
        zend_error(E_WARNING, "%s must be between 0 and 86400 seconds, a number without a unit",
                   ZSTR_VAL(entry->name));
        return FAILURE;
    }
    return OnUpdateReal(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
}

PHP_INI_BEGIN()
    PHP_INI_ENTRY_EX("bloom.hash_key", "", PHP_INI_SYSTEM, on_update_hash_key, display_hash_key)
    STD_PHP_INI_ENTRY("bloom.shm_dir", "", PHP_INI_SYSTEM, OnUpdateString, shm_dir,
                      zend_bloom_globals, bloom_globals)
    STD_PHP_INI_ENTRY("bloom.shm_max_size", "0", PHP_INI_SYSTEM, OnUpdateLongGEZero, shm_max_size,
                      zend_bloom_globals, bloom_globals)
    STD_PHP_INI_ENTRY("bloom.lock_timeout", "5", PHP_INI_ALL, on_update_seconds, lock_timeout,
                      zend_bloom_globals, bloom_globals)
    STD_PHP_INI_ENTRY("bloom.load_retry", "1", PHP_INI_ALL, on_update_seconds, load_retry,
                      zend_bloom_globals, bloom_globals)
    STD_PHP_INI_ENTRY("bloom.revalidate", "1", PHP_INI_ALL, on_update_seconds, revalidate,
                      zend_bloom_globals, bloom_globals)
    STD_PHP_INI_BOOLEAN("bloom.stats", "1", PHP_INI_ALL, OnUpdateBool, stats, zend_bloom_globals,
                        bloom_globals)
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
    php_bloom_hash_key_startup();
    bloom_plain_select(false);
    bloom_store_startup();
    php_bloom_register_classes();
    return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(bloom)
{
    (void)type;
    bloom_store_shutdown();
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
    php_bloom_hash_key_hide();
    bloom_store_sweep();
    return SUCCESS;
}

static PHP_RSHUTDOWN_FUNCTION(bloom)
{
    (void)type;
    (void)module_number;
    bloom_shm_request_end();
    return SUCCESS;
}

/* The directory's figures of this moment. */
static void print_store(void)
{
    bloom_shm_options_t options = php_bloom_shared_options();
    bloom_store_usage_t usage;
    bloom_shm_error_t error;
    char text[256];
    php_info_print_table_start();
    php_info_print_table_colspan_header(2, "Shared filters");
    if (bloom_store_usage(&options, &usage, &error) != BLOOM_SHM_OK) {
        php_info_print_table_row(2, "Not usable", error.clause);
        php_info_print_table_end();
        return;
    }
    php_info_print_table_row(2, "Directory", usage.directory);
    if (!usage.exists) {
        php_info_print_table_row(2, "Filters",
                                 BLOOM_G(shm_dir)[0] == '\0'
                                     ? "none yet; the directory will be made on first use"
                                     : "none; the directory does not exist, create it");
    } else {
        php_info_print_table_row(2, "Filesystem", usage.filesystem);
        snprintf(text, sizeof text, "%" PRIu64 ", %.1f MB", usage.filter_count,
                 (double)usage.used_bytes / 1e6);
        php_info_print_table_row(2, "Filters", text);
        snprintf(text, sizeof text, "%.1f MB", (double)usage.available_bytes / 1e6);
        php_info_print_table_row(2, "Available", text);
        snprintf(text, sizeof text, "%" PRIu64 ", %.1f MB", usage.mapping_count,
                 (double)usage.mapped_bytes / 1e6);
        php_info_print_table_row(2, "Mapped by this process", text);
    }
    php_info_print_table_end();
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
    php_info_print_table_row(2, "Kinds", "bloom, counting, scalable, rotating, cuckoo");
    php_info_print_table_end();
    print_store();
    DISPLAY_INI_ENTRIES();
}

static const zend_module_dep dependencies[] = {ZEND_MOD_REQUIRED("hash") ZEND_MOD_REQUIRED("spl")
                                                   ZEND_MOD_END};

zend_module_entry bloom_module_entry = {STANDARD_MODULE_HEADER_EX,
                                        NULL,
                                        dependencies,
                                        "bloom",
                                        NULL,
                                        PHP_MINIT(bloom),
                                        PHP_MSHUTDOWN(bloom),
                                        PHP_RINIT(bloom),
                                        PHP_RSHUTDOWN(bloom),
                                        PHP_MINFO(bloom),
                                        PHP_BLOOM_VERSION,
                                        PHP_MODULE_GLOBALS(bloom),
                                        PHP_GINIT(bloom),
                                        NULL,
                                        NULL,
                                        STANDARD_MODULE_PROPERTIES_EX};
