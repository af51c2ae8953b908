# add_game (NAME [FOLDER dir] BITS bits... [AVX2 bits...]): compile dir/NAME_engine.c once for each board size in bits; for the
# sizes after AVX2 once more, for processors that have it, which are asked at run time (engine.h).
#
# Defines the object library game_NAME and appends its engines to the global property GAMES, from
# which engines_list() writes the list that solver/engine.h declares. The smaller sizes come first.
function (add_game name)
  cmake_parse_arguments (GAME "" "FOLDER" "BITS;AVX2" ${ARGN})
  if (NOT GAME_FOLDER)
    set (GAME_FOLDER ${PROJECT_SOURCE_DIR}/solver/games/${name})
  endif ()
  foreach (bits IN LISTS GAME_BITS)
    if (bits IN_LIST GAME_AVX2 AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
      add_engine (${name}_engine_${bits}_avx2 ${GAME_FOLDER} ${name} ${bits})
      target_compile_options (${name}_engine_${bits}_avx2 PRIVATE -mavx2 -mbmi -mbmi2 -mpopcnt)
      target_compile_definitions (${name}_engine_${bits}_avx2 PRIVATE ENGINE_NEEDS_AVX2=1)
    endif ()
    add_engine (${name}_engine_${bits} ${GAME_FOLDER} ${name} ${bits})
  endforeach ()
endfunction ()

function (add_engine engine folder name bits)
  add_library (${engine} OBJECT ${folder}/${name}_engine.c)
  target_compile_definitions (${engine} PRIVATE ENGINE=${engine} GAME_BITS=${bits})
  target_include_directories (${engine} PRIVATE ${PROJECT_SOURCE_DIR}/solver ${PROJECT_SOURCE_DIR}/tests)
  set_property (GLOBAL APPEND PROPERTY GAMES ${engine})
endfunction ()

# add_reader (NAME FOLDER BITS bits...): the same from dir/NAME_reader.c, the rules without searches, for libzermelo-book; collected
# in the property READERS.
function (add_reader name)
  cmake_parse_arguments (GAME "" "FOLDER" "BITS" ${ARGN})
  foreach (bits IN LISTS GAME_BITS)
    set (reader ${name}_reader_${bits})
    add_library (${reader} OBJECT ${PROJECT_SOURCE_DIR}/solver/games/${GAME_FOLDER}/${name}_reader.c)
    target_compile_definitions (${reader} PRIVATE ENGINE=${reader} GAME_BITS=${bits})
    target_include_directories (${reader} PRIVATE ${PROJECT_SOURCE_DIR}/solver)
    set_target_properties (${reader} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
    set_property (GLOBAL APPEND PROPERTY READERS ${reader})
  endforeach ()
endfunction ()

# engines_list (file [property]): a C file that defines `engines` with all games added so far, or with all readers.
function (engines_list file)
  if (ARGC EQUAL 1)
    set (ARGV1 GAMES)
  endif ()
  get_property (games GLOBAL PROPERTY ${ARGV1})
  set (text "/* Made by cmake/games.cmake. */\n#include \"engine.h\"\n\n")
  set (list "")
  foreach (engine IN LISTS games)
    string (APPEND text "extern const struct engine ${engine};\n")
    string (APPEND list "  &${engine},\n")
  endforeach ()
  string (APPEND text "\nconst struct engine *const engines[] = {\n${list}  NULL,\n};\n")
  file (CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction ()
