<?php

declare(strict_types=1);

namespace Bloom;

/** Anything that goes wrong with a filter other than a wrong argument. */
class FilterException extends \RuntimeException {}
