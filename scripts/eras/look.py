"""Looks at an installed release for what the era table says of it. Reads JSON lines of facts on standard input.

    look.py SITE_PACKAGES files       reads the sources that were installed: nothing of them is run
    look.py SITE_PACKAGES import      imports the package and asks it, with the interpreter that this runs in

Answers with one JSON line a fact: true (the release has it), false (it has it not), null (it cannot be told in this way).
"""
import ast
import importlib
import inspect
import io
import json
import os
import re
import sys
import warnings

SITE, WAY = sys.argv[1:3]
SOURCES = (".py", ".pyi")
# Where the public names of a package lie, besides the package's own folder.
ROOTS = {
    "tensorflow": ["tensorflow_core/_api/v1", "tensorflow_core/_api/v2", "tensorflow/_api/v1", "tensorflow/_api/v2", "tensorflow_core", "tensorflow"],
    "keras": ["keras/api/_v2/keras", "keras/api", "keras"],
    "torch": ["torch", "torch/_C/_VariableFunctions.pyi", "torch/_C/__init__.pyi", "torch/__init__.pyi"],
}
# What a compiled part binds stands in these, where there are any.
STUBS = ".pyi"
FOLDERS = {
    "tensorflow": ["tensorflow_core", "tensorflow", "keras"],
    "pytorch-lightning": ["pytorch_lightning"],
    "scikit-learn": ["sklearn"],
}


def text_of(path):
    with io.open(path, encoding="utf-8", errors="replace") as opened:
        return opened.read()


def parsed(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text_of(path))
        except (SyntaxError, ValueError):
            return None


def folders_of(of):
    return [one for one in (os.path.join(SITE, name) for name in FOLDERS.get(of, [of])) if os.path.isdir(one)]


def files_below(folder, endings):
    for where, names, files in os.walk(folder):
        names[:] = [name for name in names if name not in ("__pycache__", "tests", "test", "testing")]
        for name in files:
            if name.endswith(endings):
                yield os.path.join(where, name)


def module_file(path):
    for candidate in (os.path.join(path, "__init__.py"), path + ".py", path + ".pyi", path):
        if os.path.isfile(candidate):
            return candidate
    return None


def only_raises(node):
    """Whether a function is there to say that it went."""
    body = [one for one in node.body if not (isinstance(one, ast.Expr) and isinstance(one.value, (ast.Str if sys.version_info < (3, 8) else ast.Constant)))]
    return len(body) == 1 and isinstance(body[0], ast.Raise)


def inner_of(node, file):
    """Where the module of a `from … import` lies."""
    base = os.path.dirname(file)
    if node.level:
        for _ in range(node.level - 1):
            base = os.path.dirname(base)
    else:
        base = SITE
    return os.path.join(base, *(node.module or "").split("."))


def has_gone(path, name):
    file = module_file(path)
    tree = parsed(file) if file is not None else None
    return tree is not None and any(isinstance(one, ast.FunctionDef) and one.name == name and only_raises(one) for one in tree.body)


def binds(path, name, depth=0):
    """Whether a module's source binds a name: by a definition, an import, or a text in a table of lazy imports."""
    file = module_file(path)
    tree = parsed(file) if file is not None else None
    if tree is None:
        return False
    outside = False
    is_lazy = "_LazyModule" in text_of(file)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name:
            return not (isinstance(node, ast.FunctionDef) and only_raises(node))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name:
            return True
        if isinstance(node, ast.Import) and any((one.asname or one.name.split(".")[0]) == name for one in node.names):
            return True
        if isinstance(node, ast.ImportFrom):
            found = [one.name for one in node.names if (one.asname or one.name) == name]
            if found:
                return not has_gone(inner_of(node, file), found[0])
            if any(one.name == "*" for one in node.names) and depth < 3:
                inner = inner_of(node, file)
                if inner != path and binds(inner, name, depth + 1):
                    return True
                outside = outside or module_file(inner) is None
        if is_lazy and isinstance(node, ast.Constant) and node.value == name:
            return True
    # It takes all names of a package that is not here.
    return None if outside else False


def has_name(of, dotted):
    first, rest = dotted.split(".", 1)
    roots = [os.path.join(SITE, root) for root in ROOTS.get(first, [first])]
    roots = [root for root in roots if os.path.exists(root)]
    if first == "tensorflow" and rest.startswith("keras.") and os.path.isdir(os.path.join(SITE, "keras")):
        found = has_name("keras", rest)
        if found:
            return True
    if not roots:
        return None
    told = [reaches(root, rest.split(".")) for root in roots]
    if True in told:
        return True
    if "." not in rest and any(root.endswith(STUBS) for root in roots):
        return False
    return None if None in told else False


def reaches(root, parts):
    if os.path.basename(root) in ("tensorflow_core", "tensorflow"):
        # A folder that lies there is no name yet: what is public is bound.
        found = binds(root, parts[0])
        return found if len(parts) == 1 or not found else None
    path = root
    for at, part in enumerate(parts):
        inner = os.path.join(path, part)
        if os.path.isdir(path) and module_file(inner) is not None:
            path = inner
            continue
        found = binds(path, part)
        if not found:
            return found
        # What lies below a class or an imported module is not followed by its source.
        return at == len(parts) - 1 or None
    return True


def has_argument(of, call, argument):
    pattern = re.compile(r"^[ \t]*(?:def|class)[ \t]+%s\b" % re.escape(call), re.M)
    if call == "tokenizer":
        # The call of an object, whose class is not named.
        return None
    is_told = is_open = False
    for folder in folders_of(of):
        for path in files_below(folder, SOURCES):
            text = text_of(path)
            if not pattern.search(text):
                continue
            tree = parsed(path)
            for node in ast.walk(tree) if tree is not None else ():
                if isinstance(node, ast.FunctionDef) and node.name == call:
                    functions = [node]
                elif isinstance(node, ast.ClassDef) and node.name == call:
                    functions = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
                    fields = [one.target.id for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)]
                    if argument in fields:
                        return True
                    is_told = is_told or bool(fields)
                else:
                    continue
                for function in functions:
                    names = [one.arg for one in function.args.args + function.args.kwonlyargs]
                    if argument in names:
                        return True
                    is_told = True
                    # Whatever it takes besides may hold the old name too.
                    is_open = is_open or function.args.kwarg is not None or any("legacy" in ast.dump(one) for one in function.decorator_list)
    return False if is_told and not is_open else None


def hands_on(of):
    """Whether the package is a thin one over another's, whose names its own files do not tell."""
    return any(re.search(r"^from tensorflow[.]keras[.]", text_of(path), re.M) for folder in folders_of(of) for path in [module_file(os.path.join(folder, "models"))] if path)


def has_method(of, name):
    pattern = re.compile(r"^[ \t]+def[ \t]+%s\(" % re.escape(name), re.M)
    return any(pattern.search(text_of(path)) for folder in folders_of(of) for path in files_below(folder, SOURCES))


def joined(text):
    """Sources write one sentence over several literals."""
    text = re.sub(r"[\"'][ \t]*\\?\n?[ \t]*\+?[ \t]*\n?[ \t]*[rbfu]{0,2}[\"']", "", text)
    return re.sub(r"\s+", " ", text.replace("\\n", " "))


def has_message(of, words):
    pieces = [one.strip() for one in re.sub(r"\s+", " ", words).split("*") if len(one.strip()) > 3]
    longest = max(pieces, key=len) if pieces else ""
    if len(longest) < 12:
        return None
    start = longest.split(" ")[0]
    for folder in folders_of(of):
        for path in files_below(folder, SOURCES):
            text = text_of(path)
            if start in text and longest in joined(text):
                return True
        for path in files_below(folder, (".so", ".pyd", ".dylib")):
            with open(path, "rb") as opened:
                if longest.encode() in opened.read():
                    return True
    # It may be put together of parts that no file holds whole.
    return False


def by_files(fact):
    told = told_by_files(fact)
    return None if told is False and hands_on(fact["of"]) else told


def told_by_files(fact):
    kind, of, text = fact["kind"], fact["of"], fact["text"]
    if kind == "name":
        return has_name(of, text)
    if kind == "argument":
        return has_argument(of, fact["call"], text)
    if kind == "method":
        return has_method(of, text)
    return has_message(of, text)


def by_import(fact):
    if fact["kind"] == "message":
        return by_files(fact)
    warnings.simplefilter("ignore")
    if fact["kind"] == "argument":
        return has_argument(fact["of"], fact["call"], fact["text"])
    parts = fact["text"].split(".")
    try:
        importlib.import_module(parts[0])
    except Exception:
        return None
    value = None
    for end in range(len(parts), 0, -1):
        try:
            value = importlib.import_module(".".join(parts[:end]))
        except Exception:
            continue
        try:
            for part in parts[end:]:
                value = getattr(value, part)
            return True
        except Exception:
            # Some say what went by an error of their own.
            return False
    return False


for line in sys.stdin:
    fact = json.loads(line)
    print(json.dumps((by_import if WAY == "import" else by_files)(fact)))
    sys.stdout.flush()
