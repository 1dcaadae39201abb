"""Imports what scripts import, as a script would, and keeps what that printed and warned of for each fork to tell again."""
import os
import sys
import warnings

record_part = load_part("record")
NAME = "reprise-preload"
MOST_DRAWS = 5000


def is_name(text):
    return text != "" and all(part.isidentifier() for part in text.split("."))


def statement(wanted):
    """The import statement for `{module, names}`, built from checked names alone."""
    module, names = wanted["module"], wanted["names"]
    if not is_name(module) or not all(is_name(name) or name == "*" for name in names or []):
        raise ValueError("no name of a module: %r" % (wanted,))
    return "import " + module if names is None else "from %s import %s" % (module, ", ".join(names))


class Capture(object):
    """Takes what goes to the descriptors 1 and 2 into files without a name."""

    def __init__(self):
        self.kept = [os.dup(1), os.dup(2)]
        self.files = []
        for number in (1, 2):
            path = "/tmp/%s-%d" % (NAME, number)
            made = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
            os.unlink(path)
            os.dup2(made, number)
            self.files.append(made)

    def end(self):
        texts = []
        for number, made in zip((1, 2), self.files):
            kept = self.kept.pop(0)
            os.dup2(kept, number)
            os.close(kept)
            size = os.lseek(made, 0, os.SEEK_END)
            texts.append(os.pread(made, size, 0))
            os.close(made)
        return texts


def drawn_of(state):
    return hash((state[1].tobytes(), state[2]))


def draws_of():
    """What the generators of random numbers stand at, to tell whether an import drew from them."""
    found = {}
    if "random" in sys.modules:
        found["random"] = hash(sys.modules["random"].getstate())
    if "numpy.random" in sys.modules:
        found["numpy"] = drawn_of(sys.modules["numpy.random"].get_state())
    return found


def count_draws(state):
    """How many words of 32 bits were drawn since `state`; 0 where it was seeded anew since."""
    other = sys.modules["random"].Random()
    other.setstate(state)
    now = sys.modules["random"].getstate()
    for count in range(MOST_DRAWS):
        if other.getstate() == now:
            return count
        other.getrandbits(32)
    return 0


def preload(statements, later, describe):
    """Returns `{stdout, stderr, warnings, lines, drew}`, or raises what an import raised, with `index` of its statement."""
    shown, lines, drew = [], [], False
    original = warnings._showwarnmsg
    namespace = {"__name__": "__main__", "__builtins__": __builtins__, "__file__": NAME}
    first = sys.path.pop(0)
    capture = Capture()

    def keep(message):
        frame = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename.endswith(("warnings.py", "_py_warnings.py")):
            frame = frame.f_back
        shown.append((message, describe(frame, message.filename, message.lineno)))

    def keep_log(self, entry):
        if entry.levelno >= 30:
            frame = sys._getframe(1)
            while frame is not None and frame.f_code.co_filename == logging_file:
                frame = frame.f_back
            lines.append((entry.levelname, entry.getMessage(), describe(frame, entry.pathname, entry.lineno)))
        call_handlers(self, entry)

    import logging

    fresh = []
    if "random" in sys.modules:
        fresh.append(sys.modules["random"].getstate())
    else:
        sys.meta_path.insert(0, load_part("hooks")["AfterImport"]({"random": lambda module: fresh.append(module.getstate())}))
    logging_file = logging.Logger.info.__code__.co_filename
    call_handlers = logging.Logger.callHandlers
    warnings._showwarnmsg = keep
    logging.Logger.callHandlers = keep_log
    index = -1
    try:
        for index, wanted in enumerate(statements):
            before = draws_of()
            exec(compile("\n" * index + statement(wanted), NAME, "exec", 0, True), namespace)
            after = draws_of()
            drew = drew or any(after.get(name) != before[name] for name in before)
        index = -1
        for wanted in later:
            try:
                exec(compile(statement(wanted), NAME, "exec", 0, True), namespace)
            except ImportError:
                pass
    except BaseException as error:
        error.index = index
        raise
    finally:
        warnings._showwarnmsg = original
        logging.Logger.callHandlers = call_handlers
        stdout, stderr = capture.end()
        sys.path.insert(0, first)
        sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__name__ != "AfterImport"]
    namespace.clear()
    words = count_draws(fresh[0]) if fresh else 0
    return {"stdout": stdout, "stderr": stderr, "warnings": shown, "logged": lines, "drew": drew, "words": words}


def make_replay(kept, rows):
    """What a fork does before the script's first statement: `rows` are the lines of the script's import statements."""

    def place(frame, script):
        if frame["file"].endswith(NAME):
            frame = dict(frame, file=script, line=rows[frame["line"] - 1] if frame["line"] else None, place="script")
        return frame

    def replay(record, seed, script, main_file):
        write, now = record["write"], record["now"]
        # A cold run seeds at the import of `random`, before the frameworks draw from it.
        for _ in range(0 if seed is None else kept["words"]):
            sys.modules["random"].getrandbits(32)
        for number in (1, 2):
            left = kept["stdout" if number == 1 else "stderr"]
            while left:
                left = left[os.write(number, left) :]
        for level, text, frame in kept["logged"]:
            line = {"type": "warning", "atMs": now(), "category": level, "message": text[:20000], "channel": "logging"}
            write(dict(line, frame=place(frame, script)))
        for message, frame in kept["warnings"]:
            line = {"type": "warning", "atMs": now(), "category": message.category.__name__, "channel": "warnings"}
            write(dict(line, message=str(message.message)[:20000], frame=place(frame, script)))
            if message.filename == NAME:
                message.filename, message.lineno = main_file, rows[message.lineno - 1]
            warnings._showwarnmsg_impl(message)

    return replay
