"""Lets a fork end without tearing down what it has of its parent: thousands of modules, copied page by page to be thrown away."""
import atexit
import ctypes
import os
import sys

FROM_START = frozenset(sys.modules)
NAME = "reprise"


class Last(object):
    """Lies where the interpreter lets go of it once all modules are torn down. What it would still clear, every name and type
    that it ever had, nobody sees."""

    __slots__ = ("code", "flush", "leave", "own", "who")

    def __del__(self):
        if self.who() == self.own:
            self.flush(None)
            self.leave(self.code)


def last_place(api):
    """The dictionary of the interpreter itself; None before Python 3.9, which does not give it to everyone."""
    if not hasattr(api, "PyInterpreterState_Get"):
        return None
    api.PyInterpreterState_Get.restype = ctypes.c_void_p
    api.PyInterpreterState_GetDict.argtypes = (ctypes.c_void_p,)
    api.PyInterpreterState_GetDict.restype = ctypes.c_void_p
    address = api.PyInterpreterState_GetDict(api.PyInterpreterState_Get())
    return ctypes.cast(address, ctypes.py_object).value if address else None


def is_flushed():
    """Whether the interpreter has nothing left to write, which could fail and so change the exit code."""
    try:
        for name in ("stdout", "stderr"):
            stream = sys.__dict__[name]
            if stream is not sys.__dict__["__%s__" % name] or type(stream).__module__ != "_io":
                return False
            stream.flush()
    except Exception:
        return False
    return True


def keep_finalizers():
    """What imports left to be cleared up at exit is the parent's: a fork would clear up under the parent and its sisters."""
    finalize = getattr(sys.modules.get("weakref"), "finalize", None)
    for info in list(getattr(finalize, "_registry", {}).values()):
        info.atexit = False


def prepare():
    """To be called before anything else is imported: what is registered first at exit is called last. Returns what notes
    the parent's modules, what tells the process that is the script's, and what takes its exit code where that is certain."""
    kept = {}
    script, codes = [], []
    libc = ctypes.CDLL(None)
    place = last_place(ctypes.pythonapi)

    def note():
        keep_finalizers()
        kept.update((name, module) for name, module in sys.modules.items() if name not in FROM_START)

    def arm():
        script.append(os.getpid())

    def leave():
        if script != [os.getpid()]:
            return
        for name, module in kept.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]
        # Held for good, so that the interpreter has nothing of them to take apart; the script's own is taken apart as ever.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))
        if hasattr(libc, "on_exit") and hasattr(libc, "fcloseall"):
            # Called by `exit` in the opposite order: C's own streams are flushed, then the process is gone with its status.
            libc.on_exit(ctypes.cast(libc._exit, ctypes.c_void_p), None)
            libc.on_exit(ctypes.cast(libc.fcloseall, ctypes.c_void_p), None)
        if place is not None and codes and is_flushed():
            last = Last()
            last.code, last.flush, last.leave = codes[-1], libc.fflush, os._exit
            last.own, last.who = os.getpid(), os.getpid
            place[NAME] = last

    atexit.register(leave)
    return note, arm, codes.append
