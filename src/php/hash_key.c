#include "php/hash_key.h"

#include <string.h>

#include "ext/hash/php_hash.h"
#include "ext/hash/php_hash_sha.h"

#define DIGEST_BYTES 32

static void digest(uint8_t output[DIGEST_BYTES], const char *purpose, const uint8_t *number,
                   const char *passphrase, size_t size_bytes)
{
    PHP_SHA256_CTX context;
    PHP_SHA256InitArgs(&context, NULL);
    PHP_SHA256Update(&context, (const unsigned char *)purpose, strlen(purpose));
    if (number != NULL) {
        PHP_SHA256Update(&context, number, 1);
    }
    PHP_SHA256Update(&context, (const unsigned char *)passphrase, size_bytes);
    PHP_SHA256Final(output, &context);
}

void php_bloom_hash_key_derive(bloom_hash_key_t *key, const char *passphrase, size_t size_bytes)
{
    memset(key, 0, sizeof *key);
    key->is_public = size_bytes == 0;
    if (key->is_public) {
        return;
    }
    for (uint8_t i = 0; i < BLOOM_HASH_SECRET_BYTES / DIGEST_BYTES; i++) {
        digest(key->secret + (size_t)i * DIGEST_BYTES, "bloom secret", &i, passphrase, size_bytes);
    }
    uint8_t fingerprint[DIGEST_BYTES];
    digest(fingerprint, "bloom fingerprint", NULL, passphrase, size_bytes);
    for (unsigned i = 8; i > 0; i--) {
        key->fingerprint = key->fingerprint << 8 | fingerprint[i - 1];
    }
    if (key->fingerprint == 0) { /* 0 means the public key */
        key->fingerprint = 1;
    }
}

static bloom_hash_key_t process_key = {.is_public = true}; /* written before there are threads */

void php_bloom_hash_key_describe(const bloom_hash_key_t *key,
                                 char text[PHP_BLOOM_HASH_KEY_TEXT_BYTES])
{
    if (key->is_public) {
        snprintf(text, PHP_BLOOM_HASH_KEY_TEXT_BYTES, "public key");
    } else {
        snprintf(text, PHP_BLOOM_HASH_KEY_TEXT_BYTES, "secret key, fingerprint %016" PRIx64,
                 key->fingerprint);
    }
}

static bool is_described_by(const bloom_hash_key_t *key, const zend_string *value)
{
    char text[PHP_BLOOM_HASH_KEY_TEXT_BYTES];
    php_bloom_hash_key_describe(key, text);
    return !key->is_public && zend_string_equals_cstr(value, text, strlen(text));
}

void php_bloom_hash_key_of_setting(bloom_hash_key_t *key, const zend_string *value)
{
    if (value == NULL) {
        php_bloom_hash_key_derive(key, "", 0);
    } else if (is_described_by(&BLOOM_G(hash_key), value)) {
        *key = BLOOM_G(hash_key);
    } else if (is_described_by(&process_key, value)) {
        *key = process_key;
    } else {
        php_bloom_hash_key_derive(key, ZSTR_VAL(value), ZSTR_LEN(value));
    }
}

void php_bloom_hash_key_hide(void)
{
    char text[PHP_BLOOM_HASH_KEY_TEXT_BYTES];
    if (BLOOM_G(hash_key).is_public) {
        return;
    }
    zend_ini_entry *entry = zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("bloom.hash_key"));
    if (entry->value == NULL || is_described_by(&BLOOM_G(hash_key), entry->value)) {
        return;
    }
    php_bloom_hash_key_describe(&BLOOM_G(hash_key), text);
    zend_string_release(entry->value);
    entry->value = zend_string_init(text, strlen(text), true);
}

void php_bloom_hash_key_startup(void)
{
    process_key = BLOOM_G(hash_key);
    php_bloom_hash_key_hide();
}
