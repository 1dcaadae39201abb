"""Runs a script as `python script.py` would, and writes a record of the run to a descriptor. See README.md."""
import sys

PRISTINE = {name: value for name, value in globals().items() if name.startswith("__")}


def main():
    folder = __file__.replace("\\", "/").rpartition("/")[0] or "."
    path = folder + "/parts/load.py"
    with open(path, "rb") as stream:
        code = compile(stream.read(), path, "exec", 0, True)
    first = {"__name__": "sys", "__builtins__": __builtins__}
    exec(code, first)
    return first["make_loader"](folder + "/parts/")("start")["prepare"](sys.argv, __file__, PRISTINE)


main()()
