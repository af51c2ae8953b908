#!/bin/sh
# Is what gets installed enough for a play engine? install_check.sh BUILD SOURCE ZERMELO
# Installs, builds the examples against the library by pkg-config and by CMake, reads a book and tables with both,
# and lets h5dump and h5py look at the files.
set -eu
build=$1 source=$2 zermelo=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --prefix "$folder/usr" >/dev/null
"$folder/usr/bin/zermelo" --version >/dev/null
test -f "$folder/usr/share/man/man1/zermelo.1"
test -f "$folder/usr/share/zermelo/known_values.csv"
"$folder/usr/bin/zermelo" book connect4:4x4 --plies 5 --score --threads 1 -o "$folder/book.h5" --quiet >/dev/null
"$folder/usr/bin/zermelo" tablebase draughts:6x6 --pieces 3 --distances --threads 1 -o "$folder/tables.h5" --quiet >/dev/null
lib=$(dirname "$(find "$folder/usr" -name libzermelo-book.so)")
flags=$(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --define-variable=prefix="$folder/usr" --cflags --libs zermelo-book)
for example in probe_book probe_tables time_tables; do
  # shellcheck disable=SC2086
  cc "$source/examples/$example.c" $flags -Wl,-rpath,"$lib" -o "$folder/$example"
done
positions="W:WK1,K5:BK13 B:WK1,5:BK13 W:W8:BK3,K18 W:WK1:B W:WK1:B5,6,7"
"$folder/time_tables" "$folder/tables.h5" 100 | grep -q '^100 of 100 found'
{
  "$folder/probe_book" "$folder/book.h5"
  # shellcheck disable=SC2086
  "$folder/probe_tables" "$folder/tables.h5" $positions
} >"$folder/one"
mkdir "$folder/project"
cat >"$folder/project/CMakeLists.txt" <<END
cmake_minimum_required (VERSION 3.25)
project (probe C)
find_package (zermelo-book 0.1 REQUIRED)
foreach (example probe_book probe_tables)
  add_executable (\${example} $source/examples/\${example}.c)
  target_link_libraries (\${example} zermelo::zermelo-book)
endforeach ()
END
cmake -S "$folder/project" -B "$folder/project/build" -DCMAKE_PREFIX_PATH="$folder/usr" >/dev/null
cmake --build "$folder/project/build" >/dev/null
{
  "$folder/project/build/probe_book" "$folder/book.h5"
  # shellcheck disable=SC2086
  "$folder/project/build/probe_tables" "$folder/tables.h5" $positions
} >"$folder/two"
cmp "$folder/one" "$folder/two"
grep -q connect4 "$folder/one"
grep -qx "W:WK1,K5:BK13 win in 23 plies" "$folder/one"
grep -qx "W:WK1:B5,6,7 is not in these tables" "$folder/one"
if ldd "$folder/probe_tables" | grep -qi -e libmpi -e libgomp; then
  echo "libzermelo-book needs MPI or OpenMP" >&2
  exit 1
fi
test "$(nm -D --defined-only "$lib/libzermelo-book.so" | awk '$2 == "T" && $3 !~ /^_/ {print $3}' | grep -vcE '^zermelo_(book|tables)_')" = 0
h5dump -d /book/value "$folder/book.h5" >/dev/null
/usr/bin/python3 "$source/tests/command/book_h5py.py" "$folder/book.h5" game=connect4 board=4x4 rules=standard
