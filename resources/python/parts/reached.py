"""On request: which lines of the script ran, so that a control that never came to the failing line is told from one that did."""
import sys

TOOL = 3
MOST_RANGES = 2000


def all_code(code):
    """A code object and all that stand in it: functions, classes, comprehensions."""
    left = [code]
    while left:
        each = left.pop()
        yield each
        left.extend(constant for constant in each.co_consts if hasattr(constant, "co_code"))


def watch_monitored(code, seen):
    """From Python 3.12 on lines of single code objects can be watched, and each tells itself once."""
    monitoring = sys.monitoring
    if monitoring.get_tool(TOOL) is not None:
        return None

    def on_line(_code, line):
        seen.add(line)
        return monitoring.DISABLE

    monitoring.use_tool_id(TOOL, "reprise-reached")
    monitoring.register_callback(TOOL, monitoring.events.LINE, on_line)
    for each in all_code(code):
        monitoring.set_local_events(TOOL, each, monitoring.events.LINE)
    return lambda: monitoring.free_tool_id(TOOL)


def watch_traced(filename, seen):
    """Before, of each new frame it is asked whether it is one of the script's."""
    if sys.gettrace() is not None:
        return None

    def in_script(frame, event, _argument):
        if event == "line":
            seen.add(frame.f_lineno)
        return in_script

    def trace(frame, _event, _argument):
        return in_script if frame.f_code.co_filename == filename else None

    sys.settrace(trace)

    def stop():
        if sys.gettrace() is trace:
            sys.settrace(None)

    return stop


def ranges_of(lines):
    """Sorted numbers as first and last of each run of them."""
    ranges = []
    for line in sorted(lines):
        if ranges and ranges[-1][1] == line - 1:
            ranges[-1][1] = line
        else:
            ranges.append([line, line])
    return ranges[:MOST_RANGES]


def create(record):
    """Returns what begins to watch, given the script's code (none before Python 3) and file, and what tells it at the end."""
    seen, stops = set(), []

    def begin(code, filename):
        if code is not None and hasattr(sys, "monitoring"):
            stops.append(watch_monitored(code, seen))
        else:
            stops.append(watch_traced(filename, seen))

    def tell():
        stop = stops.pop() if stops else None
        if stop is None:
            return
        stop()
        record["write"]({"type": "reached", "atMs": record["now"](), "ranges": ranges_of(seen)})

    return {"begin": begin, "tell": tell}
