"""Reads the command line, lays out the interpreter as `python script.py` finds it, and follows the run to its end."""
import atexit
import os
import sys
import warnings

IMPORTED_BEFORE = frozenset(sys.modules)
import opcode

record_part = load_part("record")
launch_part = load_part("launch")
hooks_part = load_part("hooks")
ended_part = load_part("ended")

USAGE = (
    "usage: reprise_runner.py --record-fd N [--record-key BYTES] [--seed N] [--watch finite|reached] "
    "[--project ROOT]... [--path FOLDER]... -- SCRIPT [ARGUMENT]..."
)
LEAST = {"--record-fd": 3, "--record-key": 0}


def stop(message, code=2):
    sys.stderr.write(message + "\n")
    sys.exit(code)


def read_number(name, text):
    try:
        number = int(text)
    except ValueError:
        number = None
    if number is None or abs(number) > record_part["SAFE_INTEGER"] or number < LEAST.get(name, number):
        stop("reprise_runner: %s takes a whole number, not %s\n%s" % (name, text, USAGE))
    return number


def read_arguments(arguments):
    options = {"--record-fd": None, "--record-key": 0, "--seed": None, "--project": [], "--path": [], "--watch": []}
    index = 0
    while index < len(arguments) and arguments[index] != "--":
        name = arguments[index]
        if name not in options or index + 1 >= len(arguments):
            stop("reprise_runner: %s is not known or has no value\n%s" % (name, USAGE))
        value = arguments[index + 1]
        if name in ("--project", "--path", "--watch"):
            options[name].append(value)
        else:
            options[name] = read_number(name, value)
        index += 2
    script = arguments[index + 1 :]
    if options["--record-fd"] is None or not script:
        stop("reprise_runner: --record-fd and a script are needed\n" + USAGE)
    return options, script


def read_source(script):
    try:
        with open(script, "rb") as stream:
            return stream.read()
    except (IOError, OSError) as error:
        shown = script if sys.version_info[0] == 2 else repr(_as_main_file(script))
        return stop("%s: can't open file %s: [Errno %s] %s" % (sys.executable, shown, error.errno, error.strerror))


def _as_main_file(script):
    """`__file__` of the script: since Python 3.9 an absolute path, not normalised."""
    return script if sys.version_info < (3, 9) else os.path.join(os.getcwd(), script)


def make_main_module(script, pristine):
    """`__main__` as it is before the first statement of a script."""
    if sys.version_info[0] == 2:
        # Python 2.7 tears down the module that it started with, in the order of its names.
        module = sys.modules["__main__"]
        module.__dict__.clear()
    else:
        # Ours stays below as `sys`: so plain Python names what lies beyond the script.
        module = type(sys)("__main__")
        sys.modules["__main__"].__name__ = "sys"
        sys.modules["__main__"] = module
    namespace = module.__dict__
    namespace.update(pristine)
    namespace.update(__name__="__main__", __doc__=None, __builtins__=sys.modules[_builtins_name()])
    namespace["__file__"] = _as_main_file(script)
    if "__annotations__" in pristine:
        namespace["__annotations__"] = {}
    loader = pristine.get("__loader__")
    if loader is not None:
        namespace["__loader__"] = type(loader)("__main__", namespace["__file__"])
    return module


def _builtins_name():
    return "__builtin__" if sys.version_info[0] == 2 else "builtins"


def set_path(script, extra, folder):
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0] = os.path.dirname(os.path.realpath(script))
        sys.path[1:1] = extra
    else:
        sys.path[0:0] = extra
    for entry in (folder, os.path.realpath(folder)):
        sys.path_importer_cache.pop(entry, None)


def enable_fault_handler():
    try:
        import faulthandler

        faulthandler.enable()
    except (ImportError, AttributeError, ValueError, RuntimeError, IOError, OSError):
        pass


def read_hash_seed():
    """What this interpreter began with: a number, or None where it drew one that nobody is told."""
    if not sys.flags.hash_randomization:
        return 0
    text = os.environ.get("PYTHONHASHSEED", "random")
    return int(text) if text.isdigit() else None


def prepare(argv, own_file, pristine, replay=None, distributions=None, hash_seed=None, on_code=None):
    """In a fork of a warm parent, `replay` does again what the imports done there did beyond importing, and the hash seed is
    the parent's; `on_code` is told the exit code where nothing can change it any more."""
    if replay is None:
        hash_seed = read_hash_seed()
    options, script_argv = read_arguments(argv[1:])
    script = script_argv[0]
    source = read_source(script)
    try:
        record = record_part["open_record"](options["--record-fd"], options["--record-key"])
    except (OSError, IOError):
        stop("reprise_runner: descriptor %d is not open\n%s" % (options["--record-fd"], USAGE))
    own_folder = os.path.dirname(own_file)
    module = make_main_module(script, pristine)
    places = {
        "script": os.path.join(os.getcwd(), module.__dict__["__file__"]),
        "cwd": os.getcwd(),
        # Now, since a script may tell another place of `os` later.
        "standard": os.path.realpath(os.path.dirname(os.__file__)) + os.sep,
        "projects": [os.path.realpath(root) for root in options["--project"]],
        "own": (own_file, FOLDER),
        "opnames": list(opcode.opname),
    }
    write, hidden = record["write"], []
    write(
        {
            "type": "header",
            "version": 1,
            "python": sys.version.split()[0],
            "implementation": sys.implementation.name if hasattr(sys, "implementation") else "cpython",
            "executable": sys.executable or "",
            "platform": sys.platform,
            "argv": list(script_argv),
            "seed": options["--seed"],
            "hashSeed": hash_seed,
        }
    )
    write({"type": "phase", "atMs": 0, "name": "started"})
    enable_fault_handler()
    if hasattr(sys, "orig_argv"):
        sys.orig_argv[:] = sys.orig_argv[: -len(argv)] + script_argv
    sys.argv[:] = script_argv
    set_path(script, options["--path"], own_folder)
    load_part("stacks")["arm"](record)
    reached = load_part("reached")["create"](record) if "reached" in options["--watch"] else None
    following = ended_part["follow"](record, places, hidden, options["--seed"], distributions, reached, on_code)
    builtins = sys.modules[_builtins_name()]
    hooks_part["install"](record, following["frames"], places["own"], options, builtins, warnings, hidden)
    atexit.register(following["exit"])
    # What only we imported goes, so that a module of the script's folder with such a name is still found first.
    for name in set(sys.modules) - IMPORTED_BEFORE.union(sys.builtin_module_names):
        HELD.append(sys.modules.pop(name))
    if replay is not None:
        replay(record, options["--seed"], places["script"], module.__dict__["__file__"])
    return launch_part["make_run"](script, module.__dict__, source, following)


HELD = []
