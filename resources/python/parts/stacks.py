"""Where each thread stands, told when the host asks with a signal: a run that hangs cannot tell it by itself."""
import sys

try:
    import faulthandler
except ImportError:
    faulthandler = None

# One of the signals that no program uses by chance; Linux alone has them.
ASKED = 62
MOST_FRAMES = 100


def arm(record):
    if not sys.platform.startswith("linux"):
        return
    try:
        if hasattr(faulthandler, "register"):
            # Written in C from the handler itself, also while the script is within C code.
            record["lend"](lambda descriptor: faulthandler.register(ASKED, descriptor, True, False))
        elif faulthandler is None:
            import signal

            signal.signal(ASKED, lambda number, frame: tell(record, frame))
    except Exception:
        pass


def tell(record, interrupted):
    """For Python 2.7: the same text, from a handler that the interpreter calls between two instructions."""
    try:
        main = [number for number, frame in sys._current_frames().items() if frame is interrupted or is_below(frame, interrupted)]
        text = []
        for number, frame in sorted(sys._current_frames().items()):
            frame = interrupted if number in main else frame
            text.append("%s 0x%016x (most recent call first):" % ("Current thread" if number in main else "Thread", number))
            count = 0
            while frame is not None and count < MOST_FRAMES:
                code = frame.f_code
                text.append('  File "%s", line %d in %s' % (code.co_filename, frame.f_lineno, code.co_name))
                frame, count = frame.f_back, count + 1
        record["write_bare"]("\n".join(text) + "\n")
    except Exception:
        pass


def is_below(frame, wanted):
    while frame is not None and frame is not wanted:
        frame = frame.f_back
    return frame is not None
