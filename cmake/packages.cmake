# Debian packages of what cmake/install.cmake installs: `cpack --preset release` after a release build. What each depends on
# is found by dpkg-shlibdeps (dpkg-dev). tests/packages installs them on a Debian without anything else, and runs them there.
set (CPACK_GENERATOR DEB)
set (CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set (CPACK_PACKAGE_CONTACT "The Zermelo authors")
set (CPACK_PACKAGING_INSTALL_PREFIX /usr)
set (CPACK_STRIP_FILES ON)
set (CPACK_COMPONENTS_ALL command library development documentation python)
set (CPACK_DEB_COMPONENT_INSTALL ON)
set (CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set (CPACK_DEBIAN_PACKAGE_RELEASE 1)
set (CPACK_DEBIAN_PACKAGE_SECTION games)
set (CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# debian_package (COMPONENT NAME SUMMARY TEXT [VARIABLE VALUE]...): the value of a variable CPACK_DEBIAN_COMPONENT_VARIABLE.
macro (debian_package component name summary text)
  string (TOUPPER ${component} upper)
  set (CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set (CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${text}")
  set (settings ${ARGN})
  while (settings)
    list (POP_FRONT settings variable value)
    set (CPACK_DEBIAN_${upper}_${variable} "${value}")
  endwhile ()
  install (FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} RENAME copyright COMPONENT ${component} EXCLUDE_FROM_ALL)
endmacro ()

set (same_version "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
debian_package (command zermelo "solver for board games, and checker of its proofs"
  "Zermelo decides who wins positions of m,n,k-games, Connect Four and Italian draughts when both sides play perfectly, on one machine or on the nodes of a cluster. It writes opening books, endgame tables and proofs; zermelo-check, a program of its own, checks the proofs."
  PACKAGE_SHLIBDEPS ON PACKAGE_RECOMMENDS "gnuplot-nox, openmpi-bin"
  PACKAGE_SUGGESTS "hdf5-tools, libzermelo-book-dev, python3-zermelo, slurm-client, zermelo-doc")
debian_package (library libzermelo-book1 "reads opening books and endgame tables of Zermelo"
  "A library for programs that play: it looks up positions of m,n,k-games, Connect Four and Italian draughts in files that zermelo made."
  PACKAGE_SHLIBDEPS ON PACKAGE_GENERATE_SHLIBS ON PACKAGE_GENERATE_SHLIBS_POLICY "=" PACKAGE_SECTION libs)
debian_package (development libzermelo-book-dev "reads opening books and endgame tables of Zermelo (development)"
  "The headers of libzermelo-book, which are its manual, and what CMake and pkg-config ask."
  PACKAGE_DEPENDS "libzermelo-book1 ${same_version}" PACKAGE_SECTION libdevel)
debian_package (documentation zermelo-doc "solver for board games (examples and measurements)"
  "Programs that use the files of Zermelo, and what was measured with it."
  PACKAGE_ARCHITECTURE all PACKAGE_SECTION doc)
debian_package (python python3-zermelo "asks Zermelo about positions from Python"
  "Opens opening books, endgame tables, layers, certificates and statistics that zermelo made, and solves where libzermelo is installed."
  PACKAGE_ARCHITECTURE all PACKAGE_DEPENDS "libzermelo-book1 ${same_version}, python3 (>= 3.10), python3-h5py, python3-numpy" PACKAGE_SUGGESTS python3-pandas
  PACKAGE_SECTION python)

# Where Debian's Python looks. Elsewhere the package is installed by pip (analysis/python/README.md).
install (DIRECTORY analysis/python/zermelo DESTINATION lib/python3/dist-packages COMPONENT python EXCLUDE_FROM_ALL
         FILES_MATCHING PATTERN "*.py")
install (FILES README.md CHANGELOG.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation EXCLUDE_FROM_ALL)
install (DIRECTORY analysis/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/analysis COMPONENT documentation EXCLUDE_FROM_ALL
         FILES_MATCHING PATTERN "*.md" PATTERN python EXCLUDE)
include (CPack)
