"""Collects what a script binds and names, from its tree alone."""
import ast

FREE_TEXT = frozenset(["exec", "eval", "execfile", "globals", "locals", "vars"])
# What decides where modules come from.
PATHS = frozenset(["path", "meta_path", "path_hooks", "modules"])
CATCHERS = frozenset(["raises", "suppress", "assertRaises", "assertRaisesRegex"])


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
