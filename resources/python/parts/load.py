"""Loads the runner's parts, each into a namespace of its own: nothing of ours is left in sys.modules for a script to meet."""


def make_loader(folder):
    def load_part(name):
        path = folder + name + ".py"
        with open(path, "rb") as stream:
            code = compile(stream.read(), path, "exec", 0, True)
        # Warnings name a frame beyond the script's outermost one `sys`, and so do ours.
        part = {"__name__": "sys", "__builtins__": __builtins__, "load_part": load_part, "FOLDER": folder}
        exec(code, part)
        return part

    return load_part
