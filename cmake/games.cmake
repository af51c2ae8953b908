# add_game (NAME [FOLDER dir] BITS bits... [AVX2 bits...] [READER bits...]): a game, from what stands in its folder.
#
#     NAME_engine.c      is compiled once for each board size in bits, the smaller ones first; for the sizes after AVX2
#                        once more, for processors that have it, which are asked at run time (engine.h)
#     NAME_reader.c      if there is one, for the same sizes or for those after READER: the rules without searches, for
#                        libzermelo-book
#     NAME_examples.c    if there is one, defines examples_NAME: what help and bench show (games/examples.h)
#     export/X_export.c  defines export_X: a format for zermelo export (games/exports.h)
#     theorem/X_theorem.c  defines theorem_X: its certificates as theorems (games/theorems.h)
#     record/X_record.c  defines record_X: a format in which played games are saved (games/records.h)
#     protocol/X_protocol.c  defines protocol_X: points and boards of a manager of other programs (games/protocols.h)
#     manual/*           what the man pages say of it (command/manual.c)
#     plain/*.c          the second set of rules, for tests alone; X_plain.c defines plain_X (games/plain_rules.h)
#
# Each of these is appended to a global property: GAMES, READERS, EXAMPLES, EXPORTS, THEOREMS, RECORDS, PROTOCOLS, MANUALS, PLAIN.
# From them engines_list() and sources_list() write the lists that the headers declare.
function (add_game name)
  cmake_parse_arguments (GAME "" "FOLDER" "BITS;AVX2;READER" ${ARGN})
  if (NOT GAME_FOLDER)
    set (GAME_FOLDER ${PROJECT_SOURCE_DIR}/solver/games/${name})
  endif ()
  if (NOT GAME_READER)
    set (GAME_READER ${GAME_BITS})
  endif ()
  foreach (bits IN LISTS GAME_BITS)
    if (bits IN_LIST GAME_AVX2 AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
      add_engine (${name}_engine_${bits}_avx2 ${GAME_FOLDER} ${name}_engine ${bits} GAMES)
      target_compile_options (${name}_engine_${bits}_avx2 PRIVATE -mavx2 -mbmi -mbmi2 -mpopcnt)
      target_compile_definitions (${name}_engine_${bits}_avx2 PRIVATE ENGINE_NEEDS_AVX2=1)
    endif ()
    add_engine (${name}_engine_${bits} ${GAME_FOLDER} ${name}_engine ${bits} GAMES)
  endforeach ()
  if (EXISTS ${GAME_FOLDER}/${name}_reader.c)
    foreach (bits IN LISTS GAME_READER)
      set (reader ${name}_reader_${bits})
      add_engine (${reader} ${GAME_FOLDER} ${name}_reader ${bits} READERS)
    endforeach ()
  endif ()
  add_sources (EXAMPLES ${GAME_FOLDER}/${name}_examples.c)
  add_sources (EXPORTS ${GAME_FOLDER}/export/*.c)
  add_sources (THEOREMS ${GAME_FOLDER}/theorem/*.c)
  add_sources (PROTOCOLS ${GAME_FOLDER}/protocol/*.c)
  add_sources (RECORDS ${GAME_FOLDER}/record/*.c)
  add_sources (MANUALS ${GAME_FOLDER}/manual/*)
  add_sources (PLAIN ${GAME_FOLDER}/plain/*.c)
endfunction ()

# GCC does not see that game_moves() fills as many entries of a list as it says.
set (engine_options "")
if (CMAKE_C_COMPILER_ID STREQUAL GNU)
  set (engine_options -Wno-maybe-uninitialized)
endif ()

# A game reaches its own files as games/NAME/..., wherever that folder is.
function (add_engine engine folder source bits property)
  add_library (${engine} OBJECT ${folder}/${source}.c)
  target_compile_definitions (${engine} PRIVATE ENGINE=${engine} GAME_BITS=${bits})
  target_compile_options (${engine} PRIVATE ${engine_options})
  target_include_directories (${engine} PRIVATE ${PROJECT_SOURCE_DIR}/solver ${folder}/../..)
  # It goes into the program and into libzermelo. With nothing but itself visible, it is as fast as -fPIE makes it.
  set_target_properties (${engine} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
  set_property (GLOBAL APPEND PROPERTY ${property} ${engine})
endfunction ()

# The files that there are, each once, although two games may share a folder.
function (add_sources property pattern)
  file (GLOB found CONFIGURE_DEPENDS ${pattern})
  get_property (files GLOBAL PROPERTY ${property})
  list (APPEND files ${found})
  list (REMOVE_DUPLICATES files)
  set_property (GLOBAL PROPERTY ${property} ${files})
endfunction ()

# A C file that defines `array`, a list of the things called `names`.
function (write_list file header type array names)
  set (text "/* Made by cmake/games.cmake. */\n#include \"${header}\"\n\n#include <stddef.h>\n\n")
  set (list "")
  foreach (name IN LISTS names)
    string (APPEND text "extern const struct ${type} ${name};\n")
    string (APPEND list "  &${name},\n")
  endforeach ()
  string (APPEND text "\nconst struct ${type} *const ${array}[] = {\n${list}  NULL,\n};\n")
  file (CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction ()

# engines_list (file [property]): a C file that defines `engines` with all games added so far, or with all readers.
function (engines_list file)
  if (ARGC EQUAL 1)
    set (ARGV1 GAMES)
  endif ()
  get_property (games GLOBAL PROPERTY ${ARGV1})
  write_list (${file} engine.h engine engines "${games}")
endfunction ()

# sources_list (file property word header type array sources names): a C file that defines `array` with what the files
# X_word.c of all games added so far define as word_X; the variables `sources` and `names` get all files of the property,
# and every X.
function (sources_list file property word header type array sources names)
  get_property (files GLOBAL PROPERTY ${property})
  set (found "")
  foreach (source IN LISTS files)
    cmake_path (GET source STEM name)
    if (name MATCHES "^(.*)_${word}$")
      list (APPEND found ${CMAKE_MATCH_1})
    endif ()
  endforeach ()
  list (TRANSFORM found PREPEND ${word}_ OUTPUT_VARIABLE defined)
  write_list (${file} ${header} ${type} ${array} "${defined}")
  set (${sources} ${files} PARENT_SCOPE)
  set (${names} ${found} PARENT_SCOPE)
endfunction ()
