/* bloom.hash_key: from the fleet's secret to XXH3's. */
#ifndef BLOOM_PHP_HASH_KEY_H
#define BLOOM_PHP_HASH_KEY_H

#include "php_bloom.h"

/*
 * The key of a passphrase; an empty one gives the public key. The secret is made of SHA-256 digests, so that
 * neither it nor the fingerprint (which images carry) tells anything about a passphrase that can't be guessed.
 */
void php_bloom_hash_key_derive(bloom_hash_key_t *key, const char *passphrase, size_t size_bytes);

/*
 * The passphrase is nobody's business once its key is derived: in the table of settings a description with the
 * fingerprint takes its place, for ini_get() and reflection to show. What reads the setting again (a new thread, the
 * end of a request that had a key of its own) finds the description and means the key that it describes.
 */
#define PHP_BLOOM_HASH_KEY_TEXT_BYTES 48
void php_bloom_hash_key_describe(const bloom_hash_key_t *key,
                                 char text[PHP_BLOOM_HASH_KEY_TEXT_BYTES]);

/* The key of a setting's value, be it a passphrase or a description of this thread's or the process's key. */
void php_bloom_hash_key_of_setting(bloom_hash_key_t *key, const zend_string *value);

/* At start-up, after the settings are registered: this key is the process's. */
void php_bloom_hash_key_startup(void);

/* At the start of a request: hides a passphrase that the server has set since, for a pool or a directory. */
void php_bloom_hash_key_hide(void);

#endif
