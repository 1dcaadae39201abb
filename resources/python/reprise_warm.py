"""Imports frameworks once, then forks for each execution. Holds no code of a user. See README.md."""
import sys

PRISTINE = {name: value for name, value in globals().items() if name.startswith("__")}


def main():
    folder = __file__.replace("\\", "/").rpartition("/")[0] or "."
    path = folder + "/parts/load.py"
    with open(path, "rb") as stream:
        code = compile(stream.read(), path, "exec", 0, True)
    first = {"__name__": "sys", "__builtins__": __builtins__}
    exec(code, first)
    load_part = first["make_loader"](folder + "/parts/", {})
    return load_part("warm")["serve"](sys.argv, __file__, PRISTINE)


main()()
