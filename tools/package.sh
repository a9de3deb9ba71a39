# Sourced by ../dev: the release's tarball, as "pecl package" would make it.
# shellcheck shell=bash

check_package() {
    "$php" -n tools/package.php --check
}

make_package() {
    local name list=$out/package.list
    check_package
    name=$("$php" -n tools/package.php --name)
    mkdir -p "$out"
    sed -n 's/.*<file name="\([^"]*\)".*/\1/p' package.xml >"$list"
    tar -cf "$out/$name.tar" --owner=0 --group=0 --numeric-owner --mtime=@0 package.xml
    tar -rf "$out/$name.tar" --owner=0 --group=0 --numeric-owner --mtime=@0 --transform "s|^|$name/|" -T "$list"
    gzip -9nf <"$out/$name.tar" >"$out/$name.tgz"
    rm "$out/$name.tar"
    printf '%s\n' "$out/$name.tgz"
}
