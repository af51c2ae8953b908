#!/bin/sh
# Is what gets installed enough for a play engine? install_check.sh BUILD SOURCE
# Installs with a prefix that was not configured and moves everything once more; builds the checker alone and the examples
# against the library by pkg-config and by CMake, reads a book and tables with both, and lets h5dump and h5py look at
# the files.
set -eu
build=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --prefix "$folder/first" >/dev/null
mv "$folder/first" "$folder/usr"
"$folder/usr/bin/zermelo" --version >/dev/null
test "$("$folder/usr/bin/zermelo" --version | head -1)" = "zermelo $(sed -n 's/^project (zermelo VERSION \([0-9.]*\) .*/\1/p' "$source/CMakeLists.txt")"
for page in man1/zermelo.1 man1/zermelo-check.1 man1/zermelo-solve.1 man5/zermelo-jobs.5 man5/zermelo-files.5; do
  cmp "$build/manual/${page#*/}" "$folder/usr/share/man/$page"
done
for file in bash-completion/completions/zermelo zsh/site-functions/_zermelo fish/vendor_completions.d/zermelo.fish zermelo/known_values.csv \
    zermelo/books/connect4_7x6.h5; do
  test -f "$folder/usr/share/$file"
done
"$folder/usr/bin/zermelo" book connect4:4x4 --plies 5 --score --threads 1 -o "$folder/book.h5" --quiet >/dev/null
"$folder/usr/bin/zermelo" tablebase draughts:6x6 --pieces 3 --distances --threads 1 -o "$folder/tables.h5" --quiet >/dev/null
# The checker: as installed, built alone by the line that its page gives, and the one in Python.
"$folder/usr/bin/zermelo" solve mnk:5,4,4 --certificate "$folder/certificate.h5" --threads 1 --quiet >/dev/null
"$folder/usr/bin/zermelo" export "$folder/certificate.h5" --format text -o "$folder/certificate.txt" --quiet >/dev/null
"$folder/usr/bin/zermelo-check" "$folder/certificate.h5" | grep -q 'accepted$'
test "$("$folder/usr/bin/zermelo-check" --help | wc -L)" -le 80
mkdir -p "$folder/alone/solver"
cp -r "$source/solver/checker" "$folder/alone/solver"
line=$(sed -n 's/\\-/-/g; /^cc /p' "$folder/usr/share/man/man1/zermelo-check.1")
(cd "$folder/alone" && sh -c "$line")
"$folder/alone/zermelo-check" "$folder/certificate.h5" | grep -q 'accepted$'
if ldd "$folder/usr/bin/zermelo-check" "$folder/alone/zermelo-check" | grep -qi -e libmpi -e zermelo-book; then
  echo "zermelo-check needs more than HDF5" >&2
  exit 1
fi
python3 "$(find "$folder/usr" -name check_certificate.py)" "$folder/certificate.txt" | grep -q 'accepted$'
lib=$(dirname "$(find "$folder/usr" -name libzermelo-book.so)")
examples=$(dirname "$(find "$folder/usr" -name probe_any.c)")
export PKG_CONFIG_PATH="$lib/pkgconfig"
for variable in prefix libdir includedir; do # a name in none of which another place stands
  found=$(realpath "$(pkg-config --variable=$variable zermelo-book)")
  case $found in
  "$folder/usr" | "$folder/usr"/*) ;;
  *) echo "zermelo-book.pc: $variable is $found" >&2; exit 1 ;;
  esac
done
flags=$(pkg-config --cflags --libs zermelo-book)
for example in probe_any time_probes engine_with_book; do
  # shellcheck disable=SC2086
  cc "$examples/$example.c" $flags -Wl,-rpath,"$lib" -o "$folder/$example"
done
positions="W:WK1,K5:BK13 B:WK1,5:BK13 W:W8:BK3,K18 W:WK1:B W:WK1:B5,6,7"
printf '%s\n' $positions | "$folder/time_probes" "$folder/tables.h5" | grep -q '^4 of 5 known'
{
  "$folder/probe_any" "$folder/book.h5" 12
  # shellcheck disable=SC2086
  "$folder/probe_any" "$folder/tables.h5" $positions
} >"$folder/one"
cmake -S "$examples" -B "$folder/project" -DCMAKE_PREFIX_PATH="$folder/usr" >/dev/null
cmake --build "$folder/project" >/dev/null
{
  "$folder/project/probe_any" "$folder/book.h5" 12
  # shellcheck disable=SC2086
  "$folder/project/probe_any" "$folder/tables.h5" $positions
} >"$folder/two"
cmp "$folder/one" "$folder/two"
grep -q connect4 "$folder/one"
test "$(grep "^12	" "$folder/one" | cut -f 1-3)" = "$("$folder/usr/bin/zermelo" probe "$folder/book.h5" 12 | cut -f 1-3)"
grep -q "^W:WK1,K5:BK13	win	.*	23$" "$folder/one"
grep -q "^W:WK1:B5,6,7	unknown	-	-$" "$folder/one"
# The name of the target is where one looks for it.
for text in "$source/README.md" "$folder/usr/share/man/man1/zermelo.1" "$folder/usr/include/zermelo/probe.h"; do
  grep -q 'zermelo::zermelo-book' "$text"
  grep -q 'pkg' "$text"
done
# No file of text knows where it was built or first installed to.
if grep -rIl -e "$folder/first" -e "$build" "$folder/usr" >&2; then
  echo "the files above cannot be moved" >&2
  exit 1
fi
if ldd "$folder/probe_any" | grep -qi -e libmpi -e libgomp; then
  echo "libzermelo-book needs MPI or OpenMP" >&2
  exit 1
fi
test "$(nm -D --defined-only "$lib/libzermelo-book.so" | awk '$2 == "T" && $3 !~ /^_/ {print $3}' | grep -vcE '^zermelo_')" = 0
readelf -dW "$lib/libzermelo-book.so" | grep -q 'SONAME.*libzermelo-book.so.1'
for binary in "$folder/usr/bin/zermelo" "$folder/usr/bin/zermelo-check" "$lib/libzermelo-book.so"; do # as cmake/hardening.cmake says
  readelf -hW "$binary" | grep -q 'Type: *DYN'
  readelf -lW "$binary" | grep -q GNU_RELRO
  readelf -dW "$binary" | grep -q BIND_NOW
  readelf --dyn-syms -W "$binary" | grep -q __stack_chk_fail
  readelf --dyn-syms -W "$binary" | grep -q '__[a-z]*_chk@'
done
readelf -dW "$folder/usr/bin/zermelo" | grep -q 'FLAGS_1.*PIE'
h5dump -d /book/value "$folder/book.h5" >/dev/null
/usr/bin/python3 "$source/tests/command/book_h5py.py" "$folder/book.h5" game=connect4 board=4x4 rules=standard
