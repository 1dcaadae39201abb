"""Judges what a script names against what this interpreter has."""
names_of = load_part("collect")["names_of"]
near_part = load_part("near")
near, elsewhere = near_part["near"], near_part["elsewhere"]
# Loaded once: what it raises is caught here by the same classes.
find_part = load_part("find")
Missing, Unsure, resolve = find_part["Missing"], find_part["Unsure"], find_part["resolve"]
call_refusal = load_part("bind")["call_refusal"]
MODULE_NAMES = frozenset(
    ["__name__", "__file__", "__doc__", "__package__", "__spec__", "__loader__", "__builtins__", "__annotations__"]
    + ["__class__", "__qualname__", "__module__", "__debug__", "__path__", "__dict__", "reprise_observe", "WindowsError"]
)


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
            names = find_part["top_modules"]()
            if parent:
                names = [parent + "." + word for word in find_part["members_of"](parent, lookup)]
            add("missingModule", line, module, None, near(module, names))
            continue
        except Unsure:
            continue
        if not there:
            root = module.split(".")[0]
            add("missingAttribute", line, name, module, elsewhere(root, name) or near(name, dir(found)))


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


def judge(script, project, add):
    """Tells each fault by `add(kind, line, name, of, near)`."""
    lookup = find_part["Lookup"]()
    check_imports(script, lookup, project, add)
    check_chains(script, lookup, project, add)
    check_calls(script, lookup, project, add)
    check_names(script, lookup, add)
