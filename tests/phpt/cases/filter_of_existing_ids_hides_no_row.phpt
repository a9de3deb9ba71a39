--TEST--
Before a database, a filter of the ids that exist hides no row and spares nearly every useless query
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$rows = array_fill_keys(range(1, 5000), 'row');
$filter = filter_of(array_keys($rows), 5000);
$queries = 0;
$find = function (int $id) use ($rows, $filter, &$queries): ?string {
    if (!$filter->mightContain((string) $id)) {
        return null;
    }
    $queries++;
    return $rows[$id] ?? null;
};
$found = 0;
for ($id = 1; $id <= 10_000; $id++) {
    $found += $find($id) !== null;
}
var_dump($found, $queries < 5000 + 5000 * 0.02);
?>
--EXPECT--
int(5000)
bool(true)
