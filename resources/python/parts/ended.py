"""Follows a run to its end: phases, the uncaught exception, what it had imported, its exit code and its peak memory."""
import os
import sys


INTEGERS = load_part("record")["INTEGERS"]
wrapping_part = load_part("wrapping")


def exit_code_of(code):
    """The status that the system will see for `sys.exit(code)`."""
    if code is None:
        return 0
    if not isinstance(code, INTEGERS):
        return 1
    # What no `long` of C holds is taken for -1.
    number = int(code) if abs(code) <= sys.maxsize else -1
    return number & 0xFF if os.name == "posix" else number


def print_uncaught(hook, kind, value, trace):
    """Calls `sys.excepthook` as the interpreter does, also where it is gone or fails."""
    if hook is None:
        sys.stderr.write("sys.excepthook is missing\n")
        hook = sys.__excepthook__
    try:
        hook(kind, value, trace)
    except SystemExit:
        raise
    except:
        other_kind, other, other_trace = sys.exc_info()
        sys.stderr.write("Error in sys.excepthook:\n")
        sys.__excepthook__(other_kind, other, _set_trace(other, other_trace.tb_next))
        sys.stderr.write("\nOriginal exception was:\n")
        sys.__excepthook__(kind, value, _set_trace(value, trace))


def forget_file(namespace):
    """The interpreter takes these away from a script that has ended, before it waits for threads."""
    for name in ("__file__", "__cached__"):
        namespace.pop(name, None)


def run_plainly():
    """For a script that does not compile, of which nothing has run: only the interpreter itself, reading the file, shows
    such an error exactly as it does."""
    command = getattr(sys, "orig_argv", None) or [sys.executable, "-u"] + sys.argv
    try:
        os.execv(sys.executable, command)
    except OSError:
        pass


def _set_trace(value, trace):
    if hasattr(BaseException, "with_traceback"):
        BaseException.with_traceback(value, trace)
    return trace


def follow(record, places, hidden, seed=None, distributions=None, reached=None, on_code=None):
    write, now = record["write"], record["now"]
    state = {"code": 0, "frames": None, "certain": True}

    def frames():
        """Loaded when the first frame is described: most runs need none before their end."""
        if state["frames"] is None:
            known = distributions or load_part("distributions")["create"]()
            state["frames"] = load_part("frames")["create"](places, known)
        return state["frames"]

    def phase(name):
        write({"type": "phase", "atMs": now(), "name": name})

    def begin(code, source):
        """Returns the script in pieces, each with the phases that its beginning tells; most often it is one."""
        phase("firstStatement")
        pieces = [(code, ())]
        if hasattr(sys, "monitoring"):
            load_part("phases")["watch"](code, source, phase)
        elif code is not None:
            pieces = load_part("phases")["split"](code, source) or pieces
        if reached is not None:
            # Python 2.7 names the code of a script by the path that it was started with.
            reached["begin"](code, sys.argv[0] if code is None else code.co_filename)
        return pieces

    def returned(namespace):
        phase("finished")
        forget_file(namespace)

    def ended(namespace):
        kind, value, trace = sys.exc_info()
        trace = trace.tb_next
        phase("finished")
        if isinstance(value, SystemExit):
            state["code"] = exit_code_of(value.code)
            return
        # The interpreter then ends itself by the signal.
        interrupted = isinstance(value, KeyboardInterrupt) and sys.version_info >= (3, 8)
        state["code"], state["certain"] = 130 if interrupted else 1, not interrupted
        if hidden:
            try:
                trace = wrapping_part["without_hidden"](trace, hidden)
                wrapping_part["clean_chain"](value, hidden)
            except Exception:
                # Python 2.7 and 3.6 let no traceback be changed.
                pass
        _set_trace(value, trace)
        if record["is_ours"]():
            try:
                write(frames()["describe_uncaught"](kind, value, trace, now()))
            except Exception:
                write(_bare_exception(kind, now()))
        if trace is None and os.name == "posix" and isinstance(value, (SyntaxError, ValueError)):
            at_exit()
            run_plainly()
        hook = getattr(sys, "excepthook", None)

        def print_once(_kind, _value, _trace):
            sys.excepthook = hook or sys.__excepthook__
            sys.last_traceback = trace
            try:
                print_uncaught(hook, kind, value, _set_trace(value, trace))
            except SystemExit:
                state["code"] = exit_code_of(sys.exc_info()[1].code)
                raise
            forget_file(namespace)

        # The interpreter calls it once our own frames are gone, then exits as it does after any uncaught exception.
        sys.excepthook = print_once

    def at_exit():
        if on_code is not None and state["certain"]:
            on_code(state["code"])
        if not record["is_ours"]():
            return
        if reached is not None:
            reached["tell"]()
        try:
            imported = frames()["distributions"]["imported"]()
        except Exception:
            imported = []
        seeds_part = load_part("seeds")
        seeds_part["tell_at_end"](seeds_part["make_note"](record), seed)
        peaks = load_part("peaks")
        write({"type": "packages", "atMs": now(), "imported": imported})
        write(
            {
                "type": "finished",
                "atMs": now(),
                "exitCode": state["code"],
                "peakHostBytes": peaks["peak_host_bytes"](),
                "peakGpuBytes": peaks["peak_gpu_bytes"](),
            }
        )

    return {"frames": frames, "begin": begin, "phase": phase, "returned": returned, "ended": ended, "exit": at_exit}


def _bare_exception(kind, at):
    name = getattr(kind, "__name__", "")
    entry = {"type": name, "module": None, "bases": [], "message": "", "relation": "raised", "frames": []}
    return {"type": "exception", "atMs": at, "chain": [entry]}
