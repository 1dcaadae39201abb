"""Looks up in this interpreter what a script names, without running the script: modules, attributes, arguments, variables.

Sound rather than complete: what is told would fail where it is reached. What cannot be told for certain (branches, `try`,
names that are bound again, what instances hold, wrappers that know a keyword) is passed over. See README.md.
"""
import ast
import difflib
import json
import sys
import types

MOST_ISSUES = 40
MOST_NEAR = 3
MARK = "reprise-check:"
TEXT = type(u"")
MODULE_NAMES = frozenset(
    ["__name__", "__file__", "__doc__", "__package__", "__spec__", "__loader__", "__builtins__", "__annotations__"]
    + ["__class__", "__qualname__", "__module__", "__debug__", "__path__", "__dict__", "reprise_observe", "WindowsError"]
)
FREE_TEXT = frozenset(["exec", "eval", "execfile", "globals", "locals", "vars"])
# What decides where modules come from.
PATHS = frozenset(["path", "meta_path", "path_hooks", "modules"])
CATCHERS = frozenset(["raises", "suppress", "assertRaises", "assertRaisesRegex"])


class Missing(Exception):
    """A module that is not there. `args[0]`: its full name."""


class Unsure(Exception):
    """Nothing can be said for certain."""


def names_of(chain):
    """`a.b.c` as ("a", ["b", "c"]), or None."""
    attributes = []
    while isinstance(chain, ast.Attribute):
        attributes.append(chain.attr)
        chain = chain.value
    if not isinstance(chain, ast.Name):
        return None
    return chain.id, attributes[::-1]


class Script(object):
    """What a tree binds and names, each with whether it is certain to be reached."""

    def __init__(self, tree):
        self.imports = {}
        self.bound = set()
        self.assigned_attributes = set()
        self.loaded = set()
        self.star_modules = []
        self.changes_path = False
        self.runs_text = False
        self.module_uses = []
        self.chains = []
        self.calls = []
        self.names = []
        for node in ast.walk(tree):
            self.collect(node)
        self.visit(tree, False)

    def collect(self, node):
        kind = type(node).__name__
        if kind in ("Import", "ImportFrom"):
            for alias in node.names:
                if kind == "Import":
                    bound = alias.asname or alias.name.split(".")[0]
                    target = (alias.name if alias.asname else bound, None)
                elif alias.name == "*":
                    self.star_modules.append(node.module if not node.level else None)
                    continue
                else:
                    bound = alias.asname or alias.name
                    target = (node.module, alias.name) if not node.level else (None, None)
                self.imports.setdefault(bound, set()).add(target)
            return
        if kind == "Name":
            if type(node.ctx).__name__ == "Load":
                self.loaded.add(node.id)
                if node.id in FREE_TEXT:
                    self.runs_text = True
            else:
                self.bound.add(node.id)
        elif kind == "Attribute":
            if type(node.ctx).__name__ != "Load":
                self.assigned_attributes.add(node.attr)
            else:
                self.loaded.add(node.attr)
                if node.attr in PATHS and isinstance(node.value, ast.Name) and node.value.id == "sys":
                    self.changes_path = True
        elif kind == "Call":
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in ("setattr", "__setattr__", "patch", "delattr"):
                for argument in node.args[1:2]:
                    self.assigned_attributes.add(getattr(argument, "s", getattr(argument, "value", None)))
        elif kind in ("FunctionDef", "AsyncFunctionDef", "ClassDef", "TypeVar", "ParamSpec", "TypeVarTuple"):
            self.bound.add(node.name)
        elif kind == "arg":
            self.bound.add(node.arg)
        elif kind == "arguments":
            for extra in (node.vararg, node.kwarg):
                if isinstance(extra, str):
                    self.bound.add(extra)
        elif kind in ("ExceptHandler", "MatchAs", "MatchStar"):
            if isinstance(node.name, str):
                self.bound.add(node.name)
        elif kind == "MatchMapping":
            if node.rest:
                self.bound.add(node.rest)
        elif kind in ("Global", "Nonlocal"):
            self.bound.update(node.names)
        elif kind == "Exec":
            self.runs_text = True

    def visit(self, node, guarded):
        kind = type(node).__name__
        if kind in ("If", "While") and not is_main_guard(node):
            always = kind == "While" and is_true(node.test)
            self.visit(node.test, guarded)
            self.visit_all(node.body, guarded or not always)
            self.visit_all(node.orelse, True)
            return
        if kind in ("Try", "TryExcept", "TryStar"):
            self.visit_all(node.body, True if node.handlers else guarded)
            self.visit_all(node.handlers, True)
            self.visit_all(node.orelse, True if node.handlers else guarded)
            self.visit_all(getattr(node, "finalbody", []), guarded)
            return
        if kind in ("With", "AsyncWith"):
            contexts = [item.context_expr for item in node.items] if hasattr(node, "items") else [node.context_expr]
            self.visit_all(contexts, guarded)
            catches = any(last_name(context) in CATCHERS for context in contexts)
            self.visit_all(node.body, guarded or catches)
            return
        if kind in ("FunctionDef", "AsyncFunctionDef"):
            arguments = node.args
            self.visit_all(node.decorator_list, guarded)
            self.visit_all(arguments.defaults, guarded)
            self.visit_all([value for value in getattr(arguments, "kw_defaults", []) if value is not None], guarded)
            used = node.name in self.loaded or node.name.startswith("__")
            # What decorators and base classes call by themselves is not named here.
            self.visit_all(node.body, guarded or not (used or node.decorator_list or getattr(node, "in_class", False)))
            return
        if kind == "ClassDef":
            for child in node.body:
                child.in_class = True
        if kind == "IfExp":
            self.visit(node.test, guarded)
            self.visit_all([node.body, node.orelse], True)
            return
        if kind == "BoolOp":
            self.visit(node.values[0], guarded)
            self.visit_all(node.values[1:], True)
            return
        if kind in ("ListComp", "SetComp", "GeneratorExp", "DictComp"):
            filtered = any(generator.ifs for generator in node.generators)
            for child in ast.iter_child_nodes(node):
                self.visit(child, guarded or filtered)
            return
        if kind in ("match_case", "Assert", "Lambda"):
            for child in ast.iter_child_nodes(node):
                self.visit(child, True)
            return
        if kind == "AnnAssign":
            self.visit_all([part for part in (node.target, node.value) if part is not None], guarded)
            return
        if not guarded:
            self.note(node, kind)
        if kind == "Attribute":
            root = node
            while isinstance(root, ast.Attribute):
                root = root.value
            if isinstance(root, ast.Name):
                self.note_name(root, guarded)
                return
        for child in ast.iter_child_nodes(node):
            self.visit(child, guarded)

    def visit_all(self, nodes, guarded):
        for node in nodes:
            self.visit(node, guarded)

    def note_name(self, node, guarded):
        if not guarded and type(node.ctx).__name__ == "Load":
            self.names.append(node)

    def note(self, node, kind):
        if kind == "Import":
            self.module_uses.extend((alias.name, None, node.lineno) for alias in node.names)
        elif kind == "ImportFrom" and not node.level and node.module != "__future__":
            self.module_uses.extend((node.module, alias.name, node.lineno) for alias in node.names)
        elif kind == "Attribute" and type(node.ctx).__name__ == "Load":
            self.chains.append(node)
        elif kind == "Name":
            self.note_name(node, False)
        elif kind == "Call":
            self.calls.append(node)


def is_true(test):
    return getattr(test, "value", getattr(test, "n", None)) in (True, 1) or getattr(test, "id", None) == "True"


def is_main_guard(node):
    return type(node).__name__ == "If" and any(
        isinstance(part, ast.Name) and part.id == "__name__" for part in ast.walk(node.test)
    )


def last_name(node):
    if isinstance(node, ast.Call):
        node = node.func
    return getattr(node, "attr", getattr(node, "id", ""))


class Lookup(object):
    """Finds objects by name in this interpreter, each module imported once."""

    def __init__(self):
        self.modules = {}

    def module(self, name):
        if name not in self.modules:
            self.modules[name] = self.load(name)
        found = self.modules[name]
        if isinstance(found, Exception):
            raise found
        return found

    def load(self, name):
        out, err = sys.stdout, sys.stderr
        sink = Sink()
        sys.stdout = sys.stderr = sink
        try:
            __import__(name)
            return sys.modules[name]
        except ImportError as error:
            return classify(error, name)
        except KeyboardInterrupt:
            raise
        except BaseException:
            return Unsure()
        finally:
            sys.stdout, sys.stderr = out, err

    def member(self, holder, name):
        """An attribute, or None where there is none for certain, as a pair of whether it is there and what it is."""
        try:
            return True, getattr(holder, name)
        except AttributeError:
            pass
        except KeyboardInterrupt:
            raise
        except BaseException:
            raise Unsure()
        if isinstance(holder, types.ModuleType):
            if type(holder) is not types.ModuleType and getattr(holder, "__spec__", None) is None:
                # No file stands behind it: it is filled as the program goes on, as `torch.ops` is.
                raise Unsure()
            try:
                return True, self.module(holder.__name__ + "." + name)
            except Missing:
                return False, None
        if isinstance(holder, type):
            return False, None
        raise Unsure()

    def imported(self, targets):
        if len(targets) != 1:
            raise Unsure()
        ((module, name),) = targets
        if module is None or module == "__future__":
            raise Unsure()
        found = self.module(module)
        if name is None:
            return found
        there, value = self.member(found, name)
        if not there:
            raise Unsure()
        return value


class Sink(object):
    encoding = "utf-8"
    errors = "strict"

    def write(self, text):
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False


def classify(error, name):
    """Whether it is the module itself that is not there, or something that it needs."""
    missing = getattr(error, "name", None)
    if missing is None and sys.version_info[0] == 2:
        word = str(error).rpartition(" ")[2]
        missing = word if str(error).startswith("No module named") else None
        if missing and name.endswith(missing):
            missing = name
    is_absent = type(error).__name__ == "ModuleNotFoundError" or str(error).startswith("No module named")
    if is_absent and missing and (name == missing or name.startswith(missing + ".")):
        return Missing(name)
    return Unsure()


def near(name, names):
    return [TEXT(word) for word in difflib.get_close_matches(name, sorted(set(names)), MOST_NEAR, 0.6)]


def elsewhere(root, name):
    """Where else in a distribution that is loaded a name of this spelling is public."""
    found = []
    for full in sorted(sys.modules, key=lambda word: (word.count("."), word)):
        module = sys.modules.get(full)
        if not full.startswith(root + ".") or "._" in full or not isinstance(module, types.ModuleType):
            continue
        if name in vars(module):
            found.append(TEXT(full + "." + name))
            if len(found) >= MOST_NEAR:
                break
    return found


def top_modules():
    try:
        import pkgutil

        return [entry[1] for entry in pkgutil.iter_modules()] + list(sys.builtin_module_names)
    except Exception:
        return list(sys.modules)


def known_to_wrapper(function, name):
    """Whether a wrapper's own code or what it closes over speaks of a keyword."""
    pending = list(function.__code__.co_consts) + list(function.__code__.co_names)
    for cell in function.__closure__ or ():
        try:
            pending.append(cell.cell_contents)
        except ValueError:
            return True
    seen = 0
    while pending and seen < 2000:
        seen += 1
        value = pending.pop()
        if isinstance(value, (str, TEXT)):
            if name in value:
                return True
        elif isinstance(value, dict):
            pending.extend(value)
            pending.extend(value.values())
        elif isinstance(value, (list, tuple, set, frozenset)):
            pending.extend(value)
        elif isinstance(value, types.CodeType):
            pending.extend(value.co_consts)
    return False


def refusal(function, given, keywords, extra):
    """Why Python itself would not bind a call to this function, as (kind, name, names near it), or None. `extra`: self or cls."""
    code = function.__code__
    names = code.co_varnames
    count = code.co_argcount
    only = getattr(code, "co_kwonlyargcount", 0)
    positional, keyword_only = names[:count], names[count : count + only]
    first_keyword = getattr(code, "co_posonlyargcount", 0)
    has_rest, has_keywords = bool(code.co_flags & 0x04), bool(code.co_flags & 0x08)
    taken = set(positional[: given + extra])
    if given + extra > count and not has_rest:
        return "tooManyArguments", TEXT(count - extra), []
    for name in keywords:
        if name in positional[first_keyword:] or name in keyword_only:
            if name in taken:
                return "repeatedArgument", TEXT(name), []
            taken.add(name)
        elif not has_keywords:
            return "unexpectedKeyword", TEXT(name), near(name, list(positional[extra:]) + list(keyword_only))
    required = positional[: count - len(function.__defaults__ or ())]
    defaults = getattr(function, "__kwdefaults__", None) or {}
    for name in list(required) + [name for name in keyword_only if name not in defaults]:
        if name not in taken:
            return "missingArgument", TEXT(name), []
    return None


def bind(function, given, keywords, extra):
    """As `refusal`, through wrappers: their own code is what is called; what they wrap is asked for keywords alone."""
    found = refusal(function, given, keywords, extra)
    if found is not None:
        return found
    wrapper = function
    for _ in range(10):
        inner = getattr(wrapper, "__wrapped__", None)
        if not isinstance(inner, types.FunctionType):
            return None
        found = refusal(inner, given, keywords, extra)
        if found is not None:
            sure = found[0] == "unexpectedKeyword" and not known_to_wrapper(wrapper, found[1])
            return found if sure else None
        wrapper = inner
    return None


def call_refusal(callee, given, keywords):
    if isinstance(callee, types.FunctionType):
        return bind(callee, given, keywords, 0)
    if isinstance(callee, types.MethodType):
        function = callee.__func__
        extra = 0 if getattr(callee, "__self__", None) is None else 1
        return bind(function, given, keywords, extra) if isinstance(function, types.FunctionType) else None
    if not isinstance(callee, type) or type(callee).__call__ is not type.__call__:
        return None
    # Where a class makes its objects by itself, they may be of another class, which begins in another way.
    made, begun = getattr(callee, "__new__", None), getattr(callee, "__init__", None)
    function = made if isinstance(made, types.FunctionType) else getattr(begun, "__func__", begun)
    return bind(function, given, keywords, 1) if isinstance(function, types.FunctionType) else None


def line_of(node):
    return getattr(node, "lineno", None)


def check_imports(script, lookup, project, add):
    for module, name, line in script.module_uses:
        if module.split(".")[0] in project or script.changes_path:
            continue
        try:
            found = lookup.module(module)
            if name is None or name == "*":
                continue
            there = lookup.member(found, name)[0]
        except Missing:
            parent = module.rpartition(".")[0]
            names = top_modules()
            if parent:
                names = [parent + "." + word for word in members_of(parent, lookup)]
            add("missingModule", line, module, None, near(module, names))
            continue
        except Unsure:
            continue
        if not there:
            root = module.split(".")[0]
            add("missingAttribute", line, name, module, elsewhere(root, name) or near(name, dir(found)))


def members_of(module, lookup):
    try:
        import pkgutil

        return [entry[1] for entry in pkgutil.iter_modules(lookup.module(module).__path__)]
    except Exception:
        return []


def resolve(script, lookup, project, node):
    """Object of a chain of names, with what is missing on the way. Raises Unsure."""
    parts = names_of(node)
    if parts is None or parts[0] in script.bound or parts[0] not in script.imports:
        raise Unsure()
    root, attributes = parts
    targets = script.imports[root]
    if any(module is None or module.split(".")[0] in project for module, _ in targets):
        raise Unsure()
    try:
        value = lookup.imported(targets)
    except Missing:
        raise Unsure()
    path = root
    for at, attribute in enumerate(attributes):
        if attribute in script.assigned_attributes:
            raise Unsure()
        if at > 0 and not isinstance(value, (types.ModuleType, type)):
            # What an instance holds depends on what was done with it.
            raise Unsure()
        there, found = lookup.member(value, attribute)
        if not there:
            return None, (path, attribute, value)
        value, path = found, path + "." + attribute
    return value, None


def check_chains(script, lookup, project, add):
    told = set()
    for node in script.chains:
        try:
            missing = resolve(script, lookup, project, node)[1]
        except Unsure:
            continue
        if missing is None:
            continue
        path, attribute, holder = missing
        if (path, attribute, node.lineno) in told:
            continue
        told.add((path, attribute, node.lineno))
        holder_name = getattr(holder, "__name__", path)
        other = elsewhere(holder_name.split(".")[0], attribute)
        add("missingAttribute", line_of(node), attribute, path, other or near(attribute, dir(holder)))


def check_calls(script, lookup, project, add):
    for node in script.calls:
        if getattr(node, "starargs", None) is not None or getattr(node, "kwargs", None) is not None:
            continue
        keywords = [keyword.arg for keyword in node.keywords]
        if None in keywords or any(type(argument).__name__ == "Starred" for argument in node.args):
            continue
        try:
            callee, missing = resolve(script, lookup, project, node.func)
        except Unsure:
            continue
        if missing is not None:
            continue
        found = call_refusal(callee, len(node.args), keywords)
        if found is not None:
            root, attributes = names_of(node.func)
            add(found[0], line_of(node), found[1], ".".join([root] + attributes), found[2])


def check_names(script, lookup, add):
    known = set(dir(__builtins__) if not isinstance(__builtins__, dict) else __builtins__) | MODULE_NAMES
    known |= script.bound | set(script.imports)
    if script.runs_text:
        return
    for module in script.star_modules:
        try:
            found = lookup.module(module) if module else None
        except (Missing, Unsure):
            found = None
        if found is None:
            return
        known |= set(getattr(found, "__all__", None) or dir(found))
    told = set()
    for node in script.names:
        if node.id not in known and node.id not in told:
            told.add(node.id)
            add("undefinedName", line_of(node), node.id, None, near(node.id, known))


def check(source, project):
    issues = []

    def add(kind, line, name, of, names_near):
        if len(issues) < MOST_ISSUES:
            issues.append({"kind": kind, "line": line, "name": TEXT(name), "of": of, "near": names_near})

    if sys.version_info[0] == 2:
        source = source.encode("utf-8")
    try:
        tree = compile(source, "reproducer.py", "exec", ast.PyCF_ONLY_AST, True)
        # Some faults show only behind the tree: `return` outside of a function.
        compile(source, "reproducer.py", "exec", 0, True)
    except SyntaxError as error:
        add("syntax", error.lineno, error.msg or type(error).__name__, None, [])
        return issues
    except (ValueError, TypeError) as error:
        add("syntax", None, error, None, [])
        return issues
    except (RuntimeError, MemoryError):
        # Nested too deeply for this interpreter.
        return issues
    try:
        script = Script(tree)
    except RuntimeError:
        return issues
    lookup = Lookup()
    check_imports(script, lookup, project, add)
    check_chains(script, lookup, project, add)
    check_calls(script, lookup, project, add)
    check_names(script, lookup, add)
    return issues


def answer(text):
    """Writes the issues of a request, JSON of `source` and `project`, to standard output, as one marked line."""
    import warnings

    warnings.simplefilter("ignore")
    request = json.loads(text)
    issues = check(request["source"], frozenset(request["project"]))
    sys.stdout.write("\n" + MARK + json.dumps(issues) + "\n")
    sys.stdout.flush()
