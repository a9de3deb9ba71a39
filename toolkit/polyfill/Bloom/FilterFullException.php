<?php

declare(strict_types=1);

namespace Bloom;

/** A filter with a hard capacity has no place left. */
final class FilterFullException extends FilterException {}
