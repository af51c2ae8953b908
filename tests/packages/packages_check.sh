#!/bin/sh
# Do the Debian packages install and run on a Debian that has nothing else? packages_check.sh BUILD SOURCE
# Makes them, and a fresh root with them and what they depend on, from the sources of this machine's apt; calls what they
# install there, in that root. Without mmdebstrap or on another distribution: 69.
set -eu
build=$1 source=$2
# shellcheck disable=SC1091
suite=$(. /etc/os-release; echo "${ID:-}:${VERSION_CODENAME:-}")
for program in mmdebstrap dpkg-shlibdeps dpkg-scanpackages; do
  command -v $program >/dev/null || { echo "no $program"; exit 69; }
done
case $suite in debian:*) suite=${suite#debian:} ;; *) echo "no Debian: $suite"; exit 69 ;; esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # what apt fetches with, reads it
cpack -G DEB --config "$build/CPackConfig.cmake" -B "$folder/packages" >"$folder/log" || { cat "$folder/log"; exit 1; }
cd "$folder/packages"
rm -rf _CPack_Packages
test "$(printf '%s\n' ./*.deb | wc -l)" = 5
for package in ./*.deb; do
  dpkg-deb -f "$package" Package Depends Recommends
done
# Each depends on what it needs, and no more: the library and the checker on no MPI, data and text on nothing.
for package in ./libzermelo-book1_*.deb ./libzermelo-book-dev_*.deb ./python3-zermelo_*.deb ./zermelo-doc_*.deb; do
  if dpkg-deb -f "$package" Depends | grep -q -e mpi -e gomp; then
    echo "$package depends on MPI or OpenMP" >&2
    exit 1
  fi
done
dpkg-deb -f ./zermelo_*.deb Depends | grep -q libopenmpi
dpkg-deb -f ./libzermelo-book-dev_*.deb Depends | grep -q 'libzermelo-book1 (= '
dpkg-scanpackages -m . >Packages 2>/dev/null

cat >"$folder/inside" <<'INSIDE'
set -eux
cd /tmp
zermelo --version
if command -v cc; then exit 1; fi # nothing else is there
test "$(zermelo solve connect4:4x4 --threads 1 | cut -f2)" = draw
zermelo verify --only 'mnk:3,3,*' --effort quick --threads 1 # its table of known values is found
zermelo solve mnk:4,3,3 --certificate c.h5 --threads 1
zermelo-check c.h5 | grep 'accepted$'
zermelo book connect4:4x4 --plies 3 --threads 1 -o b.h5
python3 - <<'PYTHON'
import zermelo
with zermelo.open("b.h5") as book:
    print(book.probe(""))
PYTHON
for file in man/man1/zermelo-solve.1 bash-completion/completions/zermelo zsh/vendor-completions/_zermelo \
            fish/vendor_completions.d/zermelo.fish doc/zermelo/copyright zermelo/known_values.csv; do
  test -s /usr/share/$file
done
# And with a compiler a program finds the library.
apt-get install -qq --no-install-recommends gcc libc6-dev pkg-config >/dev/null
cc /usr/share/doc/zermelo/examples/probe_any.c $(pkg-config --cflags --libs zermelo-book) -o probe_any
./probe_any b.h5 | grep -q connect4
INSIDE
find /etc/apt -name '*.sources' -o -name sources.list -size +0 | sort >"$folder/sources"
# shellcheck disable=SC2046
mmdebstrap --variant=minbase --format=null --quiet \
  --include=zermelo,libzermelo-book-dev,python3-zermelo,zermelo-doc \
  --customize-hook="copy-in $folder/inside /tmp" --customize-hook='chroot "$1" sh /tmp/inside' \
  "$suite" - $(cat "$folder/sources") "deb [trusted=yes] copy:$folder/packages ./" >/dev/null
