"""The C library: where it is found, its functions, and its failures as exceptions."""

from __future__ import annotations

import ctypes
import json
import os
import sys
from ctypes import POINTER, c_bool, c_char_p, c_int, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Optional

from ._errors import PredicateError, RecordError, UndecidedError, UnsupportedError

ABI = 1
OK, INVALID_PREDICATE, INVALID_ARGUMENT, INVALID_RECORD, UNDECIDED, FILE_ERROR, CANCELLED, UNSUPPORTED = range(8)
AND, OR, NOT = range(3)

RecordCallback = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_size_t, c_uint64, c_uint64)

_TEXT = (c_char_p, c_size_t)
_OUT = POINTER(c_void_p)
_SIGNATURES: dict[str, tuple[Any, ...]] = {
    # The result, then the parameters.
    "abi_version": (c_uint32,),
    "version": (c_char_p,),
    "features": (c_char_p,),
    "new": (c_int, *_TEXT, *_TEXT, _OUT, _OUT),
    "check": (c_int, *_TEXT, *_TEXT, _OUT, _OUT),
    "bind": (c_int, c_void_p, *_TEXT, _OUT, _OUT),
    "combine": (c_int, c_int, POINTER(c_void_p), c_size_t, _OUT, _OUT),
    "describe": (c_int, c_void_p, _OUT, _OUT),
    "free": (None, c_void_p),
    "match": (c_int, c_void_p, *_TEXT, POINTER(c_bool), _OUT),
    "match_lines": (c_int, c_void_p, *_TEXT, POINTER(c_uint64), c_size_t, POINTER(c_size_t), _OUT),
    "scan": (c_int, c_void_p, c_char_p, *_TEXT, RecordCallback, c_void_p, POINTER(c_uint64), _OUT),
    "file_new": (c_int, *_TEXT, *_TEXT, _OUT, _OUT),
    "file_names": (c_int, c_void_p, _OUT, _OUT),
    "file_get": (c_int, c_void_p, *_TEXT, *_TEXT, _OUT, _OUT),
    "file_free": (None, c_void_p),
    "rules_new": (c_int, *_TEXT, _OUT, _OUT),
    "rules_insert": (c_int, c_void_p, *_TEXT, *_TEXT, _OUT),
    "rules_remove": (c_int, c_void_p, *_TEXT, POINTER(c_bool), _OUT),
    "rules_match": (c_int, c_void_p, *_TEXT, _OUT, _OUT),
    "rules_free": (None, c_void_p),
    "error_message": (c_char_p, c_void_p),
    "error_json": (c_char_p, c_void_p),
    "error_free": (None, c_void_p),
    "text_free": (None, c_void_p),
}


def _load() -> ctypes.CDLL:
    suffix = {"win32": "predicate.dll", "darwin": "libpredicate.dylib"}.get(sys.platform, "libpredicate.so")
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_native", suffix)
    if not os.path.exists(path):
        path = os.environ.get("PREDICATE_LIBRARY", "")
    if not path:
        raise ImportError(
            f"predicateformat needs its library {suffix}: install the wheel, which contains it, or build it with "
            "`make library` and set the environment variable PREDICATE_LIBRARY to its path"
        )
    try:
        library = ctypes.CDLL(path)
        for name, (result, *parameters) in _SIGNATURES.items():
            function = getattr(library, "predicate_" + name)
            function.restype, function.argtypes = result, parameters
    except (OSError, AttributeError) as error:
        raise ImportError(f"predicateformat cannot load its library {path}: {error}") from error
    if library.predicate_abi_version() != ABI:
        raise ImportError(f"{path} has version {library.predicate_abi_version()} of the interface, not {ABI}")
    return library


library = _load()
free = library.predicate_free


def fail(status: int, error: c_void_p, text: str = "") -> None:
    """Raises what a status other than OK means, and frees the error."""
    message, details = f"the library failed with status {status}", {}
    if error:
        message = library.predicate_error_message(error).decode("utf-8", "replace")
        details = json.loads(library.predicate_error_json(error))
        library.predicate_error_free(error)
    if status == FILE_ERROR:
        raise OSError(message)
    kinds = {INVALID_RECORD: RecordError, UNDECIDED: UndecidedError, UNSUPPORTED: UnsupportedError}
    raise kinds.get(status, PredicateError)(message, text, details.get("diagnostics") or ())


def call(name: str, *arguments: object, text: str = "") -> c_void_p:
    """Calls a function whose last parameters are the result and the error, and returns the result."""
    result, error = c_void_p(), c_void_p()
    status = getattr(library, "predicate_" + name)(*arguments, ctypes.byref(result), ctypes.byref(error))
    if status:
        # A set of rules with undecided ones has a result nevertheless; of others this is null.
        library.predicate_text_free(result)
        fail(status, error, text)
    return result


def call_json(name: str, *arguments: object, text: str = "") -> Any:
    """The same for a function whose result is JSON."""
    result = call(name, *arguments, text=text)
    try:
        return json.loads(ctypes.string_at(result.value or 0))
    finally:
        library.predicate_text_free(result)


def sized(text: Optional[bytes]) -> tuple[Optional[bytes], int]:
    """A text as the two parameters that the library takes for it."""
    return text, len(text or b"")
