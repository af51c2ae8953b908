# What Debian's packages are built with (dpkg-buildflags, hardening=+all): a fault in our code that a file or a message
# reaches ends the program instead of running what the file says. Not with the sanitizers, which see more by themselves.
# To measure what it costs: cmake --preset release -DZERMELO_HARDENING=OFF
option (ZERMELO_HARDENING "Release builds as Debian hardens its packages" ON)

if (ZERMELO_HARDENING AND CMAKE_BUILD_TYPE MATCHES "Rel" AND NOT CMAKE_C_FLAGS MATCHES "sanitize")
  add_compile_options (-fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -Wformat -Werror=format-security)
  add_link_options (-Wl,-z,relro -Wl,-z,now $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-pie>)
  string (PREPEND CMAKE_C_FLAGS "-fPIE ") # first: -fPIC, where something is shared, comes after it and counts
endif ()
