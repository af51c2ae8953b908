# libzermelo-book: what the rules and the files know, for other programs. Serial HDF5, no MPI, no OpenMP; only what is in
# zermelo/probe.h is visible.
file (GLOB book_sources CONFIGURE_DEPENDS answer/*.c library/library*.c checker/*.c)
list (FILTER book_sources EXCLUDE REGEX "checker/zermelo_check.c")
list (APPEND book_sources store/book.c store/book_layout.c store/file_read.c store/file_read_rows.c store/seal.c store/hdf5_image.c
      store/in_full.c store/checksum.c store/hdf5_structure.c store/hdf5_quiet.c store/filter.c store/dataset.c store/hdf5_type.c
      store/blocks.c store/file_game.c base/failure.c base/machine.c base/suggest.c base/quantity_print.c
      base/text.c tablebase/tables_file.c layers/layers_file.c certificate/row_move.c certificate/certificate_read.c
      engine.c query.c)
# Compiled once for libzermelo, too.
add_library (zermelo_files OBJECT ${book_sources})
set_target_properties (zermelo_files PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
target_compile_options (zermelo_files PRIVATE -Wno-unknown-pragmas) # the checker's loops run in one thread here
target_include_directories (zermelo_files PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
target_link_libraries (zermelo_files PRIVATE PkgConfig::HDF5_SERIAL PkgConfig::XXHASH ZLIB::ZLIB)
engines_list (${CMAKE_CURRENT_BINARY_DIR}/readers.c READERS)
get_property (readers GLOBAL PROPERTY READERS)
add_library (zermelo-book SHARED ${CMAKE_CURRENT_BINARY_DIR}/readers.c $<TARGET_OBJECTS:zermelo_files> $<TARGET_OBJECTS:version>)
foreach (reader IN LISTS readers)
  target_sources (zermelo-book PRIVATE $<TARGET_OBJECTS:${reader}>)
endforeach ()
set_target_properties (zermelo-book PROPERTIES C_VISIBILITY_PRESET hidden SOVERSION 1 VERSION ${PROJECT_VERSION}
                       BUILD_WITH_INSTALL_RPATH ON)
set_property (TARGET zermelo-book PROPERTY PUBLIC_HEADER ${PROJECT_SOURCE_DIR}/include/zermelo/probe.h)
target_include_directories (zermelo-book PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}
                            PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries (zermelo-book PRIVATE PkgConfig::HDF5_SERIAL PkgConfig::XXHASH ZLIB::ZLIB Threads::Threads)
