"""Lets something be told after each call of a function of a library, without a trace of ours where the call fails."""

# `first` is the bound object of a method, and nothing elsewhere.
WRAPPER = """
def %s(%s*arguments, **named):
    result = original(*arguments, **named)
    told(arguments, named)
    return result
"""
# Frames of such a file are passed over where a warning looks for whom it concerns.
IMPORT_MACHINERY = "<frozen importlib._bootstrap_external>"
SAME = ("__module__", "__name__", "__qualname__", "__doc__")


def is_plain(name):
    return name != "" and all(mark.isalnum() or mark == "_" for mark in name) and not name[0].isdigit()


def quiet(told):
    """Telling never changes the run: what goes wrong in it is let go."""

    def tell(arguments, named):
        try:
            told(arguments, named)
        except Exception:
            pass

    return tell


def make_wrap(hidden):
    """`hidden` takes the code objects whose frames are ours, for `without_hidden`."""

    def wrapped(original, told, first):
        name = getattr(original, "__name__", "")
        name = name if is_plain(name) else "call"
        made = {"original": original, "told": quiet(told), "__name__": "sys", "__builtins__": __builtins__}
        exec(compile(WRAPPER % (name, first), IMPORT_MACHINERY, "exec", 0, True), made)
        function = made[name]
        for attribute in SAME:
            try:
                setattr(function, attribute, getattr(original, attribute))
            except (AttributeError, TypeError):
                pass
        # Whoever asks for its signature is told that of the original.
        function.__wrapped__ = original
        hidden.append(function.__code__)
        return function

    def wrap(owner, name, told):
        """Replaces a function of a class or a module, once. `told` gets the arguments, without a bound object."""
        original = None if owner is None else owner.__dict__.get(name)
        if not callable(original) or getattr(original, "__code__", None) in hidden:
            return
        method = type(quiet.__get__(hidden, list))
        if type(original) is method:
            setattr(owner, name, method(wrapped(original, told, "first, "), original.__self__))
        else:
            setattr(owner, name, wrapped(original, told, ""))

    return wrap


def without_hidden(trace, hidden):
    """The traceback without our frames, where the version lets one be changed (3.7 and newer)."""
    while trace is not None and trace.tb_frame.f_code in hidden:
        trace = trace.tb_next
    at = trace
    while at is not None:
        following = at.tb_next
        while following is not None and following.tb_frame.f_code in hidden:
            following = following.tb_next
        if following is not at.tb_next:
            at.tb_next = following
        at = following
    return trace


def clean_chain(value, hidden):
    """Takes our frames out of an exception's traceback, and of those that Python prints along with it."""
    seen, left = [], [value]
    while left and len(seen) < 100:
        current = left.pop()
        if current is None or any(current is other for other in seen):
            continue
        seen.append(current)
        trace = BaseException.__dict__["__traceback__"].__get__(current)
        cleaned = without_hidden(trace, hidden)
        if cleaned is not trace:
            BaseException.with_traceback(current, cleaned)
        left.extend(BaseException.__dict__[name].__get__(current) for name in ("__cause__", "__context__"))
