<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Health;

/** A new version of a filter would have been worse than the current one, which stays. */
final class RebuildRejectedException extends \Bloom\FilterException {}
