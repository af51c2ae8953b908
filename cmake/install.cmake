# What `cmake --install` puts where: the command and the checker with their man pages, completions and data; the two
# libraries with headers, CMake packages and pkg-config files; examples. Everything finds the rest from where it stands itself, so the
# prefix may be another one when it is installed, and the whole folder may be moved afterwards.
include (CMakePackageConfigHelpers)

install (TARGETS zermelo-command zermelo-check RUNTIME COMPONENT command)
install (FILES ${PROJECT_BINARY_DIR}/bin/pbrain-zermelo DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command) # a link to zermelo
install (DIRECTORY ${PROJECT_BINARY_DIR}/manual/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command FILES_MATCHING PATTERN "*.1"
         PATTERN written EXCLUDE)
install (FILES ${PROJECT_BINARY_DIR}/manual/zermelo-jobs.5 ${PROJECT_BINARY_DIR}/manual/zermelo-files.5
         DESTINATION ${CMAKE_INSTALL_MANDIR}/man5 COMPONENT command)
# zsh looks in the first of its folders below /usr/local, in the second below /usr where Debian packages it.
foreach (completion bash,bash-completion/completions,zermelo zsh,zsh/site-functions,_zermelo zsh,zsh/vendor-completions,_zermelo
         fish,fish/vendor_completions.d,zermelo.fish)
  string (REPLACE "," ";" completion ${completion})
  list (POP_FRONT completion shell folder name)
  install (FILES ${PROJECT_BINARY_DIR}/manual/completion.${shell} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} RENAME ${name}
           COMPONENT command)
endforeach ()
install (DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/zermelo COMPONENT command)
install (FILES slurm/job.sbatch slurm/merge.sbatch DESTINATION ${CMAKE_INSTALL_DATADIR}/zermelo/slurm COMPONENT command)

set (pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set (pc_prefix ${CMAKE_INSTALL_PREFIX})
if (NOT IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR}) # how many folders it is up to the prefix depends on the distribution
  file (RELATIVE_PATH upwards /prefix/${pc_folder} /prefix)
  string (REGEX REPLACE "/$" "" upwards "${upwards}")
  set (pc_prefix "\${pcfiledir}/${upwards}")
endif ()
cmake_path (APPEND pc_libdir "\${prefix}" ${CMAKE_INSTALL_LIBDIR})
cmake_path (APPEND pc_includedir "\${prefix}" ${CMAKE_INSTALL_INCLUDEDIR})

# A library with its header, CMake package and pkg-config file. Of libzermelo, too, probe.h is installed with libzermelo-book.
function (install_library library component description)
  set (package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/${library})
  install (TARGETS ${library} EXPORT ${library} LIBRARY COMPONENT ${component} NAMELINK_COMPONENT ${component}_development
           PUBLIC_HEADER DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/zermelo COMPONENT ${component}_development)
  install (EXPORT ${library} NAMESPACE zermelo:: FILE ${library}-config.cmake DESTINATION ${package_folder}
           COMPONENT ${component}_development)
  write_basic_package_version_file (${PROJECT_BINARY_DIR}/${library}-config-version.cmake COMPATIBILITY SameMinorVersion)
  configure_file (cmake/library.pc.in ${library}.pc @ONLY)
  install (FILES ${PROJECT_BINARY_DIR}/${library}-config-version.cmake DESTINATION ${package_folder}
           COMPONENT ${component}_development)
  install (FILES ${PROJECT_BINARY_DIR}/${library}.pc DESTINATION ${pc_folder} COMPONENT ${component}_development)
endfunction ()
install_library (zermelo-book reader "reads opening books and endgame tables that zermelo wrote")
install_library (zermelo solver "solves positions of board games, and reads what zermelo wrote")
install (DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
