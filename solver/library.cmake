# libzermelo: libzermelo-book and the searches, in threads of OpenMP. Serial HDF5, no MPI; only what is in zermelo/*.h is
# visible. The engines are those of the program, which are compiled position-independent once for both.
file (GLOB library_sources CONFIGURE_DEPENDS search/*.c)
list (APPEND library_sources library/solve.c base/threads.c base/stack.c base/diagram.c base/statistics.c certificate/certificate_memory.c)
add_library (zermelo SHARED ${library_sources} ${CMAKE_CURRENT_BINARY_DIR}/engines.c $<TARGET_OBJECTS:zermelo_files>
             $<TARGET_OBJECTS:version>)
foreach (engine IN LISTS games)
  target_sources (zermelo PRIVATE $<TARGET_OBJECTS:${engine}>)
endforeach ()
set_target_properties (zermelo PROPERTIES C_VISIBILITY_PRESET hidden SOVERSION 1 VERSION 1.${PROJECT_VERSION}
                       BUILD_WITH_INSTALL_RPATH ON)
set_property (TARGET zermelo PROPERTY PUBLIC_HEADER ${PROJECT_SOURCE_DIR}/include/zermelo/zermelo.h)
target_include_directories (zermelo PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}
                            PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries (zermelo PRIVATE PkgConfig::HDF5_SERIAL PkgConfig::XXHASH ZLIB::ZLIB OpenMP::OpenMP_C Threads::Threads m)
if (NOT CMAKE_C_FLAGS MATCHES sanitize) # whose functions clang leaves to the program
  target_link_options (zermelo PRIVATE -Wl,-z,defs) # what is missing is told here, not when a program is linked
endif ()
