--TEST--
Eight processes that create one filter at once and add while it is rebuilt: one load, and no add is lost
--INI--
bloom.load_retry=0
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$code = '[, $loads, $log, $prefix] = $argv;
    $filter = BloomFilter::shared("ids", 10000, 0.001, function ($filter) use ($loads) { file_put_contents($loads, "x", FILE_APPEND); });
    echo "there\n";
    fgets(STDIN);
    for ($i = 0; $i < 500; $i++) {
        file_put_contents($log, "$prefix-$i\n", FILE_APPEND);
        $filter->add("$prefix-$i");
        if (!$filter->mightContain("$prefix-$i")) echo "lost $prefix-$i at once\n";
    }
    echo "done\n";';
$directory = scratch_directory();
for ($i = 0; $i < 8; $i++) {
    $processes[$i] = proc_open('exec ' . php_command('-r', $code, "$directory/loads", "$directory/log-$i", "p$i"), [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes[$i]);
}
foreach ($pipes as $pipe) echo fgets($pipe[1]);
foreach ($pipes as $pipe) fwrite($pipe[0], "go\n");
$filter = BloomFilter::attach('ids');
for ($rebuilds = 0; $rebuilds < 5; $rebuilds++) {
    $filter->rebuild(function (BloomFilter $next) use ($directory) {
        foreach (glob("$directory/log-*") as $log) {
            $lines = explode("\n", file_get_contents($log));
            array_pop($lines); /* what comes after the last newline */
            $next->addMany($lines);
        }
    }, 10000 + 1000 * $rebuilds);
}
foreach ($processes as $i => $process) {
    echo stream_get_contents($pipes[$i][1]);
    proc_close($process);
}
$lost = 0;
for ($i = 0; $i < 8; $i++) {
    $lost += missing($filter, items(500, "p$i"));
}
var_dump($lost, file_get_contents("$directory/loads"), shared_files());
?>
--EXPECT--
there
there
there
there
there
there
there
there
done
done
done
done
done
done
done
done
int(0)
string(1) "x"
array(1) {
  [0]=>
  string(9) "ids.bloom"
}
