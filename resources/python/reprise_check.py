"""Looks up in this interpreter what a script names, without running the script: modules, attributes, arguments, variables.

Sound rather than complete: what is told would fail where it is reached. What cannot be told for certain (branches, `try`,
names that are bound again, what instances hold, wrappers that know a keyword) is passed over. See README.md.

`PARTS`, by whoever puts this program together: the texts of `parts/load.py` and of all in `check/`, by their names.
"""
import ast
import json
import sys

MOST_ISSUES = 40
MARK = "reprise-check:"
TEXT = type(u"")


def make_loader():
    first = {"__name__": "sys", "__builtins__": __builtins__}
    exec(compile(PARTS["load"], "load.py", "exec", 0, True), first)
    names = [name for name in PARTS if name != "load"]
    compiled = {name: compile(PARTS[name], "check/%s.py" % name, "exec", 0, True) for name in names}
    return first["make_loader"]("check/", compiled)


def answer_facts(text):
    """Writes what an editor tells of a place, packed, to standard output, as one marked line. See `check/facts.py`."""
    make_loader()("facts")["answer_facts"](text)


def check(source, project, load_part):
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
        script = load_part("collect")["Script"](tree)
    except RuntimeError:
        return issues
    load_part("judge")["judge"](script, project, add)
    return issues


def answer(text):
    """Writes the issues of a request, JSON of `source` and `project`, to standard output, as one marked line."""
    import warnings

    warnings.simplefilter("ignore")
    request = json.loads(text)
    issues = check(request["source"], frozenset(request["project"]), make_loader())
    sys.stdout.write("\n" + MARK + json.dumps(issues) + "\n")
    sys.stdout.flush()
