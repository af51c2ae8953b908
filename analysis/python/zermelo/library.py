"""libzermelo by ctypes: the structures and calls of zermelo/probe.h and zermelo/zermelo.h, prepared once."""
import ctypes
import ctypes.util
import functools
import glob
import os
import struct
import sysconfig

VERSION = "0.2.0"
OK, UNFINISHED = 0, 75
MOVES, LINE, SCORES = 1, 2, 4
NAME = 64  # bytes of the name of a move, an argument, a key

# The structures of the headers. "0P" is where C adds padding up to the alignment of a pointer.
KNOWN = "11iP64s"
Known = struct.Struct(KNOWN)
Move = Row = struct.Struct(f"64si0P{KNOWN}0P")
Answer = struct.Struct(f"{KNOWN}5iPPQd")
Identity = struct.Struct("6PQ3i0P")
Progress = struct.Struct("Qd")
REPORT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


class Error(Exception):
    """A call of the library failed: `code` is an exit code of zermelo, `line` is the message."""

    def __init__(self, line, code=70):
        super().__init__(line)
        self.line, self.code = line, code

    def __str__(self):
        return self.line


class UsageError(Error, ValueError):
    """An argument is out of its range."""


class DataError(Error, ValueError):
    """No such game, position or move; a file that is damaged, unfinished or of another kind."""

    def __init__(self, line, code=65):
        super().__init__(line, code)


class AbsentError(Error, FileNotFoundError):
    """There is no such file."""


class ReadError(Error, OSError):
    """A file cannot be read."""


ERRORS = {64: UsageError, 65: DataError, 66: AbsentError, 74: ReadError}


def candidates():
    """Paths where libzermelo may be: only that of ZERMELO_LIBRARY if it is set, else in the prefix of this package or of this
    Python, or where the system looks. libzermelo-book suffices for everything but searches."""
    named = os.environ.get("ZERMELO_LIBRARY")
    if named:
        yield named
        return
    above = os.path.dirname(os.path.abspath(__file__))
    prefixes = [sysconfig.get_config_var("base"), sysconfig.get_config_var("prefix")]
    for _ in range(5):  # prefix/lib/python3.11/site-packages/zermelo
        prefixes.insert(0, above := os.path.dirname(above))
    multiarch = sysconfig.get_config_var("MULTIARCH") or "."
    for name in "zermelo", "zermelo-book":
        for prefix in filter(None, prefixes):
            for folder in "lib", "lib64", os.path.join("lib", multiarch):
                yield from sorted(glob.glob(os.path.join(glob.escape(prefix), folder, f"lib{name}.so*")))
        if found := ctypes.util.find_library(name):
            yield found


# name: the type of the result, the types of the arguments. Calls of SEARCH_CALLS release the lock of Python, so that other
# threads run meanwhile. The others keep it, since HDF5 is not thread-safe and h5py may use it in another thread.
POINTER, TEXT, INT = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
CALLS = {
    "open": (INT, (TEXT, POINTER)), "close": (None, (POINTER,)), "game": (TEXT, (POINTER,)), "error": (TEXT, ()),
    "version": (TEXT, ()), "add_file": (INT, (POINTER, TEXT)), "identify": (INT, (POINTER, INT, POINTER)),
    "row_at": (INT, (POINTER, INT, ctypes.c_uint64, POINTER)), "verify": (INT, (POINTER, INT)),
    "probe": (INT, (POINTER, TEXT, INT, POINTER)), "answer_free": (None, (POINTER,)),
    "text": (INT, (POINTER, TEXT, POINTER, ctypes.c_size_t)), "key": (INT, (POINTER, TEXT, POINTER, POINTER)),
}
SEARCH_CALLS = {
    "set_threads": (INT, (POINTER, INT)), "set_memory": (INT, (POINTER, ctypes.c_uint64)),
    "set_progress": (INT, (POINTER, REPORT, POINTER)), "cancel": (None, (POINTER,)),
    "solve": (INT, (POINTER, TEXT, INT, ctypes.c_double, ctypes.c_uint64, POINTER)),
}


class Library:
    """The library's calls as methods, without `zermelo_`. ImportError with one line if it does not fit this package."""

    def __init__(self, path):
        self.path = path
        found = {calls: dll(path) for calls, dll in ((True, ctypes.PyDLL), (False, ctypes.CDLL))}
        for calls, keeps_lock in ((CALLS, True), (SEARCH_CALLS, False)):
            for name, (result, arguments) in calls.items():
                call = getattr(found[keeps_lock], "zermelo_" + name, None)
                if call is None:
                    if keeps_lock:
                        raise ImportError(f"{path} has no zermelo_{name}(): it is no libzermelo {VERSION}")
                    continue
                call.restype, call.argtypes = result, arguments
                setattr(self, name, call)
        version = self.version().decode()
        if version != VERSION:
            raise ImportError(f"{path} is libzermelo {version}, and this package needs {VERSION}")

    def __getattr__(self, name):  # only called for missing names
        raise Error(f"{self.path} has no zermelo_{name}(): searches need libzermelo, and this is libzermelo-book", 70)

    def failed(self, code):
        """The exception for the last call of this thread, which returned this code."""
        return ERRORS.get(code, Error)(self.error().decode(errors="replace") or f"code {code}", code)

    def check(self, code):
        if code != OK:
            raise self.failed(code)


@functools.lru_cache(maxsize=None)
def library():
    """The library, loaded when it is first needed."""
    for path in candidates():
        try:
            return Library(path)
        except OSError as error:
            raise ImportError(f"{path} cannot be loaded: {error}") from None
    raise ImportError("there is no libzermelo: install it, or name it in ZERMELO_LIBRARY")


@functools.lru_cache(maxsize=None)
def constant(address):
    """A constant string of the library."""
    return ctypes.string_at(address).decode() if address else ""


def name_of(field):
    """A text in an array of bytes."""
    return field.partition(b"\0")[0].decode(errors="replace")
