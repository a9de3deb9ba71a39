<?php

declare(strict_types=1);

/* The application behind the web server: who may pass with this token? */

namespace Bloom\Demo;

require __DIR__ . '/tokens.php';

header('X-Worker: ' . getmypid());
$path = $_SERVER['REQUEST_URI'];
if ($path === '/ping') {
    exit('pong');
}

$id = verified_id(substr($_SERVER['HTTP_AUTHORIZATION'] ?? '', strlen('Bearer ')));
if ($id === null) {
    http_response_code(400);
    exit('no valid token');
}
$database = database((string) getenv('DEMO_DATABASE'));
$revoked = revoked_filter($database);

if ($path === '/revoke') {
    $revoked->add($id);   // before the row can be seen, so that no crash leaves a hole
    $database->prepare('INSERT OR IGNORE INTO revoked (id) VALUES (?)')->execute([$id]);
    $revoked->add($id);   // and after, for a rebuild that read the table in between
    exit('revoked');
}

if (!$revoked->mightContain($id)) {
    exit('welcome');      // certainly not revoked: nobody was asked
}
header('X-Asked-Database: 1');
$query = $database->prepare('SELECT 1 FROM revoked WHERE id = ?');
$query->execute([$id]);
if ($query->fetchColumn() !== false) {
    http_response_code(401);
    exit('this token has been revoked');
}
if ($revoked->isReady()) {
    $revoked->reportFalsePositives();
}
echo 'welcome';
