# libzermelo-book: the reader for play engines. Serial HDF5, no MPI, no OpenMP; installed and exported.
file (GLOB store CONFIGURE_DEPENDS store/*.c)
list (FILTER store EXCLUDE REGEX "writer|record")
add_library (zermelo-book STATIC ${store} base/failure.c $<TARGET_OBJECTS:version>)
set_target_properties (zermelo-book PROPERTIES POSITION_INDEPENDENT_CODE ON
                       PUBLIC_HEADER ${PROJECT_SOURCE_DIR}/include/zermelo/book.h)
target_include_directories (zermelo-book PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}
                            PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries (zermelo-book PRIVATE PkgConfig::HDF5_SERIAL PkgConfig::XXHASH Threads::Threads)
