# libzermelo-book: the reader for play engines. Serial HDF5, no MPI, no OpenMP; only zermelo/book.h is visible.
set (book_sources store/book.c store/book_layout.c store/file_read.c store/seal.c store/checksum.c store/dataset.c
     store/hdf5_type.c base/failure.c)
add_library (zermelo-book SHARED ${book_sources} $<TARGET_OBJECTS:version>)
set_target_properties (zermelo-book PROPERTIES C_VISIBILITY_PRESET hidden SOVERSION 0 VERSION ${PROJECT_VERSION}
                       PUBLIC_HEADER ${PROJECT_SOURCE_DIR}/include/zermelo/book.h)
target_include_directories (zermelo-book PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}
                            PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries (zermelo-book PRIVATE PkgConfig::HDF5_SERIAL PkgConfig::XXHASH Threads::Threads)
