"""
`planting.py plant PLACES` leaves what an interpreter or a tool takes up by itself where a script may write; `planting.py find PLACES`, run
afterwards, prints what of it was met: name to null (nothing) or how. PLACES is a JSON list of folders.
"""
import importlib.util
import json
import marshal
import os
import struct
import sys

role, places = sys.argv[1], json.loads(sys.argv[2])
MET = "import builtins\nbuiltins.reprise_met = getattr(builtins, 'reprise_met', ()) + (%r,)\n"
FILES = ("sitecustomize.py", "usercustomize.py", "conftest.py", ".pythonrc.py", "colorsys.py", "reprise-planted.pth")
user = os.path.join(os.path.expanduser("~"), ".local", "lib", "python%d.%d" % sys.version_info[:2], "site-packages")
temporary = ("/tmp", "/dev/shm", "/var/tmp")
everywhere = [os.getcwd(), os.path.expanduser("~"), user] + places


def plant(folder):
    written = 0
    for name in FILES:
        text = MET % name
        try:
            with open(os.path.join(folder, name), "w") as stream:
                # A path file runs lines that begin with an import.
                stream.write("import builtins; builtins.reprise_met = (%r,)\n" % name if name.endswith(".pth") else text)
            written += 1
        except OSError:
            pass
    source = os.path.join(folder, "model.py")
    try:
        status = os.stat(source)
        cached = importlib.util.cache_from_source(source)
        os.makedirs(os.path.dirname(cached), exist_ok=True)
        code = compile(MET % "bytecode", source, "exec")
        stamp = struct.pack("<III", 0, int(status.st_mtime) & 0xFFFFFFFF, status.st_size & 0xFFFFFFFF)
        with open(cached, "wb") as stream:
            stream.write(importlib.util.MAGIC_NUMBER + stamp + marshal.dumps(code))
        written += 1
    except OSError:
        pass
    return written


def find():
    import builtins
    import colorsys  # noqa: F401

    sys.path[1:1] = places
    try:
        import model
    except ImportError:
        pass
    met = getattr(builtins, "reprise_met", ())
    there = [os.path.join(folder, name) for folder in everywhere + list(temporary) for name in FILES]
    return {
        "code that was planted": repr(met) if met else None,
        "a module that was planted": "met" if "colorsys.py" in met else None,
        "files that were planted": repr([path for path in there if os.path.exists(path)][:3]) if any(map(os.path.exists, there)) else None,
    }


if role == "plant":
    for folder in (user,):
        os.makedirs(folder, exist_ok=True)
    # The shared places of a machine are left alone where there is no sandbox.
    inside = everywhere + (list(temporary) if len(sys.argv) > 3 else [])
    print(json.dumps({folder: plant(folder) for folder in inside}))
else:
    print(json.dumps(find()))
