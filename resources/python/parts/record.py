"""The record's descriptor and its lines. Ends by itself in a forked child, and where nobody reads any more."""
import os
import sys
from errno import EINTR

try:
    from _thread import allocate_lock
except ImportError:
    from thread import allocate_lock
try:
    from time import perf_counter as clock
except ImportError:
    from time import time as clock
try:
    from _json import encode_basestring_ascii
except ImportError:
    encode_basestring_ascii = None

PY2 = sys.version_info[0] == 2
TEXT = type(u"")
INTEGERS = (int, type(sys.maxsize + 1))
INFINITY = float("inf")
SAFE_INTEGER = 2**53 - 1
HIGH_DESCRIPTORS = (500, 100, 32)
SHORT_ESCAPES = {u'"': u'\\"', u"\\": u"\\\\", u"\n": u"\\n", u"\r": u"\\r", u"\t": u"\\t"}


def to_text(value, limit=20000):
    """Text of a string of either Python, at most `limit` characters."""
    if isinstance(value, bytes):
        return value[: limit * 4].decode("utf-8", "replace")[:limit]
    return value[:limit]


def escape(character):
    if u" " <= character <= u"~" and character not in u'"\\':
        return character
    if character in SHORT_ESCAPES:
        return SHORT_ESCAPES[character]
    point = ord(character)
    if point > 0xFFFF:
        point -= 0x10000
        return u"\\u%04x\\u%04x" % (0xD800 + (point >> 10), 0xDC00 + (point & 0x3FF))
    return u"\\u%04x" % point


def encode_text(value):
    text = to_text(value, sys.maxsize) if isinstance(value, bytes) else value
    if type(text) is not TEXT:
        text = TEXT.__str__(text) if not PY2 else TEXT.__getslice__(text, 0, sys.maxsize)
    if encode_basestring_ascii is not None:
        return encode_basestring_ascii(text)
    return u'"' + u"".join(map(escape, text)) + u'"'


def encode(value):
    """JSON of None, booleans, safe integers, finite floats, text, lists and dictionaries, in ASCII."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, (bytes, TEXT)):
        return encode_text(value)
    if isinstance(value, INTEGERS):
        return "%d" % value
    if isinstance(value, float):
        return float.__repr__(value)
    if isinstance(value, dict):
        return "{" + ",".join([encode_text(key) + ":" + encode(value[key]) for key in value]) + "}"
    return "[" + ",".join([encode(item) for item in value]) + "]"


def claim_descriptor(number):
    """Moves the descriptor out of the script's way and keeps it from programs that the script starts."""
    moved = None
    try:
        from fcntl import F_DUPFD, F_GETFD, F_SETFD, FD_CLOEXEC, fcntl
    except ImportError:
        moved = os.dup(number)
    else:
        for least in HIGH_DESCRIPTORS:
            try:
                moved = fcntl(number, F_DUPFD, least)
                break
            except (OSError, IOError, ValueError):
                continue
        if moved is None:
            moved = os.dup(number)
        fcntl(moved, F_SETFD, fcntl(moved, F_GETFD) | FD_CLOEXEC)
    os.close(number)
    return moved


def read_key(descriptor, length):
    """The host's first bytes on the descriptor, which stand before each line of the record: what a script writes there by
    itself lacks them. Nobody can read them again."""
    key = b""
    while len(key) < length:
        more = os.read(descriptor, length - len(key))
        if not more:
            raise OSError("no key")
        key += more
    return key + b" " if key else b""


def identity(status):
    return status.st_dev, status.st_ino


def open_record(number, key_length=0):
    """Returns what the rest works with, by name. The descriptor's number and the key live in this closure only."""
    descriptor = claim_descriptor(number)
    key = read_key(descriptor, key_length)
    write_bytes, close, process, owner = os.write, os.close, os.getpid, os.getpid()
    look = os.fstat
    first = identity(look(descriptor))
    began = clock()
    lock = allocate_lock()
    waiting = []
    state = {"open": True, "last": 0.0}

    def is_ours():
        return state["open"] and process() == owner

    def forget():
        state["open"] = False
        try:
            close(descriptor)
        except OSError:
            pass

    def now():
        """Milliseconds since the runner started; never falls."""
        state["last"] = max(state["last"], (clock() - began) * 1000.0)
        return round(state["last"], 3)

    def write_out(line):
        while line and is_ours():
            try:
                # Something else may have been put in its place, by a script that wants to read the key.
                if identity(look(descriptor)) != first:
                    state["open"] = False
                    return
                line = line[write_bytes(descriptor, line) :]
            except OSError as error:
                if error.errno != EINTR:
                    state["open"] = False

    def write(line):
        """Writes one line whole, also from several threads and from within a signal handler."""
        if not is_ours():
            return
        put(key + (encode(line) + "\n").encode("ascii"))

    def write_bare(text):
        """Text as it stands, without the key: what the host has asked for and takes from nobody but then."""
        if is_ours():
            put(text.encode("utf-8", "replace") if isinstance(text, TEXT) else text)

    def put(bytes_of_line):
        waiting.append(bytes_of_line)
        while waiting and lock.acquire(False):
            try:
                while waiting:
                    write_out(waiting.pop(0))
            finally:
                lock.release()

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=forget)
    def lend(use):
        """For what writes to the descriptor by itself, in C."""
        use(descriptor)

    return {"write": write, "write_bare": write_bare, "is_ours": is_ours, "now": now, "lend": lend}

