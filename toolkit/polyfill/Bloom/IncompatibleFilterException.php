<?php

declare(strict_types=1);

namespace Bloom;

/** Two filters, or a filter and the parameters asked for, that do not fit each other. */
final class IncompatibleFilterException extends FilterException {}
