<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Polyfill;

use Bloom\CorruptImageException;

/**
 * The exported image of a plain filter: 512 bytes of header, the payload, 16 bytes of checksum
 * (src/core/FORMAT.md describes each byte).
 *
 * @internal
 */
final class Image
{
    public const HEADER_BYTES = 512;
    public const TRAILER_BYTES = 16;

    private const MAGIC = "\x89BLOOM\r\n";
    private const FORMAT_VERSION = 1;
    private const KIND_PLAIN = 1;
    private const KIND_LAST = 5; // counting, scalable, rotating and cuckoo filters
    private const GENERATION_MAX = 1 << 62;
    private const CHECKED_BYTES = 184; // of the header, by its own checksum

    private const TAKE_ANOTHER_COPY = 'take another copy, or build the filter again';
    private const PASS_AN_EXPORT = 'pass what export() returned or save() wrote for this class';
    private const UPGRADE = 'upgrade the extension here, or make the image with this release';

    public static function header(Geometry $geometry, Provenance $provenance, HashKey $key): string
    {
        $header = self::MAGIC
            . pack('vvV', self::FORMAT_VERSION, self::KIND_PLAIN, self::HEADER_BYTES)
            . pack('PPe', $geometry->payloadBytes(), $geometry->expectedItems, $geometry->falsePositiveRate)
            . $key->fingerprint
            . pack('PVV', $geometry->blockCount, $geometry->hashCount, $geometry->blocksPerItem)
            . str_repeat("\0", 64)
            . pack(
                'P5',
                $provenance->generation,
                $provenance->createdAt,
                $provenance->rebuiltAt,
                $provenance->rebuildCount,
                $provenance->lastRebuild,
            )
            . str_repeat("\0", 16);

        return str_pad($header . self::headerChecksum($header), self::HEADER_BYTES, "\0");
    }

    /**
     * Decodes the header and checks that everything in it holds together.
     *
     * @return array{Geometry, Provenance}
     *
     * @throws CorruptImageException
     */
    public static function readHeader(string $bytes, HashKey $key, string $subject): array
    {
        $comparable = min(\strlen($bytes), \strlen(self::MAGIC));
        if ($comparable === 0 || substr($bytes, 0, $comparable) !== substr(self::MAGIC, 0, $comparable)) {
            throw self::corrupt($subject, 'it is not a filter image', self::PASS_AN_EXPORT);
        }
        if (\strlen($bytes) < self::HEADER_BYTES) {
            throw self::truncated($subject);
        }
        /** @var array<string, int> $small */
        $small = unpack('vversion/vkind/Vheader', $bytes, 8);
        if ($small['version'] !== self::FORMAT_VERSION) {
            throw self::corrupt($subject, 'it has a format version that this release does not read', self::UPGRADE);
        }
        if (substr($bytes, self::CHECKED_BYTES, 8) !== self::headerChecksum(substr($bytes, 0, self::CHECKED_BYTES))) {
            throw self::corrupt($subject, 'its header is damaged (checksum mismatch)', self::TAKE_ANOTHER_COPY);
        }
        if ($small['kind'] < self::KIND_PLAIN || $small['kind'] > self::KIND_LAST) {
            throw self::corrupt($subject, 'it holds a kind of filter that this release does not know', self::UPGRADE);
        }
        if ($small['kind'] !== self::KIND_PLAIN) {
            throw self::corrupt($subject, 'it holds another kind of filter', self::PASS_AN_EXPORT);
        }
        if (substr($bytes, 40, 8) !== $key->fingerprint) {
            throw self::corrupt(
                $subject,
                'it was made under another hash key (bloom.hash_key)',
                'use the key it was made with, or build it again',
            );
        }

        /** @var array<string, int> $field */
        $field = unpack('Ppayload/Pitems/Prate/Pkey/Pblocks/Vhashes/VperItem', $bytes, 16);
        /** @var array{1: float} $rate */
        $rate = unpack('e', $bytes, 32);
        /** @var array<string, int> $origin */
        $origin = unpack('Pgeneration/Pcreated/Prebuilt/Pcount/Plast', $bytes, 128);
        $geometry = new Geometry(
            $field['items'],
            $rate[1],
            $field['blocks'],
            $field['hashes'],
            max(1, $field['perItem']),
        );
        if ($small['header'] !== self::HEADER_BYTES
            || substr($bytes, 168, 16) !== str_repeat("\0", 16)
            || substr($bytes, 64, 64) !== str_repeat("\0", 64)
            || $origin['generation'] < 1 || $origin['generation'] > self::GENERATION_MAX
            || $origin['count'] < 0 || $origin['count'] > self::GENERATION_MAX
            || $field['items'] < 1 // also above 2^63, more than any filter here is asked for
            || $field['perItem'] === 0
            || !($rate[1] >= Sizing::FPR_MIN && $rate[1] <= Sizing::FPR_MAX)
            || !Sizing::isSound($geometry, $field['payload'])
        ) {
            throw self::corrupt($subject, 'its header contradicts itself', self::TAKE_ANOTHER_COPY);
        }

        return [
            $geometry,
            new Provenance(
                $origin['generation'],
                $origin['created'],
                $origin['rebuilt'],
                $origin['count'],
                $origin['last'],
            ),
        ];
    }

    /**
     * Checks a whole exported image.
     *
     * @return array{Geometry, Provenance, string} the last is the payload
     *
     * @throws CorruptImageException
     */
    public static function read(string $image, HashKey $key, string $subject): array
    {
        [$geometry, $provenance] = self::readHeader($image, $key, $subject);
        $covered = self::HEADER_BYTES + $geometry->payloadBytes();
        if (\strlen($image) < $covered + self::TRAILER_BYTES) {
            throw self::truncated($subject);
        }
        if (\strlen($image) > $covered + self::TRAILER_BYTES) {
            throw self::corrupt(
                $subject,
                'it is followed by bytes that do not belong to it',
                self::TAKE_ANOTHER_COPY,
            );
        }
        $payload = substr($image, self::HEADER_BYTES, $geometry->payloadBytes());
        if (substr($image, $covered) !== self::trailer(substr($image, 0, self::HEADER_BYTES), $payload)) {
            throw self::corrupt($subject, 'it is damaged (checksum mismatch)', self::TAKE_ANOTHER_COPY);
        }

        return [$geometry, $provenance, $payload];
    }

    public static function trailer(string $header, string $payload): string
    {
        $context = hash_init('xxh128');
        hash_update($context, $header);
        hash_update($context, $payload);

        return hash_final($context, true);
    }

    private static function headerChecksum(string $bytes): string
    {
        return strrev(hash('xxh3', $bytes, true));
    }

    private static function truncated(string $subject): CorruptImageException
    {
        return self::corrupt($subject, 'it is truncated', self::TAKE_ANOTHER_COPY);
    }

    private static function corrupt(string $subject, string $cause, string $remedy): CorruptImageException
    {
        return new CorruptImageException("{$subject} cannot be used: {$cause}; {$remedy}");
    }
}
