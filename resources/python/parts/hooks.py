"""What a run tells while it goes on: warnings, log records of level WARNING and above, observed values, seeds."""
import sys

record_part = load_part("record")
metrics_part = load_part("metrics")
seeds_part = load_part("seeds")
wrapping_part = load_part("wrapping")
to_text = record_part["to_text"]
IMPORT_MACHINERY = "<frozen importlib._bootstrap_external>"
LOGGED_FROM = 30
MOST_WARNINGS = 2000
MOST_METRICS = 200000
# Where a warning's `stacklevel` reaches beyond the script's outermost frame, plain Python names this place.
BEYOND_SCRIPT = ("<sys>", 0) if sys.version_info >= (3, 13) else ("sys", 1)


def safely(function):
    """Recording never changes the run: what goes wrong in it is let go."""

    def call(*arguments):
        try:
            function(*arguments)
        except Exception:
            pass

    return call


def counted(write, most):
    left = [most]

    def write_some(line):
        if left[0] > 0:
            left[0] -= 1
            write(line)

    return write_some


def watch_warnings(record, frames, own, warnings):
    write = counted(record["write"], MOST_WARNINGS)
    machinery = (warnings.__file__, warnings.formatwarning.__code__.co_filename)

    @safely
    def tell(message, category, filename, lineno, frame):
        if not record["is_ours"]():
            return
        while frame is not None and frame.f_code.co_filename in machinery:
            frame = frame.f_back
        write(
            {
                "type": "warning",
                "atMs": record["now"](),
                "category": category.__name__,
                "message": to_text(message if isinstance(message, (bytes, type(u""))) else str(message)),
                "channel": "warnings",
                "frame": frames()["describe_emitter"](frame, filename, lineno),
            }
        )

    def place_of(filename, lineno):
        is_ours = filename in (own[0], BEYOND_SCRIPT[0], "sys") or filename.startswith(own[1])
        return BEYOND_SCRIPT if is_ours else (filename, lineno)

    if hasattr(warnings, "_showwarnmsg"):
        show = warnings._showwarnmsg

        def _showwarnmsg(msg):
            msg.filename, msg.lineno = place_of(msg.filename, msg.lineno)
            tell(msg.message, msg.category, msg.filename, msg.lineno, sys._getframe(1))
            show(msg)

        warnings._showwarnmsg = _showwarnmsg
    else:
        show_old = warnings.showwarning

        def showwarning(message, category, filename, lineno, file=None, line=None):
            filename, lineno = place_of(filename, lineno)
            tell(message, category, filename, lineno, sys._getframe(1))
            show_old(message, category, filename, lineno, file, line)

        warnings.showwarning = showwarning


CALL_HANDLERS = """
def callHandlers(self, record):
    tell(record, frame_of(1))
    call_handlers(self, record)
"""


def watch_logging(record, frames):
    """Returns what to do once the script has imported `logging`."""
    write = counted(record["write"], MOST_WARNINGS)

    def patch(logging):
        own_file = logging.Logger.info.__code__.co_filename

        @safely
        def tell(entry, frame):
            if entry.levelno < LOGGED_FROM or not record["is_ours"]():
                return
            while frame is not None and frame.f_code.co_filename == own_file:
                frame = frame.f_back
            write(
                {
                    "type": "warning",
                    "atMs": record["now"](),
                    "category": to_text(entry.levelname),
                    "message": to_text(entry.getMessage()),
                    "channel": "logging",
                    "frame": frames()["describe_emitter"](frame, entry.pathname, entry.lineno),
                }
            )

        # Compiled under the file of `logging`, whose own search for the caller passes over its own frames.
        patched = {"tell": tell, "frame_of": sys._getframe, "call_handlers": logging.Logger.callHandlers}
        exec(compile(CALL_HANDLERS, own_file, "exec", 0, True), patched)
        logging.Logger.callHandlers = patched["callHandlers"]

    return patch


def metric_teller(record):
    """Returns `tell(name, value, step, source)`. What is no number is let go."""
    write = counted(record["write"], MOST_METRICS)
    number_of, step_of = metrics_part["number_of"], metrics_part["step_of"]

    def tell(name, value, step, source):
        number = number_of(value)
        if number is None or not record["is_ours"]():
            return
        name = to_text(name if isinstance(name, (bytes, type(u""))) else str(name), 500)
        line = {"type": "metric", "atMs": record["now"](), "name": name, "value": number}
        write(dict(line, step=step_of(step), source=source))

    return tell


def offer_observe(tell, builtins):
    tell_safely = safely(tell)

    def observe(name, value, step=None):
        tell_safely(name, value, step, "observe")

    observe.__name__ = "reprise_observe"
    observe.__doc__ = 'Notes a value of the run: `reprise_observe("loss", 0.25, step=3)`. Never raises.'
    builtins.reprise_observe = observe


EXECUTE = """
def exec_module(module):
    execute(module)
    after(module)
"""


class AfterImport(object):
    """Finder that finds nothing itself: it lets an action follow the first import of some modules, and then leaves."""

    def __init__(self, actions):
        self.actions = actions

    def _take(self, name):
        action = self.actions.pop(name, None)
        if not self.actions and self in sys.meta_path:
            sys.meta_path.remove(self)
        return action

    def find_spec(self, name, path=None, target=None):
        if name not in self.actions:
            return None
        action = self._take(name)
        for finder in list(sys.meta_path):
            if finder is self or not hasattr(finder, "find_spec"):
                continue
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                self._follow(spec.loader, action)
                return spec
        return None

    def _follow(self, loader, action):
        if not hasattr(loader, "exec_module") or not hasattr(loader, "__dict__"):
            return

        @safely
        def after(module):
            del loader.exec_module
            action(sys.modules.get(module.__name__, module))

        # Named as import machinery, whose frames Python itself leaves out of tracebacks.
        patched = {"execute": loader.exec_module, "after": after}
        exec(compile(EXECUTE, IMPORT_MACHINERY, "exec", 0, True), patched)
        loader.exec_module = patched["exec_module"]

    # Python 2.7
    def find_module(self, name, path=None):
        return self if name in self.actions and sys.version_info[0] == 2 else None

    def load_module(self, name):
        action = self._take(name)
        __import__(name)
        safely(action)(sys.modules[name])
        return sys.modules[name]


def joined(groups):
    """One action a module, from several groups of them: each does its part whatever becomes of the others."""
    merged = {}
    for group in groups:
        for name in group:
            merged.setdefault(name, []).append(safely(group[name]))

    def all_of(parts):
        def act(module):
            for part in parts:
                part(module)

        return act

    return {name: all_of(merged[name]) for name in merged}


def install(record, frames, own, options, builtins, warnings, hidden):
    tell, note, wrap = metric_teller(record), seeds_part["make_note"](record), wrapping_part["make_wrap"](hidden)
    offer_observe(tell, builtins)
    watch_warnings(record, frames, own, warnings)
    finite = load_part("finite") if "finite" in options["--watch"] else None
    actions = joined(
        (
            seeds_part["seeders"](note, options["--seed"]),
            seeds_part["watchers"](note, wrap),
            {"logging": watch_logging(record, frames)},
            metrics_part["watchers"](tell, wrap, None if finite is None else finite["weights_of"]),
            {} if finite is None else finite["watch_torch"](tell),
        )
    )
    for name in [name for name in actions if name in sys.modules]:
        actions.pop(name)(sys.modules[name])
    if actions:
        sys.meta_path.insert(0, AfterImport(actions))
