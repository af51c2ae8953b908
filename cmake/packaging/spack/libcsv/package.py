# Never run here. Spack has no libcsv: download libcsv-3.0.3.tar.gz yourself, into the folder where Spack is called
# (`spack install --no-checksum`).

from spack_repo.builtin.build_systems.autotools import AutotoolsPackage

from spack.package import *


class Libcsv(AutotoolsPackage):
    """Reads and writes CSV: a small parser in C."""

    manual_download = True
    license("LGPL-2.1-or-later")

    version("3.0.3")

    depends_on("c", type="build")
