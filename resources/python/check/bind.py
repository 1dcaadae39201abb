"""Says whether Python would bind a call, without calling anything."""
import types

near = load_part("near")["near"]
TEXT = type(u"")


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
