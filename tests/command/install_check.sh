#!/bin/sh
# Is what gets installed enough for a play engine? install_check.sh BUILD SOURCE ZERMELO
# Installs, builds examples/probe_book.c against the library by pkg-config and by CMake, reads a book with both,
# and lets h5dump and h5py look at the file.
set -eu
build=$1 source=$2 zermelo=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --prefix "$folder/usr" >/dev/null
"$folder/usr/bin/zermelo" --version >/dev/null
test -f "$folder/usr/share/man/man1/zermelo.1"
test -f "$folder/usr/share/zermelo/known_values.csv"
"$folder/usr/bin/zermelo" book connect4:4x4 --plies 5 --score --threads 1 -o "$folder/book.h5" --quiet >/dev/null
lib=$(dirname "$(find "$folder/usr" -name libzermelo-book.so)")
flags=$(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --define-variable=prefix="$folder/usr" --cflags --libs zermelo-book)
# shellcheck disable=SC2086
cc "$source/examples/probe_book.c" $flags -Wl,-rpath,"$lib" -o "$folder/by_pkg_config"
"$folder/by_pkg_config" "$folder/book.h5" >"$folder/one"
mkdir "$folder/project"
cat >"$folder/project/CMakeLists.txt" <<END
cmake_minimum_required (VERSION 3.25)
project (probe C)
find_package (zermelo-book 0.1 REQUIRED)
add_executable (by_cmake $source/examples/probe_book.c)
target_link_libraries (by_cmake zermelo::zermelo-book)
END
cmake -S "$folder/project" -B "$folder/project/build" -DCMAKE_PREFIX_PATH="$folder/usr" >/dev/null
cmake --build "$folder/project/build" >/dev/null
"$folder/project/build/by_cmake" "$folder/book.h5" >"$folder/two"
cmp "$folder/one" "$folder/two"
grep -q connect4 "$folder/one"
if ldd "$folder/by_pkg_config" | grep -qi -e libmpi -e libgomp; then
  echo "libzermelo-book needs MPI or OpenMP" >&2
  exit 1
fi
test "$(nm -D --defined-only "$lib/libzermelo-book.so" | awk '$2 == "T" && $3 !~ /^_/ {print $3}' | grep -vc '^zermelo_book_')" = 0
h5dump -d /book/value "$folder/book.h5" >/dev/null
/usr/bin/python3 "$source/tests/command/book_h5py.py" "$folder/book.h5" game=connect4 board=4x4 rules=standard
