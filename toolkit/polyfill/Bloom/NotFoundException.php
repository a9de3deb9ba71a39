<?php

declare(strict_types=1);

namespace Bloom;

/** No filter of that name or path, and the call may not create one. */
final class NotFoundException extends FilterException {}
