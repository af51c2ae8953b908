# What `cmake --install` puts where: the command with its man page, completion and data; libzermelo-book with
# header, CMake package and pkg-config file.
include (CMakePackageConfigHelpers)

install (TARGETS zermelo-command RUNTIME)
install (FILES jobs/zermelo.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install (FILES jobs/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME zermelo)
install (DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/zermelo)
install (FILES slurm/job.sbatch slurm/merge.sbatch DESTINATION ${CMAKE_INSTALL_DATADIR}/zermelo/slurm)

install (TARGETS zermelo-book EXPORT zermelo-book LIBRARY
         PUBLIC_HEADER DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/zermelo)
set (package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/zermelo-book)
install (EXPORT zermelo-book NAMESPACE zermelo:: FILE zermelo-book-config.cmake DESTINATION ${package_folder})
write_basic_package_version_file (${PROJECT_BINARY_DIR}/zermelo-book-config-version.cmake
                                  COMPATIBILITY SameMinorVersion)
install (FILES ${PROJECT_BINARY_DIR}/zermelo-book-config-version.cmake DESTINATION ${package_folder})
configure_file (cmake/zermelo-book.pc.in zermelo-book.pc @ONLY)
install (FILES ${PROJECT_BINARY_DIR}/zermelo-book.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
