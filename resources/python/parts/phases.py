"""Times the script's top level without touching it, where Python can report lines of one code object (3.12 and newer)."""
import _ast
import sys
import warnings

TOOL = 4
ONLY_TREE = 0x400
QUIET = (_ast.Import, _ast.ImportFrom, _ast.Pass, _ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef)


def children(node):
    for name in node._fields:
        value = getattr(node, name, None)
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, _ast.AST):
                yield child


def calls(node):
    left = [node]
    while left:
        node = left.pop()
        if isinstance(node, _ast.Call):
            return True
        left.extend(children(node))
    return False


def only_imports(node):
    if isinstance(node, QUIET):
        return True
    if isinstance(node, (_ast.Try, _ast.If)):
        inner = node.body + node.orelse + getattr(node, "finalbody", [])
        for handler in getattr(node, "handlers", ()):
            inner = inner + handler.body
        return all(only_imports(child) for child in inner)
    return isinstance(node, (_ast.Expr, _ast.Assign, _ast.AnnAssign)) and not calls(node)


def plan(source, filename):
    """Line ranges of the statements after the leading imports, and of those among them that call: two lists."""
    after_imports, calling = [], []
    leading = True
    with warnings.catch_warnings():
        # The compiler has told them when it compiled the script.
        warnings.simplefilter("ignore")
        tree = compile(source, filename, "exec", ONLY_TREE, True)
    for node in tree.body:
        leading = leading and only_imports(node)
        if leading:
            continue
        lines = (node.lineno, node.end_lineno)
        after_imports.append(lines)
        if not isinstance(node, QUIET) and calls(node):
            calling.append(lines)
    return after_imports, calling


def watch(code, source, phase):
    monitoring = sys.monitoring
    after_imports, calling = plan(source, code.co_filename)
    wanted = [entry for entry in (("importsDone", after_imports), ("firstCall", calling)) if entry[1]]
    if not wanted or monitoring.get_tool(TOOL) is not None:
        return

    def on_line(_code, line):
        while wanted and any(first <= line <= last for first, last in wanted[0][1]):
            phase(wanted.pop(0)[0])
        if not wanted:
            monitoring.set_local_events(TOOL, code, 0)
            monitoring.register_callback(TOOL, monitoring.events.LINE, None)
            monitoring.free_tool_id(TOOL)

    monitoring.use_tool_id(TOOL, "reprise")
    monitoring.register_callback(TOOL, monitoring.events.LINE, on_line)
    monitoring.set_local_events(TOOL, code, monitoring.events.LINE)


def has_future(node):
    return isinstance(node, _ast.ImportFrom) and node.module == "__future__"


def split(code, source):
    """The script in up to three pieces, for versions that report no lines: what comes up to the end of the leading imports,
    up to the first call, and the rest. None where it is to stay whole."""
    with warnings.catch_warnings():
        # The compiler has told them when it compiled the script as a whole.
        warnings.simplefilter("ignore")
        tree = compile(source, code.co_filename, "exec", ONLY_TREE, True)
        body = tree.body
        # What a future import changes would have to be changed for each piece.
        if any(has_future(node) for node in body):
            return None
        leading = 0
        while leading < len(body) and only_imports(body[leading]):
            leading += 1
        calling = leading
        while calling < len(body) and (isinstance(body[calling], QUIET) or not calls(body[calling])):
            calling += 1
        marks = {}
        for at, name in ((leading, "importsDone"), (calling, "firstCall")):
            if at < len(body):
                marks.setdefault(at, []).append(name)
        pieces, starts = [], sorted({0} | set(marks))
        for start, end in zip(starts, starts[1:] + [len(body)]):
            tree.body = body[start:end]
            pieces.append((compile(tree, code.co_filename, "exec", 0, True), marks.get(start, [])))
    return pieces
