# Writes OUTPUT from INPUT with the git revision of SOURCE; touches it only if it changed.
execute_process (COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 OUTPUT_VARIABLE REVISION
                 OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if (NOT REVISION)
  set (REVISION unknown)
endif ()
configure_file (${INPUT} ${OUTPUT} @ONLY)
