--TEST--
The array that mightContainMany() returns can be appended to, changed and sorted
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(1000);
foreach ([['a', 'b', 'c'], [5 => 'a', 9 => 'b'], ['k' => 'a'], new ArrayIterator(['a', 'b'])] as $items) {
    $answers = $filter->mightContainMany($items);
    $copy = $answers;
    $answers[] = true;
    $answers['new'] = true;
    unset($answers[array_key_first($answers)]);
    asort($answers);
    echo json_encode($answers), ' ', json_encode($copy), "\n";
}
?>
--EXPECT--
{"1":false,"2":false,"3":true,"new":true} [false,false,false]
{"9":false,"10":true,"new":true} {"5":false,"9":false}
{"0":true,"new":true} {"k":false}
{"1":false,"2":true,"new":true} [false,false]
