"""Seeds: those that we give where one is asked for, and those that the script sets. Imports no library."""
import sys

record_part = load_part("record")
INTEGERS = record_part["INTEGERS"]
SAFE_INTEGER = record_part["SAFE_INTEGER"]
# The seed of a torch that nobody has seeded.
UNSEEDED_TORCH = 67280421310721


def plain(seed):
    """The seed as the record can hold it; None for one that is no whole number, or too large a one."""
    try:
        number = int(seed) if isinstance(seed, INTEGERS) or hasattr(seed, "__index__") else None
    except Exception:
        return None
    return number if number is not None and abs(number) <= SAFE_INTEGER else None


def make_note(record):
    def note(library, seed, by):
        record["write"]({"type": "seeded", "atMs": record["now"](), "library": library, "seed": seed, "by": by})

    return note


def seeders(note, seed):
    """What to do once a library that draws random numbers is imported."""
    if seed is None:
        return {}

    def seed_random(module):
        module.seed(seed)
        note("random", seed, "runner")

    def seed_numpy(module):
        module.seed(seed % 2**32)
        note("numpy", seed % 2**32, "runner")

    def seed_torch(module):
        module.manual_seed(seed)
        note("torch", seed, "runner")

    return {"random": seed_random, "numpy.random": seed_numpy, "torch": seed_torch}


def watchers(note, wrap, most=200):
    """The generators of Python and NumPy do not tell their seed, so that setting it is what can be seen."""
    left = [most]

    def watch(library):
        def told(arguments, named):
            seed = arguments[0] if arguments else named.get("a", named.get("seed"))
            if left[0] > 0:
                left[0] -= 1
                note(library, plain(seed), "script")

        def action(module):
            # A compiler that knows the functions of NumPy would not know this one.
            if "numba" not in sys.modules:
                wrap(module, "seed", told)

        return action

    return {"random": watch("random"), "numpy.random": watch("numpy")}


def seed_of_torch():
    torch = sys.modules.get("torch")
    seed = torch.initial_seed()
    return None if seed == UNSEEDED_TORCH else seed


def seed_of_tensorflow():
    for package in ("tensorflow", "tensorflow_core"):
        module = sys.modules.get(package + ".python.eager.context")
        context = None if module is None else module.__dict__.get("_context")
        if context is not None and getattr(context, "_seed", None) is not None:
            return context._seed
        module = sys.modules.get(package + ".python.framework.ops")
        stack = None if module is None else module.__dict__.get("_default_graph_stack")
        graph = getattr(stack, "_global_default_graph", None)
        if graph is not None and graph.seed is not None:
            return graph.seed
    return None


def tell_at_end(note, given):
    """Those that their libraries can tell. `given`: the seed that we gave to torch, which is not told again."""
    for library, ask in (("torch", seed_of_torch), ("tensorflow", seed_of_tensorflow)):
        try:
            seed = ask() if library in sys.modules else None
        except Exception:
            seed = None
        if seed is not None and not (library == "torch" and seed == given):
            note(library, plain(seed), "script")
