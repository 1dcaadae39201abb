"""Runs a script as `python script.py` would, and writes a record of the run to a descriptor. See README.md."""
# No __future__ import here: on Python 2.7 `execfile` would hand it on to the script.
import sys

ENTRY = sys.modules["__main__"]
PRISTINE = dict((name, getattr(ENTRY, name)) for name in dir(ENTRY) if name.startswith("__"))
# Frames of ours below the script's: its recursion limit is raised by as many, so that it fails at the same depth.
FRAMES_BELOW = 2


def load_part(folder, name):
    """Executes a part in a namespace of its own: nothing of ours is left in sys.modules, where a script could meet it."""
    path = folder + "/" + name + ".py"
    stream = open(path, "rb")
    source = stream.read()
    stream.close()
    # Warnings name a frame beyond the script's outermost one `sys`, and so do ours.
    part = {"__name__": "sys", "__builtins__": __builtins__, "load_part": lambda other: load_part(folder, other)}
    exec(compile(source, path, "exec", 0, True), part)
    return part


def run(start, script, namespace):
    """The only frame of ours that calls the script; everything that could be elsewhere, is."""
    try:
        if sys.version_info[0] == 2:
            start.begin(None)
            execfile(script, namespace)  # noqa: F821
        else:
            code = compile(start.source, namespace["__file__"], "exec", 0, True)
            start.begin(code)
            exec(code, namespace)
        start.returned()
    except:  # noqa: E722 - classes of Python 2.7 that are no exceptions can be raised too
        start.ended()
        raise


def main():
    own = __file__
    folder = own.replace("\\", "/").rpartition("/")[0] or "."
    start = load_part(folder + "/parts", "start")["prepare"](sys.argv, folder, own, PRISTINE, FRAMES_BELOW)
    sys.modules["__main__"] = start.module
    ENTRY.__name__ = "sys"
    return start


start = main()
run(start, start.script, start.module.__dict__)
