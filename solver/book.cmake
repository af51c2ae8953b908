# libzermelo-book: the reader for play engines. Serial HDF5, no MPI, no OpenMP; only zermelo/book.h and zermelo/tables.h are
# visible.
set (book_sources store/book.c store/book_layout.c store/file_read.c store/file_read_rows.c store/seal.c store/checksum.c
     store/dataset.c store/hdf5_type.c store/blocks.c base/failure.c retro/tables.c retro/tables_library.c engine.c games/draughts/reader.c)
add_library (zermelo-book SHARED ${book_sources} $<TARGET_OBJECTS:version>)
set_source_files_properties (games/draughts/reader.c PROPERTIES COMPILE_DEFINITIONS "ENGINE=draughts_reader;GAME_BITS=32")
set_target_properties (zermelo-book PROPERTIES C_VISIBILITY_PRESET hidden SOVERSION 0 VERSION ${PROJECT_VERSION})
set_property (TARGET zermelo-book PROPERTY PUBLIC_HEADER ${PROJECT_SOURCE_DIR}/include/zermelo/book.h
              ${PROJECT_SOURCE_DIR}/include/zermelo/tables.h)
target_include_directories (zermelo-book PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}
                            PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries (zermelo-book PRIVATE PkgConfig::HDF5_SERIAL PkgConfig::XXHASH Threads::Threads)
