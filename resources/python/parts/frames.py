"""Describes frames and exceptions from the outside: nothing of the script's or a library's own code is called for it,
except an exception's `__str__`, which the interpreter calls too."""
import os
import sys

record_part = load_part("record")
tensors_part = load_part("tensors")
to_text = record_part["to_text"]
encode = record_part["encode"]

MOST_MESSAGE = 20000
MOST_CODE = 500
MOST_CHAIN = 100
MOST_FILE_BYTES = 8000000
MOST_LINE_CHARACTERS = 4000000
# Frames kept at the outer and the inner end and tensors a frame, tried in turn until the line is short enough.
DETAIL = ((50, 150, 20), (20, 60, 5), (5, 20, 0), (1, 4, 0))
open_file, TEXT = open, type(u"")
try:
    GROUP = BaseExceptionGroup
except NameError:
    GROUP = None


def instruction_at(code, offset, names):
    """The instruction that a frame stopped at, whatever the version's layout of bytecode: `{op, offset}` or None."""
    raw = bytearray(code.co_code)
    if offset is None or not 0 <= offset < len(raw):
        return None
    while names[raw[offset]] == "CACHE" and offset >= 2:
        offset -= 2
    width = 3 if sys.version_info[0] == 2 else 2
    while names[raw[offset]] == "EXTENDED_ARG" and offset + width < len(raw):
        offset += width
    return {"op": names[raw[offset]], "offset": offset}


def frames_of(trace):
    found = []
    while trace is not None:
        found.append((trace.tb_frame, trace.tb_lineno, trace.tb_lasti))
        trace = trace.tb_next
    return found


def bases_of(kind):
    if isinstance(kind, type):
        return [base.__name__ for base in type.mro(kind)[1:] if base is not object]
    found = []
    for base in getattr(kind, "__bases__", ()):
        found.extend([base.__name__] + bases_of(base))
    return found


def own(base, value, name):
    """An attribute as the built-in class keeps it, past any `__getattr__` or property of the script's class."""
    described = base.__dict__.get(name)
    return described.__get__(value, type(value)) if described is not None else None


def message_of(value):
    if isinstance(value, SyntaxError) and isinstance(own(SyntaxError, value, "msg"), (bytes, TEXT)):
        return to_text(own(SyntaxError, value, "msg"), MOST_MESSAGE)
    try:
        text = str(value)
    except UnicodeError:
        text = unicode(value)
    return to_text(text, MOST_MESSAGE)


def safe_message_of(value):
    try:
        return message_of(value)
    except:
        # Whatever a `__str__` raises, an exit included.
        return u"<exception str() failed>"


def linked(value):
    """Exceptions that Python prints along with this one, as (relation, exception)."""
    if not isinstance(value, BaseException):
        return []
    cause, context = own(BaseException, value, "__cause__"), own(BaseException, value, "__context__")
    links = []
    if cause is not None:
        links.append(("cause", cause))
    elif context is not None and not own(BaseException, value, "__suppress_context__"):
        links.append(("context", context))
    if GROUP is not None and isinstance(value, GROUP):
        links.extend([("member", member) for member in own(GROUP, value, "exceptions")])
    return links


def chain_of(value):
    """(relation, exception), the one that ended the script first, each followed by what it is linked with."""
    found, seen, left = [], set(), [("raised", value)]
    while left and len(found) < MOST_CHAIN:
        relation, current = left.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        found.append((relation, current))
        left.extend(reversed(linked(current)))
    return found


class Describer(object):
    def __init__(self, places, distributions):
        self.places = places
        self.distributions = distributions
        self.sources = {}
        self.standard = places["standard"]

    def line_of(self, path, number):
        if path not in self.sources:
            self.sources[path] = self._read_lines(path)
        lines = self.sources[path]
        if not lines or number is None or not 1 <= number <= len(lines):
            return None
        return to_text(lines[number - 1].strip(), MOST_CODE)

    def _read_lines(self, path):
        try:
            if path.startswith("<") or os.path.getsize(path) > MOST_FILE_BYTES:
                return []
            with open_file(path, "rb") as stream:
                source = stream.read()
        except (IOError, OSError, ValueError, TypeError):
            return []
        try:
            return source.decode(declared_encoding(source), "replace").splitlines()
        except LookupError:
            return source.decode("utf-8", "replace").splitlines()

    def place_of(self, path):
        if path == self.places["script"]:
            return "script", None
        owner = self.distributions["owner_of"](path)
        if owner is not None:
            return "distribution", owner
        if path.startswith("<frozen ") or os.path.realpath(path).startswith(self.standard):
            return "standardLibrary", None
        real = os.path.realpath(path)
        if any(real.startswith(root.rstrip(os.sep) + os.sep) for root in self.places["projects"]):
            return "project", None
        return "other", None

    def passed(self, frame, line, offset, most_tensors):
        """A frame at the line and the offset that it had when an exception passed through it."""
        code, module = frame.f_code, frame.f_globals.get("__name__")
        path = self._absolute(code.co_filename)
        place, owner = self.place_of(path)
        source = self.line_of(path, line)
        return {
            "file": path,
            "line": line,
            "function": to_text(code.co_name),
            "module": to_text(module) if isinstance(module, (bytes, TEXT)) else None,
            "place": place,
            "distribution": owner,
            "instruction": instruction_at(code, offset, self.places["opnames"]),
            "code": source,
            "tensors": tensors_part["describe_all"](variables_of(frame), source, most_tensors) if most_tensors else [],
        }

    def _absolute(self, path):
        if path.startswith("<") or os.path.isabs(path):
            return path
        return os.path.join(self.places["cwd"], path)

    def at_place(self, path, line, source):
        """A frame known by its place alone: that of a syntax error, or of a warning that the compiler gave."""
        place, owner = self.place_of(self._absolute(path))
        return {
            "file": self._absolute(path),
            "line": line if isinstance(line, int) and line > 0 else None,
            "function": u"<module>",
            "module": None,
            "place": place,
            "distribution": owner,
            "instruction": None,
            "code": source if source is not None else self.line_of(self._absolute(path), line),
            "tensors": [],
        }

    def emitter(self, frame, filename, line):
        """The frame that gave a warning; without tensors, since a run may give thousands."""
        own = self.places["own"]
        if frame is None or frame.f_code.co_filename == own[0] or frame.f_code.co_filename.startswith(own[1]):
            return self.at_place(to_text(filename), line, None)
        return self.passed(frame, frame.f_lineno, frame.f_lasti, 0)

    def exception(self, relation, value, kind, trace, detail):
        outermost, innermost, most_tensors = detail
        found = frames_of(trace)
        if len(found) > outermost + innermost:
            found = found[:outermost] + found[-innermost:]
        frames = [self.passed(frame, line, offset, most_tensors) for frame, line, offset in found]
        if isinstance(value, SyntaxError) and isinstance(own(SyntaxError, value, "filename"), (bytes, TEXT)):
            text = own(SyntaxError, value, "text")
            text = to_text(text.strip(), MOST_CODE) if isinstance(text, (bytes, TEXT)) else None
            frames.append(self.at_place(own(SyntaxError, value, "filename"), own(SyntaxError, value, "lineno"), text))
        module = getattr(kind, "__module__", None)
        return {
            "type": to_text(kind.__name__),
            "module": to_text(module) if isinstance(module, (bytes, TEXT)) else None,
            "bases": bases_of(kind),
            "message": safe_message_of(value),
            "relation": relation,
            "frames": frames,
        }

    def uncaught(self, kind, value, trace, at):
        """The record's line for the exception that ended the script, with as much detail as a line may have."""
        chain = chain_of(value)
        for detail in DETAIL:
            for kept in (len(chain), 1):
                line = {"type": "exception", "atMs": at, "chain": []}
                for relation, current in chain[:kept]:
                    first = current is value
                    current_trace = trace if first else own(BaseException, current, "__traceback__")
                    current_kind = kind if first else type(current)
                    line["chain"].append(self.exception(relation, current, current_kind, current_trace, detail))
                if len(encode(line)) <= MOST_LINE_CHARACTERS:
                    return line
                if detail is not DETAIL[-1]:
                    break
        return line


def variables_of(frame):
    variables = frame.f_locals
    # A class body's namespace may be an object of the script's; it is left alone.
    if type(variables) is dict or type(variables).__name__ == "FrameLocalsProxy":
        return variables
    return None


def declared_encoding(source):
    if source.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    for line in source.split(b"\n", 2)[:2]:
        _, mark, after = line.partition(b"coding")
        if mark and line.lstrip().startswith(b"#") and after[:1] in (b":", b"="):
            name = after[1:].strip().split()[:1]
            if name:
                return "".join(mark for mark in name[0].decode("ascii", "replace") if mark.isalnum() or mark in "-_.")
    return "utf-8" if sys.version_info[0] > 2 else "latin-1"


def create(places, distributions):
    describer = Describer(places, distributions)
    return {
        "describe_emitter": describer.emitter,
        "describe_uncaught": describer.uncaught,
        "distributions": distributions,
    }
