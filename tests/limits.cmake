# Limits and order of the tests, from what each takes on an idle machine: durations.csv. A limit is there to end a hang:
# 20 times that, a minute at least, also under the sanitizers; 20 minutes for a test that has no row yet. The longest tests
# begin first, lest one of them runs alone at the end.
set (durations ${CMAKE_CURRENT_LIST_DIR}/durations.csv)
set_property (DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${durations})
file (STRINGS ${durations} duration_rows REGEX "^[a-z]+/")

# Its seconds in this kind of build, 60 if it has no row.
function (test_seconds name seconds)
  set (${seconds} 60 PARENT_SCOPE)
  foreach (row IN LISTS duration_rows)
    if (row MATCHES "^${name},([0-9]+),([0-9]*)$")
      set (${seconds} ${CMAKE_MATCH_1} PARENT_SCOPE)
      if (CMAKE_BUILD_TYPE STREQUAL Debug AND CMAKE_MATCH_2)
        set (${seconds} ${CMAKE_MATCH_2} PARENT_SCOPE)
      endif ()
    endif ()
  endforeach ()
endfunction ()

function (test_limit name limit)
  test_seconds (${name} seconds)
  if (seconds LESS 3)
    set (seconds 3)
  endif ()
  math (EXPR result "20 * ${seconds}")
  set (${limit} ${result} PARENT_SCOPE)
endfunction ()

# All tests of the current folder but those of label long, which say themselves.
function (limit_tests)
  get_property (names DIRECTORY PROPERTY TESTS)
  foreach (name IN LISTS names)
    get_test_property (${name} TIMEOUT said)
    if (NOT said)
      test_seconds (${name} seconds)
      test_limit (${name} limit)
      set_tests_properties (${name} PROPERTIES TIMEOUT ${limit} COST ${seconds})
    endif ()
  endforeach ()
endfunction ()
