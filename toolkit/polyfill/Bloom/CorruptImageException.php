<?php

declare(strict_types=1);

namespace Bloom;

/** Bytes that are not a filter image, are damaged, truncated, of a newer version, or made under another hash key. */
final class CorruptImageException extends FilterException {}
