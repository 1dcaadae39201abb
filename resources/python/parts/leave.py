"""Lets a fork end without tearing down what it has of its parent: thousands of modules, copied page by page to be thrown away."""
import atexit
import ctypes
import os
import sys

FROM_START = frozenset(sys.modules)


def keep_finalizers():
    """What imports left to be cleared up at exit is the parent's: a fork would clear up under the parent and its sisters."""
    finalize = getattr(sys.modules.get("weakref"), "finalize", None)
    for info in list(getattr(finalize, "_registry", {}).values()):
        info.atexit = False


def prepare():
    """To be called before anything else is imported: what is registered first at exit is called last. Returns what notes
    the parent's modules, and what tells the process that is the script's."""
    kept = {}
    script = []

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
        libc = ctypes.CDLL(None)
        if hasattr(libc, "on_exit") and hasattr(libc, "fcloseall"):
            # Called by `exit` in the opposite order: C's own streams are flushed, then the process is gone with its status.
            libc.on_exit(ctypes.cast(libc._exit, ctypes.c_void_p), None)
            libc.on_exit(ctypes.cast(libc.fcloseall, ctypes.c_void_p), None)

    atexit.register(leave)
    return note, arm
