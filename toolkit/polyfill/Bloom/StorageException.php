<?php

declare(strict_types=1);

namespace Bloom;

/** No space, no permission, memory_limit, or a version of a filter that is no longer in use. */
final class StorageException extends FilterException {}
