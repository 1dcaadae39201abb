"""What an editor tells of a place in a script: members of a module or a class, signatures, first lines of docstrings.

Uses the look-up of names. None of the script's own code runs;
the modules that it imports are imported. Members are listed without being fetched, since a lazy package would import all it has.
"""
import ast
import json
import re
import sys
import types

collect_part, find_part = load_part("collect"), load_part("find")
Script, names_of = collect_part["Script"], collect_part["names_of"]
Lookup, Missing, Unsure = find_part["Lookup"], find_part["Missing"], find_part["Unsure"]
members_of, top_modules, resolve = find_part["members_of"], find_part["top_modules"], find_part["resolve"]
TEXT = type(u"")
MOST_MEMBERS = 4000
MOST_TEXT = 400
FACTS_MARK = "reprise-facts:"
CALL_FORM = re.compile(r"^[\w.]+\(.*\)(\s*->.*)?$")
BUILTINS = sys.modules[dict.__module__]


def readable_tree(source, line):
    """The tree of a text that is being written: without the line of the cursor, else of its imports alone."""
    if sys.version_info[0] == 2:
        source = source.encode("utf-8")
    lines = source.split("\n")
    without = list(lines)
    if 0 < line <= len(lines):
        text = lines[line - 1]
        without[line - 1] = text[: len(text) - len(text.lstrip())] + "pass"
    for text in ("\n".join(lines), "\n".join(without)):
        tree = parsed(text)
        if tree is not None:
            return tree
    found = []
    for text in without:
        if text.lstrip().startswith(("import ", "from ")):
            tree = parsed(text.strip())
            if tree is not None:
                found.append(text.strip())
    return parsed("\n".join(found)) or parsed("")


def parsed(text):
    try:
        return compile(text, "reproducer.py", "exec", ast.PyCF_ONLY_AST, True)
    except (SyntaxError, ValueError, TypeError, RuntimeError, MemoryError):
        return None


def bindings_of(tree):
    """Names that a tree binds once, by a call, each with what is called; and how often each name is assigned."""
    calls, counts = {}, {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and type(node.ctx).__name__ != "Load":
            counts[node.id] = counts.get(node.id, 0) + 1
        is_one = isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
        if is_one and isinstance(node.value, ast.Call):
            calls[node.targets[0].id] = node.value.func
    return {name: called for name, called in calls.items() if counts.get(name) == 1}


class Place(object):
    """A script, and what its names stand for in this interpreter."""

    def __init__(self, tree, project):
        self.script = Script(tree)
        self.calls = bindings_of(tree)
        self.project = project
        self.lookup = Lookup()

    def find(self, parts):
        """The object of a chain of names. Raises Unsure, and Missing where a module is not there."""
        root = parts[0]
        if root in self.calls and root not in self.script.imports:
            value = self.made_by(self.calls[root])
        elif root not in self.script.bound and root not in self.script.imports:
            value = self.attribute(BUILTINS, root)
        else:
            return self.chain(parts)
        for name in parts[1:]:
            value = self.attribute(value, name)
        return value

    def chain(self, parts):
        node = ast.parse(".".join(parts), mode="eval").body
        value, missing = resolve(self.script, self.lookup, self.project, node)
        if missing is not None:
            raise Unsure()
        return value

    def made_by(self, called):
        """The class of what a call makes: known where a class is called that makes its objects as classes do."""
        parts = names_of(called)
        if parts is None:
            raise Unsure()
        root, attributes = parts
        if root in self.script.bound or root in self.script.imports:
            value = self.chain([root] + attributes)
        else:
            value = self.attribute(BUILTINS, root)
        if not isinstance(value, type):
            raise Unsure()
        return value

    def attribute(self, value, name):
        there, found = self.lookup.member(value, name)
        if not there:
            raise Unsure()
        return found


def plain(text, most):
    """A text on one line, in letters that JSON takes."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    if not isinstance(text, TEXT):
        return None
    line = u" ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + u"\u2026"


def guarded(work):
    """What `work` answers; None where the library's own code fails."""
    try:
        return work()
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None


def summary_of(value):
    """The first paragraph of an object's own docstring, on one line."""
    doc = guarded(lambda: value.__doc__)
    if not isinstance(doc, (bytes, TEXT)):
        return None
    if isinstance(doc, bytes):
        doc = doc.decode("utf-8", "replace")
    for part in doc.strip().split(u"\n\n"):
        line = plain(part, MOST_TEXT)
        # The form of the call stands first in the docstrings of functions of C.
        if line and not CALL_FORM.match(line):
            return line
    return None


def signature_of(value):
    """How a function or a class is called, in parentheses, and the names that may be given. (None, []) where nobody says."""
    import inspect

    if not callable(value):
        return None, []
    if hasattr(inspect, "signature"):
        signature = guarded(lambda: inspect.signature(value))
        if signature is not None:
            kinds = ("POSITIONAL_OR_KEYWORD", "KEYWORD_ONLY")
            names = [TEXT(one.name) for one in signature.parameters.values() if one.kind.name in kinds]
            return guarded(lambda: plain(TEXT(str(signature)), MOST_TEXT)), names
    else:
        function = getattr(value, "__init__", None) if isinstance(value, type) else value
        found = guarded(lambda: inspect.getargspec(function))
        if found is not None:
            names = found.args[1:] if inspect.ismethod(function) else found.args
            return plain(inspect.formatargspec(*found), MOST_TEXT), [TEXT(name) for name in names if isinstance(name, str)]
    doc = guarded(lambda: value.__doc__)
    first = plain(doc.strip().split("\n")[0], MOST_TEXT) if isinstance(doc, (bytes, TEXT)) and doc.strip() else None
    if first and u"(" in first and u")" in first:
        return first[first.index(u"(") :], []
    return None, []


def kind_of(value):
    if isinstance(value, types.ModuleType):
        return "module"
    if isinstance(value, type):
        return "class"
    if isinstance(value, property):
        return "property"
    if isinstance(value, (staticmethod, classmethod)) or callable(value):
        return "function"
    return "value"


def held_by(value):
    """What an object holds by name, as it lies: nothing is fetched for it."""
    if isinstance(value, type):
        held = {}
        for one in reversed(guarded(lambda: value.__mro__) or ()):
            held.update(vars(one))
        return held
    return dict(guarded(lambda: vars(value)) or {})


def in_order(word):
    """What is meant for others comes first."""
    return word.startswith("_"), word


def list_members(value, lookup):
    held = held_by(value)
    names = {name for name in guarded(lambda: dir(value)) or [] if isinstance(name, (str, TEXT))}
    if isinstance(value, types.ModuleType) and hasattr(value, "__path__"):
        names.update(members_of(value.__name__, lookup))
    members = []
    for name in sorted(names, key=in_order)[:MOST_MEMBERS]:
        kind = guarded(lambda name=name: kind_of(held[name])) if name in held else None
        members.append({"name": TEXT(name), "kind": kind or "value"})
    return {"kind": "members", "members": members}


def list_modules(parent, lookup):
    names = set(members_of(parent, lookup) if parent else top_modules())
    whole = [TEXT(name) for name in sorted(names, key=in_order) if name.replace("_", "a").isalnum() and not name[0].isdigit()]
    return {"kind": "members", "members": [{"name": name, "kind": "module"} for name in whole[:MOST_MEMBERS]]}


def describe(value, name):
    signature, parameters = signature_of(value)
    module = guarded(lambda: value.__name__ if isinstance(value, types.ModuleType) else value.__module__)
    return {
        "kind": "described",
        "name": TEXT(name),
        "what": guarded(lambda: kind_of(value)) or "value",
        "signature": signature,
        "parameters": parameters[:200],
        "summary": summary_of(value) if not is_plain_value(value) else None,
        "module": plain(module, MOST_TEXT) if isinstance(module, (str, TEXT)) else None,
        "shown": guarded(lambda: plain(TEXT(repr(value)), 200)) if is_plain_value(value) else None,
    }


def is_plain_value(value):
    return value is None or type(value) in (bool, int, float, str, TEXT, bytes)


def find_facts(request):
    project = frozenset(request["project"])
    wanted = request["wanted"]
    try:
        if wanted["kind"] == "modules":
            if wanted["of"].split(".")[0] in project:
                raise Unsure()
            return list_modules(wanted["of"], Lookup())
        place = Place(readable_tree(request["source"], wanted["line"]), project)
        if wanted["kind"] == "imported":
            if wanted["of"].split(".")[0] in project:
                raise Unsure()
            return list_members(place.lookup.module(wanted["of"]), place.lookup)
        parts = [str(name) for name in wanted["chain"]]
        value = place.find(parts)
        if wanted["kind"] == "members":
            return list_members(value, place.lookup)
        return describe(value, parts[-1])
    except (Unsure, Missing, RuntimeError, SyntaxError, UnicodeError):
        return {"kind": "unknown"}


def answer_facts(text):
    """Writes what is known of a request's place, JSON of `source`, `project` and `wanted`, as one marked line."""
    import base64
    import warnings
    import zlib

    warnings.simplefilter("ignore")
    found = json.dumps(find_facts(json.loads(text))).encode("ascii")
    # Packed: the end of what was printed is kept, and a package may have thousands of names.
    packed = base64.b64encode(zlib.compress(found)).decode("ascii")
    sys.stdout.write("\n" + FACTS_MARK + packed + "\n")
    sys.stdout.flush()
