# Never run here: written to the rules of Spack's packaging guide (1.0).
#
# Copy this folder as packages/zermelo into a repository of your own, and libcsv/ as packages/libcsv (`spack repo create`,
# `spack repo add`). `spack develop --path CLONE zermelo@main` builds it from a clone of the sources.

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Zermelo(CMakePackage):
    """Decides the value of two-player board games on one machine or on a cluster, and proves it: m,n,k-games,
    Connect Four, Italian draughts."""

    license("MIT", checked_by="the Zermelo authors")

    version("main", branch="main")
    version("0.2.0", tag="v0.2.0")

    variant("plots", default=True, description="Plots in reports, by gnuplot")

    depends_on("c", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")

    depends_on("mpi@3.1:")
    depends_on("hdf5@1.10:+mpi")
    depends_on("libyaml")
    depends_on("libcsv")
    depends_on("libmicrohttpd@0.9.75:")
    depends_on("jansson@2.14:")
    depends_on("xxhash@0.8:")
    depends_on("zstd@1.4:")
    depends_on("zlib-api")
    depends_on("gnuplot", type="run", when="+plots")

    generator("ninja")

    def cmake_args(self):
        # Spack has one HDF5 for a package, the parallel one: the checker and both libraries use it, too.
        return [
            self.define("ZERMELO_HDF5", "hdf5"),
            self.define("ZERMELO_HDF5_SERIAL", "hdf5"),
            self.define("BUILD_TESTING", False),
        ]

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def solve_tictactoe(self):
        Executable(self.prefix.bin.zermelo)("solve", "mnk:3,3,3")
