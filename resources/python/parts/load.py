"""Loads the runner's parts, each into a namespace of its own: nothing of ours is left in sys.modules for a script to meet."""


def make_loader(folder, compiled=None):
    """`compiled` keeps the code of parts by name, for a process that is forked before they are loaded."""

    def load_part(name):
        path = folder + name + ".py"
        code = None if compiled is None else compiled.get(name)
        if code is None:
            with open(path, "rb") as stream:
                code = compile(stream.read(), path, "exec", 0, True)
            if compiled is not None:
                compiled[name] = code
        # Warnings name a frame beyond the script's outermost one `sys`, and so do ours.
        part = {"__name__": "sys", "__builtins__": __builtins__, "load_part": load_part, "FOLDER": folder}
        exec(code, part)
        return part

    return load_part
